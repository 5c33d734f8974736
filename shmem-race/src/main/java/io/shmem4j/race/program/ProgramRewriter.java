// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.program;

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
 * Rewrites the program's classes as they are loaded, so that they report what the library does not see: accesses by
 * segments and to arrays in use by operations, and the order of threads.
 *
 * <p>Calls are added, and calls replaced by ours. The program's own steps and their order stay as they are.
 */
public final class ProgramRewriter implements ClassFileTransformer {
    /** Bytes of code with which a method is left as it is where the class can't be rewritten as a whole. */
    private static final int LONG = 12 << 10;
    private static final String[] PLATFORM = {"java/", "javax/", "jdk/", "sun/", "com/sun/"};

    /** Loaders, and whether their classes find this library. */
    private final Map<ClassLoader, Boolean> found = Collections.synchronizedMap(new WeakHashMap<>());
    private final AtomicBoolean warned = new AtomicBoolean();
    /** Makes a module read the detector's module. */
    private final Consumer<Module> reader;

    private ProgramRewriter(Consumer<Module> reader) {
        this.reader = reader;
    }

    /** Called by the JVM before it starts the program. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        Set<Module> ours = Set.of(ProgramRewriter.class.getModule());
        // A program in a module has the library as a module, whose internal packages must be opened to the detector.
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

    /** Code that is added may make a method too long: most of them fill tables. */
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

    /** {@return whether a loader's classes can call this library} Loaders of plugins may know nothing of it. */
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

    /** {@return whether a class is rewritten: the program's, and what serves it} */
    static boolean isProgram(String name) {
        return Stream.of(PLATFORM).noneMatch(name::startsWith) && (!Sites.isLibrary(name) || Sites.serves(name));
    }

    private static byte[] rewritten(ClassLoader loader, byte[] bytes, boolean inside, int longest) {
        // Classes that are missing at run time, too, are never on the stack.
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
        // Classes of JUnit are for Java 6, and do nothing that races.
        return null;
    }

    /** {@return whether a class or its outer class declares its races intended} */
    private static boolean mayRace(ClassLoader loader, ClassModel model) {
        String name = model.thisClass().asInternalName();
        int end = name.indexOf('$');
        return CodeRewriter.mayRace(model) || end >= 0 && read(loader, name.substring(0, end)).filter(
            CodeRewriter::mayRace).isPresent();
    }

    /** {@return a class that another one names, if its file can be read} */
    static Optional<ClassModel> read(ClassLoader loader, String name) {
        try (InputStream in = loader.getResourceAsStream(name + ".class")) {
            return in == null ? Optional.empty() : Optional.of(ClassFile.of().parse(in.readAllBytes()));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
