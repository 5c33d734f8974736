// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import static java.lang.classfile.Attributes.constantValue;

import io.shmem4j.launch.ClassPath;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.Place;
import io.shmem4j.launch.program.Program.Compiled;
import java.io.File;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Searches a program for the first reference that the {@linkplain ShareList allow list} lacks. It reads the constant
 * pools of all classes on the class path: the main class first, then the compiled source file, folders and jars. It
 * also notes whether PEs of a JVM need copies of the classes.
 */
public final class ShareScan implements AutoCloseable {
    private static final String CLASS = ".class";
    private static final String LIBRARY = "io/shmem4j/";
    private static final String VERSION = "META-INF/versions/\\d+/";
    /**
     * Classes and members that make copies necessary: threads whose PE is known only by the loader of their task, and
     * {@code getClass}, whose result can be a lock.
     */
    private static final Pattern COPIED = Pattern.compile("getClass|parallel.*|startVirtualThread"
        + "|java/lang/Thread\\$Builder.*|java/lang/ref/Cleaner|java/util/stream/StreamSupport"
        + "|java/util/concurrent/(?!atomic/|locks/|TimeUnit).*");

    private final Installation installation = Installation.current();
    private final Compiled compiled;
    /** Class path entries in scan order. Those of a jar's manifest are added when the jar is opened. */
    private final List<Path> parts = new ArrayList<>();
    private final Map<Path, Place> open = new HashMap<>();
    private int filesSeen;
    private boolean copied;
    private String beyond;

    private ShareScan(List<String> classPath, Compiled compiled) {
        this.compiled = compiled;
        List<Path> jars = new ArrayList<>();
        for (String entry : classPath) {
            for (Path file : ClassPath.files(entry)) {
                if (Files.isDirectory(file)) {
                    add(file);
                } else {
                    jars.add(file);
                }
            }
        }
        jars.forEach(this::add);
    }

    /** Scans a program and its arguments. */
    public static ShareScan of(Program program) {
        try (ShareScan scan = new ShareScan(program.classPath(), program.compiled())) {
            for (String word : program.args()) {
                if (ShareList.isFileOfProcess(word)) {
                    scan.beyond = "an argument is " + word;
                    return scan;
                }
            }
            String main = scan.scanMain(program.mainClass().replace('.', '/'));
            scan.beyond = main == null ? scan.scanAll() : main;
            return scan;
        }
    }

    public static ShareScan of(List<String> classPath) {
        try (ShareScan scan = new ShareScan(classPath, null)) {
            scan.beyond = scan.scanAll();
            return scan;
        }
    }

    /** {@return the first forbidden reference, such as "Foo.class uses java.sql.Driver", or null} */
    public String beyond() {
        return beyond;
    }

    /** {@return whether each PE of a JVM needs its own copy of the program's classes} */
    public boolean needsCopies() {
        return beyond != null || copied;
    }

    /** {@return the first JVM flag that may change permitted classes, or null} */
    public static String beyondIn(List<String> flags) {
        for (String flag : flags) {
            if (!ShareList.allowsFlag(flag)) {
                return "there is the flag " + flag;
            }
        }
        return null;
    }

    private void add(Path part) {
        if (!installation.hasCopy(part) && Files.exists(part) && !parts.contains(part)) {
            parts.add(part);
        }
    }

    private String scanMain(String name) {
        try {
            byte[] bytes = find(name);
            return bytes == null ? null : scanClass(name, bytes, "");
        } catch (IOException | RuntimeException e) {
            // The scan will report the unreadable entry.
            return null;
        }
    }

    private byte[] find(String type) throws IOException {
        byte[] bytes = compiled == null ? null : compiled.read(type + CLASS);
        for (int i = 0; bytes == null && i < parts.size(); i++) {
            bytes = open(parts.get(i)).read(type + CLASS);
        }
        return bytes;
    }

    private String scanAll() {
        if (compiled != null) {
            for (Map.Entry<String, byte[]> type : compiled.files().entrySet()) {
                String found = scanClass(type.getKey().replace('.', '/'), type.getValue(), "");
                if (found != null) {
                    return found;
                }
            }
        }
        for (int i = 0; i < parts.size(); i++) {
            String found = scanPart(parts.get(i));
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private Place open(Path part) throws IOException {
        Place place = open.get(part);
        if (place == null) {
            place = Place.of(part);
            if (place instanceof Place.Jar jar) {
                jar.named().forEach(this::add);
            }
            open.put(part, place);
        }
        return place;
    }

    private String scanPart(Path part) {
        try {
            return open(part) instanceof Place.Jar jar ? scanJar(jar, part) : scanFolder(part.toFile(), "");
        } catch (IOException | RuntimeException e) {
            return part.getFileName() + " can't be read";
        }
    }

    private String scanJar(Place.Jar jar, Path file) throws IOException {
        for (String name : jar.names()) {
            if (name.endsWith(".so")) {
                return file.getFileName() + " has the native library " + name;
            }
            if (name.startsWith("META-INF/") && name.endsWith(".SF")) {
                return file.getFileName() + " is signed";
            }
            String found = !name.endsWith(CLASS) ? null : scanClass(name.substring(0, name.length() - CLASS.length())
                .replaceFirst(VERSION, ""), jar.read(name), " of " + file.getFileName());
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private String scanFolder(File folder, String prefix) throws IOException {
        String[] names = folder.list();
        if (names == null) {
            return null;
        }
        filesSeen += names.length;
        if (filesSeen > Place.MOST_FILES) {
            return "the folders of the class path have more than " + Place.MOST_FILES + " files";
        }
        Arrays.sort(names);
        for (String name : names) {
            String found = null;
            if (name.endsWith(CLASS)) {
                found = scanClass(prefix + name.substring(0, name.length() - CLASS.length()),
                    Files.readAllBytes(folder.toPath().resolve(name)), "");
            } else if (name.indexOf('.') < 0) {
                found = scanFolder(new File(folder, name), prefix + name + "/");
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Scans a class file. Ignores one whose path doesn't match its class name, because the JVM can't load it. */
    private String scanClass(String name, byte[] bytes, String where) {
        if (name.endsWith("module-info") || name.startsWith(LIBRARY)
            && Installation.loader().getResource(name + CLASS) != null) {
            return null;
        }
        String file = name + CLASS + where;
        try {
            ClassModel type = ClassFile.of().parse(bytes);
            if (type.thisClass().asInternalName().equals(name)) {
                for (PoolEntry constant : type.constantPool()) {
                    String used = used(constant);
                    if (used != null) {
                        return file + " uses " + used;
                    }
                    copied |= isCopied(constant);
                }
                copied = copied || hasState(type);
            }
            return null;
        } catch (IOException | RuntimeException e) {
            return file + " can't be read";
        }
    }

    private static boolean isCopied(PoolEntry constant) {
        Utf8Entry name = constant instanceof ClassEntry type ? type.name()
            : constant instanceof NameAndTypeEntry member ? member.name() : null;
        return name != null && COPIED.matcher(name).matches();
    }

    /** {@return whether a class has static data, or an object that its static methods could lock} */
    private static boolean hasState(ClassModel type) {
        for (FieldModel field : type.fields()) {
            if (field.flags().has(AccessFlag.STATIC) && field.findAttribute(constantValue()).isEmpty()) {
                return true;
            }
        }
        for (MethodModel method : type.methods()) {
            if (method.methodName().equalsString("<clinit>")
                || method.flags().has(AccessFlag.STATIC) && method.flags().has(AccessFlag.SYNCHRONIZED)) {
                return true;
            }
            for (CodeElement element : method.code().map(CodeModel::elementList).orElse(List.of())) {
                if (element instanceof LoadConstantInstruction load && load.constantEntry() instanceof ClassEntry) {
                    return true;
                }
            }
        }
        return false;
    }

    /** {@return the forbidden class, member or file that a constant refers to, or null} */
    private String used(PoolEntry constant) throws IOException {
        if (constant instanceof ClassEntry type) {
            return missing(type);
        }
        if (constant instanceof MemberRefEntry member) {
            String type = missing(member.owner());
            String owner = member.owner().asInternalName();
            NameAndTypeEntry signature = member.nameAndType();
            return type == null && isMissing(owner, signature) ? owner.replace('/', '.') + "."
                + signature.name().stringValue() : type;
        }
        return constant instanceof StringEntry text && ShareList.isFileOfProcess(text.stringValue())
            ? text.stringValue() : null;
    }

    private static String missing(ClassEntry type) {
        String name = type.asInternalName();
        String element = name.startsWith("[") ? name.replaceFirst("^\\[+L?(.*?);?$", "$1") : name;
        return ShareList.isJdk(element) && !ShareList.allows(element) ? element.replace('/', '.') : null;
    }

    /** {@return whether a member is forbidden in a class or one of its superclasses} */
    private boolean isMissing(String owner, NameAndTypeEntry member) throws IOException {
        String name = member.name().stringValue();
        String type = owner;
        while (type != null && ShareList.allows(type, name)) {
            type = !ShareList.mayInherit(name) ? null
                : ShareList.isJdk(type) ? superclass(type) : superclass(type, member);
        }
        return type != null;
    }

    private static String superclass(String type) {
        try {
            Class<?> superclass = Class.forName(type.replace('/', '.'), false, null).getSuperclass();
            return superclass == null ? null : superclass.getName().replace('.', '/');
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** {@return a program class's superclass, or null if the class is missing or declares the member itself} */
    private String superclass(String type, NameAndTypeEntry member) throws IOException {
        byte[] bytes = find(type);
        if (bytes == null) {
            return null;
        }
        ClassModel model = ClassFile.of().parse(bytes);
        return model.superclass().isEmpty()
            || model.methods().stream().anyMatch(method -> method.methodName().equals(member.name())
            && method.methodType().equals(member.type())) ? null
            : model.superclass().get().asInternalName();
    }

    @Override
    public void close() {
        open.values().forEach(Place::close);
    }
}
