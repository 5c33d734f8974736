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
 * The library's AOT caches, one for PEs and one for the launcher, in {@code target/aot} of a writable clone or else in
 * the user's cache folder.
 *
 * <p>The PE cache has a hash of the JDK and of the jars in its name, with their sizes and times, so a changed jar leads
 * to another name. A cache of the library's own jars also serves JVMs with more jars after them, so a build that adds
 * jar after jar makes one cache, not one per jar. Once no jar has been added for ten minutes, the next job has a cache
 * made of all jars.
 *
 * <p>The script looks for the launcher's cache before any Java code runs, so that cache has a fixed name and a list of
 * its jars' checksums beside it. The JDK can't help here: JDK 25 does not compare a cache with the class path. The
 * cache with the classes for several nodes has a second name, because a build makes their jar last.
 */
public final class AotCache {
    /** System property of a training process, which must not start another training. */
    static final String TRAINING = "shmem4j.aot.training";

    /** How long to wait after a failure, and how old an unfinished file is when no trainer can still write it. */
    private static final long PAUSE_MS = 3_600_000;
    /** Longer than a build takes from one jar to the next. */
    private static final long BUILD_MS = 600_000;

    /** Names of temporary caches and recordings, which contain the trainer's process number. */
    private static final String UNFINISHED = ".*\\.aot\\.\\d+(\\.config)?";

    private final Installation installation;
    private final List<Path> folders;
    /** The folder for new caches, or null. */
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

    /** {@return whether the jars and the JDK are those of this cache's name} */
    public boolean isCurrent() {
        return key.equals(key(installation.peJars()));
    }

    /** {@return the caches of an installation, for PEs with the collector that these flags choose} */
    public static AotCache of(Installation installation, List<String> jvmFlags) {
        return new AotCache(installation, UserFlags.with(jvmFlags).collector());
    }

    /** {@return the flag of the user's collector, or null for the library's choice} */
    public String collector() {
        return collector;
    }

    /** {@return the PE cache: one of all jars, else one of the library's own, else null} */
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

    /** {@return whether a training is due: the cache is missing, incomplete for an hour, or lacks settled jars} */
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

    /** {@return the folder for new caches, or null if none is writable} */
    public Path folder() {
        return folder;
    }

    /** {@return the path of a new PE cache} */
    public Path forPes() {
        return forPes(folder, key);
    }

    /** {@return the path of a new launcher cache, which the script knows} */
    public Path forLauncher() {
        return folder.resolve((installation.nodeJars().isEmpty() ? "oshrun-" : "oshrun-nodes-")
            + System.getProperty("java.version") + ".aot");
    }

    /** {@return the file beside the launcher's cache that lists its jars as {@code cksum} prints them} */
    public Path launcherJars() {
        return forLauncher().resolveSibling(forLauncher().getFileName() + ".jars");
    }

    /** {@return the lock file of the trainer, the same for all of the user's copies of the library} */
    public Path turn() {
        Path users = folders.getLast().getParent();
        return (isWritable(users) ? users : folder).resolve("training");
    }

    /** {@return the mark of a failed training, which may have left a smaller cache} */
    public Path failure() {
        return folder.resolve("pe-" + key + ".failed");
    }

    /** {@return whether the cache comes from a training that failed midway} */
    public boolean isHalf() {
        return folder != null && ready(key) != null && Files.exists(failure());
    }

    /** {@return whether a training failed less than an hour ago} */
    public boolean failedLately() {
        return folder != null && !isOld(failure().toFile().lastModified());
    }

    /** Removes unfinished files of killed trainers from a folder. */
    public static void removeLeftovers(Path folder) {
        File[] files = folder.toFile().listFiles((place, name) -> name.matches(UNFINISHED));
        for (File file : files == null ? new File[0] : files) {
            if (isOld(file.lastModified())) {
                file.delete();
            }
        }
    }

    /** {@return whether a time in milliseconds is more than an hour away; another clock may be ahead of ours} */
    private static boolean isOld(long time) {
        return Math.abs(System.currentTimeMillis() - time) > PAUSE_MS;
    }

    /** {@return why no cache can be made, or null} */
    public String obstacle() {
        return folder == null ? "no folder for them can be written (set XDG_CACHE_HOME to one)"
            : collector != null && !JvmFlags.anyCollector() ? "JDK " + Runtime.version().feature()
                + " makes none with " + collector
            : Boolean.getBoolean(TRAINING) ? "this job trains one"
            : ready(key) != null || !failedLately() ? null
            : "an attempt failed less than an hour ago (" + failure() + ")";
    }

    /**
     * {@return a command that runs another main class with this process's flags, as a training}
     *
     * @param path class path, or null for that of this process
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
