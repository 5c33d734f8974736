// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.launch.Installation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The library's own AOT caches: one for PEs, one for the launcher. They are stored in {@code target/aot} of a writable
 * clone, otherwise in the user's cache folder.
 *
 * <p>The file name of the PE cache contains a hash of the JDK and of every jar's path, size and times, so a changed jar
 * selects a new file. The JVM accepts a cache whose jars are a prefix of the class path. A build that adds jars one by
 * one therefore keeps using the cache of the library's jars, and a cache of all jars is trained ten minutes after the
 * last jar was added.
 *
 * <p>The start script selects the launcher's cache without running Java, so that file has a fixed name and a list of
 * jar checksums next to it. JDK 25 does not check the cache against the class path. The cache with the multi-node
 * classes has another name, because a build makes that jar last.
 */
public final class AotCache {
    /** Set in training processes, which must not start a training themselves. */
    static final String TRAINING = "shmem4j.aot.training";

    /** Retry interval after a failed training, and the age at which an unfinished file is considered abandoned. */
    private static final long PAUSE_MS = 3_600_000;
    /** Age of the newest jar from which a build is considered finished. */
    private static final long BUILD_MS = 600_000;

    /** Matches temporary caches and recordings; the number is the trainer's pid. */
    private static final String UNFINISHED = ".*\\.aot\\.\\d+(\\.config)?";

    private final Installation installation;
    private final List<Path> folders;
    /** Where new caches are written; null if no cache folder is writable. */
    private final Path folder;
    private final String key;
    private final String collector;

    private AotCache(Installation installation, String collector) {
        this.collector = collector;
        this.installation = installation;
        this.folders = installation.cacheFolders();
        this.folder = folders.stream().filter(AotCache::isWritable).findFirst().orElse(null);
        this.key = key(installation.peJars());
    }

    private String key(List<String> peJars) {
        return installation.cacheStamp(peJars)
            + (collector == null ? "" : collector.replaceFirst("^-XX:\\+Use", "-"));
    }

    /** {@return whether the cache still matches the JDK and the jars} */
    public boolean isCurrent() {
        return key.equals(key(installation.peJars()));
    }

    /** {@return the caches for PEs that run with these JVM flags; the flags may select another collector} */
    public static AotCache of(Installation installation, List<String> jvmFlags) {
        return new AotCache(installation, UserFlags.with(jvmFlags).collector());
    }

    /** {@return the flag of the user's collector, or null for the default collector} */
    public String collector() {
        return collector;
    }

    /** {@return the cache of all jars, otherwise that of the library's jars, otherwise null} */
    public Path ready() {
        Path whole = ready(key);
        return whole == null ? readyForLibrary() : whole;
    }

    private Path readyForLibrary() {
        return ready(key(installation.leastPeJars()));
    }

    private Path ready(String name) {
        return folders.stream().map(place -> forPes(place, name)).filter(Files::isRegularFile).findFirst().orElse(null);
    }

    /**
     * {@return whether to start a training: there is no cache, its training failed an hour ago, or new jars have
     * settled}
     */
    public boolean isDue() {
        return ready(key) != null ? isHalf() && !failedLately()
            : readyForLibrary() == null || installation.peJars().stream()
                .allMatch(jar -> new File(jar).lastModified() < System.currentTimeMillis() - BUILD_MS);
    }

    private static boolean isWritable(Path folder) {
        Path existing = folder;
        while (existing != null && Files.notExists(existing)) {
            existing = existing.getParent();
        }
        return existing != null && Files.isDirectory(existing) && Files.isWritable(existing);
    }

    private static Path forPes(Path place, String name) {
        return place.resolve("pe-" + name + ".aot");
    }

    /** {@return where new caches are written, or null if no cache folder is writable} */
    public Path folder() {
        return folder;
    }

    public Path forPes() {
        return forPes(folder, key);
    }

    /** {@return where to write the launcher's cache; the start script uses the same name} */
    public Path forLauncher() {
        return folder.resolve((installation.nodeJars().isEmpty() ? "oshrun-" : "oshrun-nodes-")
            + System.getProperty("java.version") + ".aot");
    }

    /** {@return the list of the launcher's jars with their checksums, in the format of {@code cksum}} */
    public Path launcherJars() {
        return forLauncher().resolveSibling(forLauncher().getFileName() + ".jars");
    }

    /** {@return the lock file that admits one trainer at a time, across all copies of the library of this user} */
    public Path turn() {
        Path users = folders.getLast().getParent();
        return (isWritable(users) ? users : folder).resolve("training");
    }

    /** {@return the file that marks a failed training; a smaller cache may exist nevertheless} */
    public Path failure() {
        return folder.resolve("pe-" + key + ".failed");
    }

    /** {@return whether there is a cache, but its training failed midway} */
    public boolean isHalf() {
        return folder != null && ready(key) != null && Files.exists(failure());
    }

    /** {@return whether a training failed less than an hour ago} */
    public boolean failedLately() {
        return folder != null && !isOld(failure().toFile().lastModified());
    }

    /** Deletes unfinished files whose trainers were killed. */
    public static void removeLeftovers(Path folder) {
        File[] files = folder.toFile().listFiles((place, name) -> name.matches(UNFINISHED));
        for (File file : files == null ? new File[0] : files) {
            if (isOld(file.lastModified())) {
                file.delete();
            }
        }
    }

    /** {@return whether a time is over an hour away, in either direction because clocks of machines differ} */
    private static boolean isOld(long time) {
        return Math.abs(System.currentTimeMillis() - time) > PAUSE_MS;
    }

    /** {@return the reason why no cache can be trained now, or null} */
    public String obstacle() {
        return folder == null ? "no folder for them can be written (set XDG_CACHE_HOME to one)"
            : collector != null && !JvmFlags.anyCollector() ? "JDK " + Runtime.version().feature()
                + " makes none with " + collector
            : Boolean.getBoolean(TRAINING) ? "this job trains one"
            : ready(key) != null || !failedLately() ? null
            : "an attempt failed less than an hour ago (" + failure() + ")";
    }

    /**
     * {@return this process's command line with another main class, marked as a training}
     *
     * @param path the class path, or null to keep this process's
     */
    public List<String> command(String main, List<String> flags, String path) throws IOException {
        String[] line = Files.readString(Path.of("/proc/self/cmdline")).split("\0");
        List<String> command = new ArrayList<>();
        for (int at = 0; at < line.length; at++) {
            if (!line[at].startsWith("-XX:AOTCache") && !line[at].startsWith("-D" + TRAINING)) {
                command.add(line[at]);
            }
            if (line[at].equals("-cp")) {
                // The launcher's main class and its arguments follow.
                command.add(path == null ? line[at + 1] : path);
                break;
            }
        }
        command.addAll(1, flags);
        command.add(1, "-D" + TRAINING + "=true");
        command.add(main);
        return command;
    }
}
