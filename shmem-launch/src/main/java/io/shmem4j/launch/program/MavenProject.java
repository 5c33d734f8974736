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

/** A user's Maven project: builds it, and returns its class path and its only program. */
final class MavenProject {
    /** File in {@code target} that caches Maven's class path until the project changes. */
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

    /** {@return the project's classes and dependencies, without this library} Builds first if a source has changed. */
    List<String> classPath() {
        Path known = folder.resolve("target").resolve(CLASS_PATH);
        try {
            FileTime changed = changed();
            if (!Files.isRegularFile(known) || Files.getLastModifiedTime(known).compareTo(changed) < 0) {
                build(known);
                // Maven leaves the file untouched if the class path is the same.
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
                    // Skips dangling links, which editors create next to open files.
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
        // The library needs this JDK; the user's default may be older.
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
            throw new IllegalStateException("the main thread was interrupted", e);
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
            // A PE couldn't load it either.
            return false;
        }
    }
}
