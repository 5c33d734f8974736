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
 * Location of this copy of the library, and the JDK that runs it.
 *
 * @param root folder with the oshrun script, or null when the launcher was started without it
 * @param jars our jars and those they need, in class path order
 */
public record Installation(Path root, List<String> jars, Path javaHome) {
    /** System property in which the script passes its folder. */
    public static final String ROOT = "shmem4j.root";
    /** System property in which the script passes the user's own folder for start-up caches. */
    private static final String CACHE = "shmem4j.cache";
    /**
     * System property in which the script passes jars that few runs of the launcher load classes from. The JDK opens
     * all jars of a class path when it starts a process or exits, in search of a logger.
     */
    private static final String OTHER_JARS = "shmem4j.jars";
    private static final String VERSION = "version=";
    private static final String LAUNCHER = "shmem-launch";
    /** Modules on the class path of every PE's JVM, in the order of all class paths. */
    private static final List<String> OF_ALL_PES = List.of("shmem-api", "shmem-shm");
    /** The module shared by benchmarks and tools. */
    private static final String REPORT = "shmem-report";
    private static final String NODES = "shmem-ucx";
    /**
     * Modules that PEs have only where they are asked for: the launcher's own, the detector of races, and those that
     * need jars of others, which a program has on its own class path.
     */
    private static final List<String> NOT_OF_ALL = List.of(LAUNCHER, REPORT, "shmem-race", "shmem-junit",
        "shmem-agrona", "shmem-chronicle");
    /** Output folder of an IDE for the launcher. */
    private static final Path LAUNCHER_CLASSES = Path.of(LAUNCHER, "target", "classes");
    /** A jar of ours with its version, or the output folder of its module in an IDE. */
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

    /** {@return the loader of all jars that this process was started with} */
    public static ClassLoader loader() {
        return Loader.ALL_JARS;
    }

    /** The loader of all jars, made at first use: most jobs need none. */
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

    /** {@return the script that starts the launcher, null where it was started without one} */
    public Path script() {
        Path inClone = root == null ? null : root.resolve("oshrun");
        return root == null || Files.exists(inClone) ? inClone : root.resolve("bin").resolve("oshrun");
    }

    public String java() {
        return javaHome.resolve("bin").resolve("java").toString();
    }

    /**
     * {@return the jars that every PE has: the library's and those with bundled programs, not the launcher's}
     *
     * <p>They come first on a PE's class path, because the start-up cache was made with that class path. The jars of
     * every PE come before the others, because a cache made with fewer jars holds as well.
     */
    public List<String> peJars() {
        String found = KeptTexts.of(this).get("jars of PEs", () -> {
            List<String> path = new ArrayList<>(jars(OF_ALL_PES));
            jars.stream().filter(jar -> isForPes(jar) && !path.contains(jar)).forEach(path::add);
            return String.join(File.pathSeparator, path);
        });
        return List.of(found.split(File.pathSeparator));
    }

    /** {@return the jars that every PE has, and no bundled program's or backend's} */
    public List<String> leastPeJars() {
        return jars(OF_ALL_PES);
    }

    /** {@return the jars from which the launcher loads classes before the first PE runs, in class path order} */
    public List<String> launcherJars() {
        List<String> path = new ArrayList<>(jars(OF_ALL_PES));
        path.addAll(jars(List.of(REPORT)));
        path.addAll(jars(List.of(LAUNCHER)));
        path.addAll(nodeJars());
        return path;
    }

    /** {@return the jar by which a launcher runs jobs on several nodes; none where a build has not come to it} */
    public List<String> nodeJars() {
        return jars(List.of(NODES));
    }

    /**
     * {@return jars that some bundled programs and backends need and other PEs don't have, by what their files are
     * called before the version, in class path order}
     */
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

    /** {@return whether a path is a library's, as a jar or as an IDE's output folder} */
    private static boolean isJar(Path path, String name) {
        String file = path.getFileName().toString();
        int version = name.length() + 1;
        return file.startsWith(name) && file.startsWith("-", version - 1) && file.endsWith(".jar")
            && file.charAt(version) >= '0' && file.charAt(version) <= '9'
            || path.endsWith(Path.of(name, "target", "classes"));
    }

    /** {@return whether a part of a user's class path is a copy of one of these jars, of any version} */
    public boolean hasCopy(Path part) {
        String module = module(part.toString());
        return module != null && jars.stream().anyMatch(jar -> module.equals(module(jar)));
    }

    private static String module(String path) {
        Matcher matcher = MODULE.matcher(path);
        return matcher.matches() ? matcher.group(1) : null;
    }

    /** {@return whether a jar of an installation is the library's, and no program's} */
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

    /** {@return whether its size and time show changes, unlike those of an IDE's folder} */
    boolean onlyJars() {
        return jars.stream().allMatch(jar -> jar.endsWith(".jar"));
    }

    /** {@return a number of the JDK and all jars that changes with their names, sizes and times} */
    String stamp() {
        return stamp(jars);
    }

    /** {@return a number of the start-up cache of PEs with these jars; the flags of PEs lie in the launcher's} */
    public String cacheStamp(List<String> peJars) {
        List<String> all = new ArrayList<>(peJars);
        all.addAll(jars(List.of(LAUNCHER)));
        return stamp(all);
    }

    private String stamp(List<String> files) {
        Hash hash = new Hash().add(javaHome.resolve("release")).add(javaHome.resolve("lib").resolve("modules"));
        files.forEach(file -> hash.add(Path.of(file)));
        return hash.toString();
    }

    /** {@return folders that may have start-up caches: the clone's, then the user's own} */
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

    /** {@return a file that the build has put beside a class of the launcher, empty where there is none} */
    public static String resource(Class<?> near, String name) {
        try (InputStream in = near.getResourceAsStream(name)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "can't read " + name + " of the launcher's jar: "
                + e.getMessage(), e);
        }
    }

    /** {@return the version that the launcher's jar has in its name} */
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
