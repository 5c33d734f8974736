// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.launch.BundledPrograms;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.pe.MainMethod;
import io.shmem4j.report.CommandLines;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks a program's class up on the class path the PEs will have, without initialising it.
 *
 * <p>It refuses only certain mistakes. A class that needs something that the launcher's own JVM lacks, such as a module
 * that a flag adds or a native library, is left to the PEs.
 *
 * @param preview whether PEs know the preview features of their JDK, which the launcher's own JVM need not know
 */
record ProgramCheck(Program program, String word, boolean preview) {
    /** Words with a meaning of their own, as the first of a command line only. */
    private static final Set<String> COMMANDS = Set.of("stacks", "heap", "stat", "new");
    private static final String DOCTOR = "doctor";

    /** Refuses a class that does not exist or has no main method. */
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

    /** Preview features belong to one version, and only some JVMs know them. */
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
        FileHint file = new FileHint(word);
        if (file.names()) {
            return file.text();
        }
        return what + " on the class path " + (program.classPath().isEmpty() ? "of the library"
            : String.join(File.pathSeparator, program.classPath()))
            + (COMMANDS.contains(word) ? "; the command " + word + " stands before all options: oshrun " + word
            : hint() + " (oshrun --list shows the bundled programs)");
    }

    private String hint() {
        List<String> known = new ArrayList<>(BundledPrograms.load().shownNames());
        known.addAll(COMMANDS);
        known.add(DOCTOR);
        ClassHint classes = new ClassHint(program.mainClass(), program.classPath());
        Optional<String> bundled = CommandLines.mostSimilar(word, known);
        if (bundled.isEmpty()) {
            return classes.text();
        }
        // The current folder may hold any classes, while those of a class path are the user's choice.
        boolean chosen = !program.classPath().equals(List.of(Path.of("").toAbsolutePath().toString()));
        Optional<String> similar = chosen ? classes.similar() : Optional.empty();
        return "; did you mean " + similar.map(type -> type + " or ").orElse("") + bundled.get() + "?";
    }
}
