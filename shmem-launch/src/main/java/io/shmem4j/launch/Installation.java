// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * This copy of the library, and its JDK.
 *
 * @param root folder of the oshrun script, null if the launcher was started without the script
 * @param jars all jars in class path order
 */
public record Installation(Path root, List<String> jars, Path javaHome) {
    /** System property from the script: its folder. */
    public static final String ROOT = "shmem4j.root";
    /** System property from the script: the user's folder for AOT caches. */
    private static final String CACHE = "shmem4j.cache";
    /**
     * System property from the script: jars that the launcher rarely loads classes from. They are not on the class
     * path, because the JDK opens all of its jars when it starts a process or exits.
     */
    private static final String OTHER_JARS = "shmem4j.jars";
    private static final String VERSION = "version=";
    private static final String LAUNCHER = "shmem-launch";
    /** Modules of every PE, in class path order. */
    private static final List<String> OF_ALL_PES = List.of("shmem-api", "shmem-shm");
    /** Module shared by benchmarks and tools. */
    private static final String REPORT = "shmem-report";
    private static final String NODES = "shmem-ucx";
    /**
     * Modules that PEs get on request only: the launcher, the race detector, and modules that need jars from the
     * program's class path.
     */
    private static final List<String> NOT_OF_ALL = List.of(LAUNCHER, REPORT, "shmem-race", "shmem-junit",
        "shmem-agrona", "shmem-chronicle", "shmem-mpi");
    /** The launcher's output folder in an IDE. */
    private static final Path LAUNCHER_CLASSES = Path.of(LAUNCHER, "target", "classes");
    /** A jar of the library with its version, or a module's output folder. */
    private static final Pattern MODULE = Pattern.compile(
        "(?:.*/)?(shmem-[^/]+?)(?:-[0-9][^/]*\\.jar|/target/classes)");
    private static Installation current;

    public static synchronized Installation current() {
        if (current == null) {
            String root = System.getProperty(ROOT);
            Set<String> all = new LinkedHashSet<>(paths("java.class.path"));
            all.addAll(paths(OTHER_JARS));
            current = new Installation(root == null ? null : Path.of(root), List.copyOf(all),
                Path.of(System.getProperty("java.home")));
        }
        return current;
    }

    private static List<String> paths(String property) {
        String path = System.getProperty(property, "");
        return path.isEmpty() ? List.of() : List.of(path.split(File.pathSeparator));
    }

    /** {@return a class loader of all jars of this process} */
    public static ClassLoader loader() {
        return Loader.ALL_JARS;
    }

    /** Loader of all jars, created on first use, because most jobs don't need it. */
    private static final class Loader {
        private static final ClassLoader ALL_JARS = of(Installation.class.getClassLoader());

        private static ClassLoader of(ClassLoader own) {
            List<String> others = paths(OTHER_JARS);
            try {
                return others.isEmpty() ? own : ClassPath.loader(others, own);
            } catch (MalformedURLException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** {@return the oshrun script, or null} */
    public Path script() {
        Path inClone = root == null ? null : root.resolve("oshrun");
        return root == null || Files.exists(inClone) ? inClone : root.resolve("bin").resolve("oshrun");
    }

    public String java() {
        return javaHome.resolve("bin").resolve("java").toString();
    }

    /**
     * {@return the jars of every PE: the library and bundled programs, without the launcher}
     *
     * <p>They come first on a PE's class path, as in the training of the AOT cache. Jars of all PEs precede the rest,
     * because a cache also fits a longer class path.
     */
    public List<String> peJars() {
        String found = KeptTexts.of(this).get("jars of PEs", () -> {
            List<String> path = new ArrayList<>(jars(OF_ALL_PES));
            jars.stream().filter(jar -> isForPes(jar) && !path.contains(jar)).forEach(path::add);
            return String.join(File.pathSeparator, path);
        });
        return List.of(found.split(File.pathSeparator));
    }

    /** {@return the jars of every PE, without bundled programs and backends} */
    public List<String> leastPeJars() {
        return jars(OF_ALL_PES);
    }

    /** {@return the jars used by the launcher before the first PE runs, in class path order} */
    public List<String> launcherJars() {
        List<String> path = new ArrayList<>(jars(OF_ALL_PES));
        path.addAll(jars(List.of(REPORT)));
        path.addAll(jars(List.of(LAUNCHER)));
        path.addAll(nodeJars());
        return path;
    }

    /** {@return the jar for jobs on several nodes; none in an incomplete build} */
    public List<String> nodeJars() {
        return jars(List.of(NODES));
    }

    /** {@return jars with these names, ignoring versions, in class path order} */
    public List<String> jars(Collection<String> names) {
        List<String> found = new ArrayList<>();
        for (String jar : names.isEmpty() ? List.<String>of() : jars) {
            for (String name : names) {
                if (isJar(Path.of(jar), name)) {
                    found.add(jar);
                }
            }
        }
        return found;
    }

    /** {@return whether the path is this module's jar or output folder} */
    private static boolean isJar(Path path, String name) {
        String file = path.getFileName().toString();
        int version = name.length() + 1;
        return file.startsWith(name) && file.startsWith("-", version - 1) && file.endsWith(".jar")
            && file.charAt(version) >= '0' && file.charAt(version) <= '9'
            || path.endsWith(Path.of(name, "target", "classes"));
    }

    /** {@return whether a class path entry is another copy of one of these jars, in any version} */
    public boolean hasCopy(Path part) {
        String module = module(part.toString());
        return module != null && jars.stream().anyMatch(jar -> module.equals(module(jar)));
    }

    private static String module(String path) {
        Matcher matcher = MODULE.matcher(path);
        return matcher.matches() ? matcher.group(1) : null;
    }

    /** {@return whether a jar belongs to the library rather than to a program} */
    public static boolean isLibrary(String jar) {
        return Path.of(jar).getFileName().toString().startsWith("shmem-");
    }

    private static boolean isForPes(String jar) {
        Path path = Path.of(jar);
        String name = path.getFileName().toString();
        if (NOT_OF_ALL.stream().anyMatch(name::startsWith) || path.endsWith(LAUNCHER_CLASSES)) {
            return false;
        }
        return isLibrary(jar) || BundledPrograms.table(path) != null;
    }

    /** {@return whether there are no folders, whose changes a stamp can't show} */
    boolean onlyJars() {
        return jars.stream().allMatch(jar -> jar.endsWith(".jar"));
    }

    /**
     * {@return the hash for an AOT cache of PEs with these jars; includes the launcher's jar, which has the PEs' flags}
     */
    public String cacheStamp(List<String> peJars) {
        List<String> all = new ArrayList<>(peJars);
        all.addAll(jars(List.of(LAUNCHER)));
        return stamp(all);
    }

    /** {@return a hash of the JDK and of names, sizes and times of files} */
    String stamp(List<String> files) {
        Hash hash = new Hash().add(javaHome.resolve("release")).add(javaHome.resolve("lib").resolve("modules"));
        files.forEach(file -> hash.add(Path.of(file)));
        return hash.toString();
    }

    /** {@return the folders for AOT caches: the clone's, then the user's} */
    public List<Path> cacheFolders() {
        List<Path> folders = new ArrayList<>();
        if (root != null && Files.isDirectory(root.resolve("target"))) {
            folders.add(root.resolve("target").resolve("aot"));
        }
        String own = System.getProperty(CACHE);
        if (own != null) {
            folders.add(Path.of(own));
        }
        return folders;
    }

    /** {@return a resource beside a class of the launcher, empty if missing} */
    public static String resource(Class<?> near, String name) {
        try (InputStream in = near.getResourceAsStream(name)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "can't read " + name + " of the launcher's jar: "
                + e.getMessage(), e);
        }
    }

    /** {@return the version in the name of the launcher's jar} */
    private static String ofJar() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(jar -> Path.of(jar).getFileName().toString()).filter(name -> name.matches(LAUNCHER + "-.*\\.jar"))
            .map(name -> name.substring(LAUNCHER.length() + 1, name.length() - ".jar".length()))
            .findFirst().orElse("unpackaged");
    }

    public static String version() {
        return resource(Installation.class, "/META-INF/maven/io.shmem4j/shmem-launch/pom.properties").lines()
            .filter(line -> line.startsWith(VERSION)).map(line -> line.substring(VERSION.length()).strip()).findFirst()
            .orElseGet(Installation::ofJar);
    }
}
