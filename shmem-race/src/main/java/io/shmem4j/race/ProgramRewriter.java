// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.race.order.Sites;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ConstantDescs;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rewrites the program's classes when they are loaded, so that they report accesses through segments and to buffers in
 * use, and synchronization of threads.
 *
 * <p>It inserts and replaces calls. The program's own instructions and their order are unchanged.
 */
public final class ProgramRewriter implements ClassFileTransformer {
    /** Minimum code size of methods to leave unchanged if the rewritten class would be invalid. */
    private static final int LONG = 12 << 10;
    private static final String[] PLATFORM = {"java/", "javax/", "jdk/", "sun/", "com/sun/"};

    /** For each class loader, whether its classes can access this library. */
    private final Map<ClassLoader, Boolean> found = Collections.synchronizedMap(new WeakHashMap<>());
    private final AtomicBoolean warned = new AtomicBoolean();
    /** Makes a module read the detector's module. */
    private final Consumer<Module> reader;

    private ProgramRewriter(Consumer<Module> reader) {
        this.reader = reader;
    }

    /** Called by the JVM before the program's main method. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        Set<Module> ours = Set.of(ProgramRewriter.class.getModule());
        // For programs in modules the library is a module, too, and must open its internal packages to the detector.
        ModuleLayer.boot().findModule("io.shmem4j").ifPresent(library ->
            instrumentation.redefineModule(library, Set.of(), Stream.of("spi", "engine", "config").collect(
                Collectors.toMap(name -> "io.shmem4j." + name, _ -> ours)), Map.of(), Set.of(), Map.of()));
        instrumentation.addTransformer(new ProgramRewriter(module -> instrumentation.redefineModule(module, ours,
            Map.of(), Map.of(), Set.of(), Map.of())));
    }

    @Override
    public byte[] transform(Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
        byte[] bytes) {
        if (loader == null || name == null || !isProgram(name)) {
            return null;
        }
        try {
            if (!isFoundBy(loader)) {
                return null;
            }
            if (module.isNamed() && !module.canRead(ProgramRewriter.class.getModule())) {
                reader.accept(module);
            }
            return rewritten(loader, name, bytes);
        } catch (RuntimeException e) {
            warn("the class " + name.replace('/', '.'), e);
            return null;
        }
    }

    /**
     * {@return the rewritten class} Leaves long methods unchanged if they would exceed the JVM's limit; most of these
     * initialize tables.
     */
    private byte[] rewritten(ClassLoader loader, String name, byte[] bytes) {
        boolean inside = Sites.serves(name);
        try {
            return rewritten(loader, bytes, inside, Integer.MAX_VALUE);
        } catch (IllegalArgumentException e) {
            byte[] most = rewritten(loader, bytes, inside, LONG);
            warn("a method of more than " + LONG / 1024 + " KiB of the class " + name.replace('/', '.'), e);
            return most;
        }
    }

    private void warn(String what, RuntimeException why) {
        if (!warned.getAndSet(true)) {
            System.err.println("shmem4j: " + what + " can't be rewritten ("
                + why.toString().lines().findFirst().orElseThrow() + "): races by its segments and arrays are not"
                + " found, nor what orders its threads");
        }
    }

    /** {@return whether a loader's classes can call this library, which plug-ins' loaders may hide} */
    private boolean isFoundBy(ClassLoader loader) {
        Boolean known = found.get(loader);
        if (known == null) {
            try {
                known = Class.forName(Sites.class.getName(), false, loader) == Sites.class;
            } catch (ClassNotFoundException | LinkageError e) {
                known = false;
            }
            found.put(loader, known);
        }
        return known;
    }

    /** {@return whether to rewrite a class: one of the program, or of the library on its behalf} */
    static boolean isProgram(String name) {
        return Stream.of(PLATFORM).noneMatch(name::startsWith) && (!Sites.isLibrary(name) || Sites.serves(name));
    }

    private static byte[] rewritten(ClassLoader loader, byte[] bytes, boolean inside, int longest) {
        // Classes missing here are also missing at run time, so no frame can contain them.
        ClassFile files = ClassFile.of(ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(loader)
            .orElse(ClassHierarchyResolver.defaultResolver()).orElse(_ -> ClassHierarchyInfo.ofClass(
            ConstantDescs.CD_Object))));
        ClassModel model = files.parse(bytes);
        ProgramClasses classes = new ProgramClasses(loader, model);
        boolean mayRace = mayRace(loader, model);
        List<Consumer<ClassBuilder>> references = new ArrayList<>();
        ClassTransform calls = ClassTransform.transformingMethods(method -> method.code().isPresent(),
            (builder, element) -> {
                if (element instanceof CodeAttribute code && code.codeLength() <= longest) {
                    MethodModel method = code.parent().orElseThrow();
                    builder.transformCode(code, new CodeRewriter(model, method, references, classes, inside, mayRace));
                } else {
                    builder.with(element);
                }
            });
        byte[] rewritten = files.transformClass(model, calls.andThen(ClassTransform.endHandler(
            builder -> references.forEach(each -> each.accept(builder)))));
        if (model.majorVersion() >= ClassFile.JAVA_7_VERSION) {
            return rewritten;
        }
        if (files.parse(rewritten).methods().stream().flatMap(method -> method.code().stream())
            .anyMatch(code -> code.elementStream().anyMatch(InvokeDynamicInstruction.class::isInstance))) {
            throw new IllegalArgumentException("it was compiled for Java 6 or older, which has no invokedynamic");
        }
        // JUnit targets Java 6 and makes no accesses that race.
        return null;
    }

    /** {@return whether a class or its outer class marks its races as intentional} */
    private static boolean mayRace(ClassLoader loader, ClassModel model) {
        String name = model.thisClass().asInternalName();
        int end = name.indexOf('$');
        return CodeRewriter.mayRace(model) || end >= 0 && read(loader, name.substring(0, end)).filter(
            CodeRewriter::mayRace).isPresent();
    }

    /** {@return the class file of a referenced class, if it can be read} */
    static Optional<ClassModel> read(ClassLoader loader, String name) {
        try (InputStream in = loader.getResourceAsStream(name + ".class")) {
            return in == null ? Optional.empty() : Optional.of(ClassFile.of().parse(in.readAllBytes()));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
