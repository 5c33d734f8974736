// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.launch.BundledPrograms;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Place;
import io.shmem4j.pe.MainMethod;
import io.shmem4j.report.CommandLines;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import javax.lang.model.SourceVersion;

/**
 * Checks that a program's main class exists and has a main method, without initializing it.
 *
 * <p>Reports certain errors only. A class may need a module or a native library that PEs have and the launcher has not;
 * then PEs find out.
 *
 * @param preview whether the PEs' JVMs enable preview features, which the launcher's JVM may not
 */
record ProgramCheck(Program program, String word, boolean preview) {
    /** Commands, which are only recognized as the first word of a command line. */
    private static final Set<String> COMMANDS = Set.of("stacks", "heap", "stat", "new");
    private static final String JAR = ".jar";
    private static final String SOURCE = ".java";

    void run() {
        Class<?> type;
        try (URLClassLoader loader = program.loader()) {
            type = Class.forName(program.mainClass(), false, loader);
            if (MainMethod.of(type) != null) {
                return;
            }
        } catch (ClassNotFoundException e) {
            throw new LaunchException(ExitStatus.NOT_FOUND, notFound(), e);
        } catch (UnsupportedClassVersionError e) {
            checkVersion(e);
            return;
        } catch (ClassFormatError e) {
            throw new LaunchException(ExitStatus.NOT_RUNNABLE, "the class file of " + program.mainClass()
                + " is damaged (" + place() + "): " + e.getMessage(), e);
        } catch (NoClassDefFoundError e) {
            if (e.getMessage() != null && e.getMessage().contains("wrong name")) {
                throw new LaunchException(ExitStatus.NOT_FOUND, notFound(), e);
            }
            return;
        } catch (LinkageError | IOException e) {
            return;
        }
        throw new LaunchException(ExitStatus.NOT_RUNNABLE, "class " + type.getName() + " has no main method");
    }

    /** Reports a class file of a wrong version, unless it only needs preview features that the PEs' JVMs enable. */
    private void checkVersion(UnsupportedClassVersionError error) {
        int jdk = Runtime.version().feature();
        String said = String.valueOf(error.getMessage());
        String why = said.contains("Preview features are not enabled") ? preview ? null
            : " uses preview features of JDK " + jdk + ", for which its PEs need -J" + SourceCompiler.PREVIEW
            : said.contains("preview features") ? " was compiled with the preview features of another JDK than " + jdk
            : " was compiled for a newer JDK than " + jdk;
        if (why != null) {
            throw new LaunchException(ExitStatus.NOT_RUNNABLE, program.mainClass() + why, error);
        }
    }

    private String place() {
        try (URLClassLoader loader = program.loader()) {
            URL found = loader.getResource(program.mainClass().replace('.', '/') + ".class");
            return found == null ? "not found any more" : found.toString();
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    private String notFound() {
        String what = "there is no bundled program, jar or class '" + word + "'";
        if (word.endsWith(".class")) {
            return what + "; name the class without '.class'";
        }
        if (!word.equals(program.mainClass()) && !program.mainClass().equals(word.replace('/', '.'))) {
            return "the main class " + program.mainClass() + " of '" + word + "' is not on the class path";
        }
        if (namesFile()) {
            return missingFile();
        }
        return what + " on the class path " + (program.classPath().isEmpty() ? "of the library"
            : String.join(File.pathSeparator, program.classPath()))
            + (COMMANDS.contains(word) ? "; the command " + word + " stands before all options: oshrun " + word
            : hint() + " (oshrun --list shows the bundled programs)");
    }

    /**
     * {@return whether the word looks like a file name} A class name may contain slashes, but no dot after the last
     * one.
     */
    private boolean namesFile() {
        String last = word.substring(word.lastIndexOf('/') + 1);
        return !word.endsWith(".class") && (isProgram(word) || word.startsWith("/") || word.startsWith(".")
            || !last.equals(word) && last.indexOf('.') >= 0);
    }

    private static boolean isProgram(String name) {
        return name.endsWith(JAR) || name.endsWith(SOURCE);
    }

    /** {@return an error message for a missing file, with the most similar name in its folder} */
    private String missingFile() {
        String what = word.endsWith(JAR) ? "there is no jar " : word.endsWith(SOURCE) ? "there is no source file "
            : "there is no file ";
        Path file = Path.of(word);
        if (Files.exists(file)) {
            return word + " is no jar, no source file and no class";
        }
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder == null || file.getFileName() == null) {
            return what + word;
        }
        if (!Files.isDirectory(folder)) {
            return what + word + ", because there is no folder " + folder;
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names = files.map(each -> each.getFileName().toString()).filter(ProgramCheck::isProgram)
                .sorted().toList();
            return what + word + CommandLines.mostSimilar(file.getFileName().toString(), names)
                .map(name -> "; did you mean " + file.resolveSibling(name) + "?").orElse("");
        } catch (IOException e) {
            // No suggestion if the folder can't be read.
            return what + word;
        }
    }

    private String hint() {
        List<String> known = new ArrayList<>(BundledPrograms.load().shownNames());
        known.addAll(COMMANDS);
        known.add("doctor");
        ClassHint classes = new ClassHint(program.mainClass(), program.classPath());
        Optional<String> bundled = CommandLines.mostSimilar(word, known);
        if (bundled.isEmpty()) {
            return classes.text();
        }
        // Suggests classes of an explicit class path only: the current folder, its default, may contain anything.
        boolean chosen = !program.classPath().equals(List.of(Path.of("").toAbsolutePath().toString()));
        Optional<String> similar = chosen ? classes.similar() : Optional.empty();
        return "; did you mean " + similar.map(type -> type + " or ").orElse("") + bundled.get() + "?";
    }

    /** Suggestions for a class that was not found. */
    private record ClassHint(String name, List<String> classPath) {
        String text() {
            List<String> missing = classPath.stream().filter(entry -> !entry.endsWith("/*"))
                .filter(entry -> Files.notExists(Path.of(entry))).toList();
            if (!missing.isEmpty()) {
                return "; of the class path, " + String.join(" and ", missing) + " does not exist";
            }
            List<String> broken = classPath.stream().filter(ClassHint::isBroken).toList();
            if (!broken.isEmpty()) {
                return "; of the class path, " + String.join(" and ", broken) + " can't be read as a jar";
            }
            Optional<String> similar = similar();
            if (similar.isPresent()) {
                return "; did you mean " + similar.get() + "?";
            }
            if (classPath.size() == 1 && Files.isRegularFile(Path.of(classPath.getFirst(), "pom.xml"))) {
                return "; this folder is a Maven project: say oshrun --project . " + name + ", or -cp target/classes";
            }
            return "";
        }

        /** {@return whether an entry is a file but no jar, which the JVM ignores silently} */
        private static boolean isBroken(String entry) {
            if (!Files.isRegularFile(Path.of(entry))) {
                return false;
            }
            try {
                new ZipFile(entry).close();
                return false;
            } catch (IOException e) {
                return true;
            }
        }

        Optional<String> similar() {
            TreeSet<String> names = new TreeSet<>();
            classPath.forEach(entry -> addNames(Path.of(entry), names));
            String simple = simple(name);
            Optional<String> same = names.stream().filter(each -> simple(each).equalsIgnoreCase(simple)).findFirst();
            if (same.isPresent()) {
                return same;
            }
            List<String> simples = new ArrayList<>(names.stream().map(ClassHint::simple).toList());
            return CommandLines.mostSimilar(simple, simples)
                .flatMap(found -> names.stream().filter(each -> simple(each).equals(found)).findFirst());
        }

        private static String simple(String name) {
            return name.substring(name.lastIndexOf('.') + 1);
        }

        private static void addNames(Path entry, TreeSet<String> names) {
            try (Place place = Place.of(entry)) {
                place.classes(file -> {
                    String type = file.replace('/', '.');
                    if (type.indexOf('$') < 0 && SourceVersion.isName(type)) {
                        names.add(type);
                    }
                });
            } catch (IOException e) {
                // No suggestions from an unreadable entry.
            }
        }
    }
}
