// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.launch.ClassPath;
import io.shmem4j.launch.Extra;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.Place;
import io.shmem4j.launch.program.Program.Compiled;
import java.io.File;
import java.io.IOException;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Searches a program for the first reference that the {@linkplain ShareList allow list} lacks. It reads the constant
 * pools of all classes on the class path: the main class first, then the compiled source file, folders and jars. It
 * also notes whether PEs of a JVM need copies of the classes.
 */
public final class ShareScan implements AutoCloseable {
    static final String CLASS = ".class";
    static final String LIBRARY = "io/shmem4j/";
    private static final String VERSION = "META-INF/versions/\\d+/";
    private final Installation installation = Installation.current();
    private final Compiled compiled;
    /** Class path entries in scan order. Those of a jar's manifest are added when the jar is opened. */
    private final List<Path> parts = new ArrayList<>();
    private final Map<Path, Place> open = new HashMap<>();
    private int filesSeen;
    private final ClassScan classes = new ClassScan(this::find);
    private final Set<String> references = new HashSet<>();
    private boolean harmless = true;
    private String beyond;

    private ShareScan(List<String> classPath, Compiled compiled) {
        this.compiled = compiled;
        List<Path> jars = new ArrayList<>();
        if (Extra.MPI.begins(classPath)) {
            classes.trust(Path.of(classPath.getFirst()));
        }
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
                    scan.note("an argument is " + word, word);
                }
            }
            scan.scanMain(program.mainClass().replace('.', '/'));
            if (scan.harmless) {
                scan.scanAll();
            }
            return scan;
        }
    }

    public static ShareScan of(List<String> classPath) {
        try (ShareScan scan = new ShareScan(classPath, null)) {
            scan.scanAll();
            return scan;
        }
    }

    /** {@return a forbidden reference, such as "Foo.class uses java.sql.Driver", or null} */
    public String beyond() {
        return beyond;
    }

    /** {@return a clause on the forbidden references found beside that one} */
    public String others() {
        return references.size() == 1 ? "" : " and " + (references.size() - 1) + " more";
    }

    /** {@return whether PEs that share a JVM would notice it only in what they print} */
    public boolean isHarmless() {
        return harmless;
    }

    /** {@return whether each PE of a JVM needs its own copy of the program's classes} */
    public boolean needsCopies() {
        return beyond != null || classes.needCopies();
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
        if (!installation.hasCopy(part) && !classes.trusts(part) && Files.exists(part) && !parts.contains(part)) {
            parts.add(part);
        }
    }

    private void scanMain(String name) {
        byte[] bytes = find(name);
        if (bytes != null) {
            scanClass(name, bytes, "");
        }
    }

    /** {@return a class file of the program, or null} */
    private byte[] find(String type) {
        byte[] bytes = compiled == null ? null : compiled.read(type + CLASS);
        try {
            for (int i = 0; bytes == null && i < parts.size(); i++) {
                bytes = open(parts.get(i)).read(type + CLASS);
            }
        } catch (IOException e) {
            // The scan of this entry will report it.
            return null;
        }
        return bytes;
    }

    private void scanAll() {
        if (compiled != null) {
            for (Map.Entry<String, byte[]> type : compiled.files().entrySet()) {
                scanClass(type.getKey().replace('.', '/'), type.getValue(), "");
            }
        }
        for (int i = 0; harmless && i < parts.size(); i++) {
            scanPart(parts.get(i));
        }
        String together = harmless ? classes.together() : null;
        if (together != null) {
            note(together, together);
        }
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

    private void scanPart(Path part) {
        try {
            if (open(part) instanceof Place.Jar jar) {
                scanJar(jar, part.getFileName());
            } else {
                scanFolder(part.toFile(), "");
            }
        } catch (IOException | RuntimeException e) {
            note(part.getFileName() + " can't be read", part.toString());
        }
    }

    private void scanJar(Place.Jar jar, Path file) throws IOException {
        for (String name : jar.names()) {
            if (name.endsWith(".so")) {
                note(file + " has the native library " + name, name);
            } else if (name.startsWith("META-INF/") && name.endsWith(".SF")) {
                note(file + " is signed", name);
            } else if (name.endsWith(CLASS)) {
                scanClass(name.substring(0, name.length() - CLASS.length()).replaceFirst(VERSION, ""), jar.read(name),
                    " of " + file);
            }
            if (!harmless) {
                return;
            }
        }
    }

    private void scanFolder(File folder, String prefix) throws IOException {
        String[] names = folder.list();
        if (names == null) {
            return;
        }
        filesSeen += names.length;
        if (filesSeen > Place.MOST_FILES) {
            note("the folders of the class path have more than " + Place.MOST_FILES + " files", prefix);
        }
        Arrays.sort(names);
        for (int i = 0; harmless && i < names.length; i++) {
            if (names[i].endsWith(CLASS)) {
                scanClass(prefix + names[i].substring(0, names[i].length() - CLASS.length()),
                    Files.readAllBytes(folder.toPath().resolve(names[i])), "");
            } else if (names[i].indexOf('.') < 0) {
                scanFolder(new File(folder, names[i]), prefix + names[i] + "/");
            }
        }
    }

    /** Scans a class file. Ignores one whose path doesn't match its class name, because the JVM can't load it. */
    private void scanClass(String name, byte[] bytes, String where) {
        if (name.endsWith("module-info") || isLibrary(name)) {
            return;
        }
        String file = name + CLASS + where;
        try {
            ClassModel type = ClassScan.FILES.parse(bytes);
            if (type.thisClass().asInternalName().equals(name)) {
                for (String used : classes.scan(file, type)) {
                    note(file + " uses " + used, used);
                }
            }
        } catch (RuntimeException e) {
            note(file + " can't be read", file);
        }
    }

    static boolean isLibrary(String name) {
        return name.startsWith(LIBRARY) && Installation.loader().getResource(name + CLASS) != null;
    }

    /** Notes a reason against sharing. The scan goes on as long as all reasons change only output. */
    private void note(String why, String reference) {
        boolean ofOutput = ShareList.isHarmless(reference);
        beyond = beyond == null || harmless && !ofOutput ? why : beyond;
        harmless &= ofOutput;
        references.add(reference);
    }

    @Override
    public void close() {
        open.values().forEach(Place::close);
    }
}
