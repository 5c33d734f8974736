// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import io.shmem4j.launch.ClassPath;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Extra;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.program.Program.Compiled;
import io.shmem4j.pe.MainMethod;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles a program given as a source file, in memory and once for all PEs. The result is cached until a source, jar
 * or option changes. As with {@code java File.java}, the first class is the program, and other classes may be in source
 * files next to it.
 */
public final class SourceCompiler {
    /** Enables preview features, for both the compiler and the JVM. */
    static final String PREVIEW = "--enable-preview";

    private final Path file;
    private final List<String> classPath;
    private final List<Extra> extras;
    private final boolean vector;
    private final boolean preview;
    private final Map<String, ByteArrayOutputStream> written = new TreeMap<>();
    /** Folders that the compiler searched for other sources, with a hash of the sources before the search. */
    private final Map<File, String> searched = new TreeMap<>();
    private Path root;

    SourceCompiler(Path file, List<String> classPath, List<Extra> extras, boolean vector, boolean preview) {
        this.file = file;
        this.classPath = classPath;
        this.extras = extras;
        this.vector = vector;
        this.preview = preview;
    }

    /**
     * Loads the classes that runs of programs from class files, and second runs of those from source, need, for the
     * training of the launcher's cache.
     *
     * @param folder where a source file is created temporarily
     */
    public static void rehearse(Path folder) throws IOException {
        Path source = Files.writeString(folder.resolve("Rehearsed.java"), "");
        try {
            SourceCompiler compiler = new SourceCompiler(source, List.of(), List.of(), false, false);
            CompiledSources kept = CompiledSources.of(source, compiler.options(null), List.of());
            kept.keep(new CompiledSources.Kept("Rehearsed", new Compiled(Map.of("Rehearsed", new byte[0]))),
                Map.of(folder.toFile(), CompiledSources.sources(folder.toFile())));
            compiler.program(List.of()).compiled().jar();
            kept.remove();
            MpiCalls.need(new Program("Rehearsed", List.of(folder.toString()), List.of(), List.of(), null, null));
        } finally {
            Files.delete(source);
        }
    }

    /** Deletes all compiled programs in a cache folder. */
    public static void clean(Path folder) {
        CompiledSources.clean(folder);
    }

    Program program(List<String> args) {
        CompiledSources kept = CompiledSources.of(file, options(null), classPath);
        CompiledSources.Kept found = kept == null ? null : kept.find();
        if (found != null) {
            return new Program(found.main(), classPath, List.of(), args, null, found.classes());
        }
        Program program = compile(args);
        if (kept != null) {
            kept.keep(new CompiledSources.Kept(program.mainClass(), program.compiled()), searched);
        }
        return program;
    }

    private Program compile(List<String> args) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new LaunchException(ExitStatus.NOT_RUNNABLE, file + " needs a compiler, which this Java has not:"
                + " set JAVA_HOME to a JDK");
        }
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavaFileObject source = files.getJavaFileObjects(file).iterator().next();
            // Errors are ignored here and reported by the full compilation, which parses the file again.
            CompilationUnitTree parsed = ((JavacTask) compiler.getTask(new StringWriter(), files, null, options(null),
                null, List.of(source))).parse().iterator().next();
            String folder = parsed.getPackageName() == null ? "" : parsed.getPackageName().toString();
            root = root(folder);
            JavacTask task = (JavacTask) compiler.getTask(said, new ClassesInMemory(files), null, options(root), null,
                List.of(source));
            if (!task.call()) {
                throw new LaunchException(ExitStatus.NOT_RUNNABLE, file + " does not compile:\n"
                    + said.toString().stripTrailing());
            }
            return program(parsed, folder, args);
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.NOT_RUNNABLE, "can't read " + file + ": " + e.getMessage(), e);
        }
    }

    private Program program(CompilationUnitTree parsed, String folder, List<String> args) throws IOException {
        ClassTree first = parsed.getTypeDecls().stream().filter(ClassTree.class::isInstance)
            .map(ClassTree.class::cast).findFirst().orElseThrow(() -> new LaunchException(ExitStatus.NOT_RUNNABLE,
                file + " has no class"));
        String main = (folder.isEmpty() ? "" : folder + ".") + first.getSimpleName();
        Map<String, byte[]> classes = new TreeMap<>();
        written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        Compiled compiled = new Compiled(classes);
        Program program = new Program(main, classPath, List.of(), args, null, compiled);
        try (URLClassLoader libraries = program.loader()) {
            if (MainMethod.of(Class.forName(main, false, compiled.loader(libraries))) == null) {
                throw new LaunchException(ExitStatus.NOT_RUNNABLE, "the first class of " + file + ", " + main
                    + ", has no main method");
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the compiler has written " + classes.keySet(), e);
        } catch (LinkageError e) {
            // A reference that only PEs can resolve: they will report it if it is missing.
            return program;
        }
        return program;
    }

    private List<String> options(Path root) {
        List<String> path = new ArrayList<>(Installation.current().peJars());
        classPath.forEach(entry -> ClassPath.files(entry).forEach(found -> path.add(found.toString())));
        extras.forEach(extra -> path.addAll(extra.jars()));
        List<String> options = new ArrayList<>(List.of("-g", "-proc:none", "-cp",
            String.join(File.pathSeparator, path)));
        if (root != null) {
            options.addAll(List.of("-sourcepath", root.toString(), "-implicit:class"));
        }
        if (preview) {
            options.addAll(List.of(PREVIEW, "--source", Integer.toString(Runtime.version().feature())));
        }
        if (vector) {
            options.addAll(List.of("--add-modules", "jdk.incubator.vector"));
        }
        return options;
    }

    /** {@return the source root: the folder that contains the top-level package} */
    private Path root(String packageName) {
        Path root = ClassPath.absolute(file).getParent();
        for (String _ : packageName.isEmpty() ? new String[0] : packageName.split("\\.")) {
            root = root.getParent() == null ? root : root.getParent();
        }
        return root;
    }

    private final class ClassesInMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        ClassesInMemory(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public Iterable<JavaFileObject> list(JavaFileManager.Location location, String name,
            Set<JavaFileObject.Kind> kinds, boolean deep) throws IOException {
            if (location == StandardLocation.SOURCE_PATH) {
                File folder = root.resolve(name.replace('.', '/')).toFile();
                if (!searched.containsKey(folder)) {
                    searched.put(folder, CompiledSources.sources(folder));
                }
            }
            return super.list(location, name, kinds, deep);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(JavaFileManager.Location location, String name,
            JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            written.put(name, bytes);
            return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/')), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }
}
