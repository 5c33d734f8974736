// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import static io.shmem4j.launch.option.LauncherOption.CLASS_PATH;
import static io.shmem4j.launch.option.LauncherOption.JAR;
import static io.shmem4j.launch.option.LauncherOption.JVM_FLAG;
import static io.shmem4j.launch.option.LauncherOption.PROJECT;
import static io.shmem4j.launch.option.LauncherOption.VECTOR;
import static io.shmem4j.launch.option.LauncherOption.WITH;

import io.shmem4j.launch.BundledPrograms;
import io.shmem4j.launch.ClassPath;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Extra;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Place;
import io.shmem4j.launch.option.Options;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;

/**
 * Finds the program of a command line: a bundled name, otherwise an existing jar or source file, otherwise a class.
 * Checks it, so that a mistake is reported once rather than by every PE.
 */
public record ProgramResolver(BundledPrograms bundled) {
    public Program resolve(Options options, List<String> words) {
        Program program = find(options, words);
        List<Extra> extras = Extra.of(options.text(WITH));
        if (!extras.contains(Extra.MPI) && MpiCalls.need(program)) {
            extras.add(Extra.MPI);
        }
        return program.with(extras);
    }

    private Program find(Options options, List<String> words) {
        if (options.has(JAR)) {
            return ofJar(options, options.path(JAR), options.text(CLASS_PATH), List.of(), words);
        }
        if (options.has(PROJECT)) {
            return ofProject(options, words);
        }
        if (words.isEmpty()) {
            String hint = options.valueHint();
            throw LaunchException.usage("no program" + (hint == null ? "" : ", because " + hint)
                + "; say 'oshrun [options] <name | class | jar | File.java> [arguments]', or --help");
        }
        String word = words.getFirst();
        List<String> args = words.subList(1, words.size());
        if (JavaForm.matches(word)) {
            JavaForm form = JavaForm.parse(args);
            String classPath = form.classPath == null ? options.text(CLASS_PATH) : form.classPath;
            if (form.jar != null) {
                return ofJar(options, Path.of(form.jar), classPath, form.flags, form.words);
            }
            if (form.module != null) {
                return ofModule(form);
            }
            if (form.words.isEmpty()) {
                throw LaunchException.usage("java: no class after the options");
            }
            return ofClass(options, form.words.getFirst(), classPath, form.flags,
                form.words.subList(1, form.words.size()));
        }
        BundledPrograms.Entry entry = bundled.find(word);
        if (entry != null) {
            List<String> path = !options.has(CLASS_PATH) ? List.of() : ClassPath.entries(options.text(CLASS_PATH));
            return new Program(entry.className(), path, List.of(), args, entry, null);
        }
        if (word.endsWith(".jar") && Files.isRegularFile(Path.of(word))) {
            return ofJar(options, Path.of(word), options.text(CLASS_PATH), List.of(), args);
        }
        if (word.endsWith(".java") && Files.isRegularFile(Path.of(word))) {
            List<String> path = !options.has(CLASS_PATH) ? List.of() : ClassPath.entries(options.text(CLASS_PATH));
            List<Extra> extras = Extra.of(options.text(WITH));
            if (!extras.contains(Extra.MPI) && MpiCalls.mayBeIn(Path.of(word))) {
                extras.add(Extra.MPI);
            }
            return new SourceCompiler(Path.of(word), path, extras, options.has(VECTOR),
                preview(options, List.of())).program(args);
        }
        return ofClass(options, word, options.text(CLASS_PATH), List.of(), args);
    }

    private Program ofProject(Options options, List<String> words) {
        MavenProject project = new MavenProject(options.path(PROJECT), Installation.current());
        List<String> path = new ArrayList<>(project.classPath());
        if (options.has(CLASS_PATH)) {
            path.addAll(ClassPath.entries(options.text(CLASS_PATH)));
        }
        String name = words.isEmpty() ? project.onlyProgram() : words.getFirst();
        return checked(options, new Program(name.replace('/', '.'), List.copyOf(path), List.of(),
            words.isEmpty() ? List.of() : words.subList(1, words.size()), null, null), name);
    }

    private Program ofClass(Options options, String name, String classPath, List<String> flags, List<String> args) {
        String path = classPath;
        if (path == null) {
            path = System.getenv("CLASSPATH");
        }
        String type = name.replace('/', '.');
        return checked(options, new Program(type, ClassPath.entries(path == null || path.isEmpty() ? "." : path),
            flags, args, bundled.ofClass(type), null), name);
    }

    private Program ofModule(JavaForm form) {
        int slash = form.module.indexOf('/');
        if (slash <= 0 || form.modulePath == null) {
            throw LaunchException.usage("java: a program that is a module needs its module path and its class:"
                + " java -p <path> -m <module>/<class>");
        }
        Program program = new Program(form.module, ClassPath.entries(form.modulePath), form.flags, form.words, null,
            null);
        Path[] path = program.classPath().stream().map(Path::of).toArray(Path[]::new);
        if (ModuleFinder.of(path).find(form.module.substring(0, slash)).isEmpty()) {
            throw new LaunchException(ExitStatus.NOT_FOUND, "there is no module '" + form.module.substring(0, slash)
                + "' on the module path " + form.modulePath);
        }
        return program;
    }

    private Program ofJar(Options options, Path jar, String classPath, List<String> flags, List<String> args) {
        if (!Files.isRegularFile(jar)) {
            throw new LaunchException(ExitStatus.NOT_FOUND, "there is no jar " + jar);
        }
        String mainClass;
        try (Place.Jar file = new Place.Jar(jar)) {
            mainClass = file.manifest().getValue(Attributes.Name.MAIN_CLASS);
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.NOT_RUNNABLE, jar + " can't be read as a jar: " + e.getMessage(), e);
        }
        if (mainClass == null) {
            throw new LaunchException(ExitStatus.NOT_RUNNABLE, jar + " names no main class (its manifest has no"
                + " Main-Class); name one: oshrun -cp " + jar + " <class>");
        }
        List<String> path = new ArrayList<>();
        path.add(ClassPath.absolute(jar).toString());
        if (classPath != null) {
            path.addAll(ClassPath.entries(classPath));
        }
        return checked(options, new Program(mainClass.strip(), path, flags, args, null, null), jar.toString());
    }

    private static Program checked(Options options, Program program, String word) {
        new ProgramCheck(program, word, preview(options, program.jvmFlags())).run();
        return program;
    }

    /** {@return whether the PEs' JVMs enable preview features} */
    private static boolean preview(Options options, List<String> ofProgram) {
        return options.all(JVM_FLAG).contains(SourceCompiler.PREVIEW) || ofProgram.contains(SourceCompiler.PREVIEW);
    }

    /** Parses {@code java [JVM options] <class> [arguments]}, the form that users of other launchers know. */
    private static final class JavaForm {
        private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
        private static final Set<String> WITH_VALUE = Set.of("--add-modules", "--add-exports", "--add-opens",
            "--add-reads", "--limit-modules", "--upgrade-module-path", "--patch-module", "--enable-native-access");
        private static final Set<String> MODULE_PATH = Set.of("-p", "--module-path");
        private static final Set<String> MODULE = Set.of("-m", "--module");

        /** JVM options, except for the class path. */
        final List<String> flags = new ArrayList<>();
        String classPath;
        String modulePath;
        /** The {@code module/class} of {@code -m}, or null. */
        String module;
        String jar;
        /** The class, unless there is a jar or module, followed by the arguments. */
        List<String> words = List.of();

        /** {@return whether a program word selects this form} */
        static boolean matches(String word) {
            return word.equals("java") || word.endsWith("/bin/java");
        }

        static JavaForm parse(List<String> command) {
            JavaForm form = new JavaForm();
            int at = 0;
            while (at < command.size() && command.get(at).startsWith("-")) {
                String word = command.get(at++);
                boolean valued = CLASS_PATH.contains(word) || WITH_VALUE.contains(word) || MODULE_PATH.contains(word)
                    || MODULE.contains(word) || word.equals("-jar");
                if (valued && at == command.size()) {
                    throw LaunchException.usage("java: " + word + " needs a value");
                }
                if (CLASS_PATH.contains(word)) {
                    form.classPath = command.get(at++);
                } else if (word.startsWith("--class-path=")) {
                    form.classPath = word.substring("--class-path=".length());
                } else if (word.equals("-jar")) {
                    form.jar = command.get(at++);
                    break;
                } else if (MODULE_PATH.contains(word)) {
                    form.modulePath = command.get(at++);
                } else if (word.startsWith("--module-path=")) {
                    form.modulePath = word.substring("--module-path=".length());
                } else if (MODULE.contains(word)) {
                    form.module = command.get(at++);
                    break;
                } else {
                    form.flags.add(valued ? word + "=" + command.get(at++) : word);
                }
            }
            form.words = command.subList(at, command.size());
            return form;
        }
    }
}
