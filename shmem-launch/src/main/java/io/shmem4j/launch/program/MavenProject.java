// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.launch.ClassPath;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Place;
import io.shmem4j.pe.MainMethod;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A project of the user's own that Maven builds: its class path, and its program if it has only one. */
final class MavenProject {
    /** Remembers what Maven has said, until the project changes. */
    private static final String CLASS_PATH = "shmem4j.class-path";
    private static final String GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";

    private final Path folder;
    private final Path classes;
    private final Installation installation;

    MavenProject(Path folder, Installation installation) {
        this.installation = installation;
        this.folder = ClassPath.absolute(folder);
        this.classes = this.folder.resolve("target").resolve("classes");
        if (!Files.isRegularFile(this.folder.resolve("pom.xml"))) {
            throw LaunchException.usage("--project " + folder + ": there is no pom.xml"
                + (Files.exists(this.folder.resolve("build.gradle")) || Files.exists(this.folder.resolve(
                "build.gradle.kts")) ? "; of a Gradle project name the class path: -cp build/classes/java/main" : ""));
        }
    }

    /** {@return its classes and what they need, without our own library, after a build where sources have changed} */
    List<String> classPath() {
        Path known = folder.resolve("target").resolve(CLASS_PATH);
        try {
            FileTime changed = changed();
            if (!Files.isRegularFile(known) || Files.getLastModifiedTime(known).compareTo(changed) < 0) {
                build(known);
                // Maven does not write the file again where it says the same as before.
                Files.setLastModifiedTime(known, changed);
            }
            List<String> path = new ArrayList<>(List.of(classes.toString()));
            for (String entry : Files.readString(known).strip().split(File.pathSeparator)) {
                if (!entry.isEmpty() && !installation.hasCopy(Path.of(entry))) {
                    path.add(entry);
                }
            }
            return List.copyOf(path);
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.NOT_RUNNABLE, "can't read the project in " + folder + ": "
                + e.getMessage(), e);
        }
    }

    private FileTime changed() throws IOException {
        FileTime last = Files.getLastModifiedTime(folder.resolve("pom.xml"));
        Path sources = folder.resolve("src").resolve("main");
        if (Files.isDirectory(sources)) {
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    // The mark of an editor that has a file open is a link that leads nowhere.
                    if (Files.exists(file)) {
                        FileTime time = Files.getLastModifiedTime(file);
                        last = time.compareTo(last) > 0 ? time : last;
                    }
                }
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }
        return last;
    }

    private void build(Path known) throws IOException {
        Path wrapper = folder.resolve("mvnw");
        ProcessBuilder maven = new ProcessBuilder(Files.isExecutable(wrapper) ? wrapper.toString() : "mvn", "-q", "-B",
            "compile", GOAL, "-Dmdep.outputFile=" + known, "-Dmdep.includeScope=runtime").directory(folder.toFile())
            .redirectErrorStream(true).redirectInput(Redirect.from(new File("/dev/null")));
        // The library's classes need this JDK; the default one may be older.
        maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process;
        try {
            process = maven.start();
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.NOT_RUNNABLE, "--project: can't start Maven (" + e.getMessage() + ")",
                e);
        }
        process.getInputStream().transferTo(System.err);
        try {
            if (process.waitFor() != 0) {
                throw new LaunchException(ExitStatus.NOT_RUNNABLE, "the build of " + folder + " failed; see above");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }

    String onlyProgram() {
        List<String> found = new ArrayList<>();
        try (URLClassLoader loader = ClassPath.loader(classPath())) {
            new Place.Folder(classes).classes(name -> {
                if (hasMain(loader, name.replace('/', '.'))) {
                    found.add(name.replace('/', '.'));
                }
            });
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.NOT_RUNNABLE, "can't read " + classes + ": " + e.getMessage(), e);
        }
        if (found.size() != 1) {
            throw LaunchException.usage("--project " + folder + " has " + (found.isEmpty()
                ? "no class with a main method"
                : found.size() + " programs; name one: " + String.join(", ", found.stream().sorted().toList())));
        }
        return found.getFirst();
    }

    private static boolean hasMain(ClassLoader loader, String name) {
        try {
            return MainMethod.of(Class.forName(name, false, loader)) != null;
        } catch (ClassNotFoundException | LinkageError e) {
            // Nothing that a PE could start either.
            return false;
        }
    }
}
