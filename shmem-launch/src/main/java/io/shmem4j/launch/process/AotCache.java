// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.config.Setting;
import io.shmem4j.launch.Installation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The start-up caches (the JDK's AOT caches) of the PEs and of the launcher, in {@code target/aot} of a writable clone,
 * else in a folder of the user's.
 *
 * <p>The name of the PEs' cache covers all that it depends on: the JDK, and the jars with their sizes and times.
 * One of the jars has the fixed flags. So a cache is never stale: after a change there is none until it is made
 * again. A cache made with the library's jars only also serves PEs with more jars. A build adds jar after jar, and
 * so makes one cache. When no jar has been added for a while, the next job has a cache made for all. The
 * launcher's cache has a fixed name, because the script uses it before any of our code runs. It is made together
 * with the PEs'. It has classes of the first jars only, and another name where jobs on several nodes are among
 * them: a build makes their jar after the others, and until it is there the cache without it holds. JDK 25 starts
 * from a cache whatever jars there are, so files beside the launcher's have the times of its jars.
 */
public final class AotCache {
    /** Set in training processes: they must not make a cache themselves. */
    static final String TRAINING = "shmem4j.aot.training";

    /** Pause after a failure, when a full disk may be cleared, and age of files that no trainer writes any more. */
    private static final long PAUSE_MS = 3_600_000;
    /** Quiet time: longer than a build takes from one jar to the next. */
    private static final long BUILD_MS = 600_000;

    /** A trainer's file under its number, what its JVM recorded, or names of classes for one. */
    private static final String UNFINISHED = ".*\\.(aot\\.(\\d+(\\.config)?|classes)|names-\\d+(\\.\\d+)?)";

    private final Installation installation;
    private final List<Path> folders;
    /** Folder for new caches, or null. */
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

    /** {@return whether jars and JDK are unchanged} */
    public boolean stillFits() {
        return key.equals(key(installation.peJars()));
    }

    /**
     * {@return the caches of an installation} If the user's flags choose a collector, the PEs' cache is one for that.
     */
    public static AotCache of(Installation installation, List<String> jvmFlags) {
        return new AotCache(installation, UserFlags.with(jvmFlags).collector());
    }

    /** {@return the flag of the user's collector, null where PEs have ours} */
    public String collector() {
        return collector;
    }

    /** {@return a number of all that the PEs' cache depends on} */
    String key() {
        return key;
    }

    /** {@return the PEs' cache, or null if there is none yet} */
    public Path ready() {
        Path whole = ready(key);
        return whole == null ? readyForLibrary() : whole;
    }

    /** {@return a cache with the library alone, valid for all PEs, or null} */
    private Path readyForLibrary() {
        return ready(key(installation.leastPeJars()));
    }

    private Path ready(String name) {
        return folders.stream().map(place -> forPes(place, name)).filter(Files::isRegularFile).findFirst().orElse(null);
    }

    /** {@return whether to make a cache now: there is none for all jars, or one of a training that failed half-way} */
    public boolean isDue() {
        return ready(key) != null ? isHalf() && (isWanted() || !failedLately())
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

    /** {@return the folder for new caches, or null if there is no place for them} */
    public Path folder() {
        return folder;
    }

    public Path forPes() {
        return forPes(folder, key);
    }

    /** {@return the place of the launcher's cache, as the script knows it} */
    public Path forLauncher() {
        return folder.resolve((installation.nodeJars().isEmpty() ? "oshrun-" : "oshrun-nodes-")
            + System.getProperty("java.version") + ".aot");
    }

    /** {@return files beside the launcher's cache by which the script knows it, with the times of the jars it is of} */
    public Map<Path, FileTime> ofLauncher() throws IOException {
        Path made = forLauncher().resolveSibling(forLauncher().getFileName() + ".of");
        Map<Path, FileTime> times = new HashMap<>();
        for (String jar : installation.launcherJars()) {
            Path file = Path.of(jar);
            times.put(made.resolve(file.getFileName()), Files.getLastModifiedTime(file));
        }
        return times;
    }

    /** {@return the lock file of the process that makes caches: one for all copies of the library} */
    public Path turn() {
        Path users = folders.getLast().getParent();
        return (isWritable(users) ? users : folder).resolve("training");
    }

    /** {@return the mark that a failed attempt leaves, also beside a smaller cache; for an hour no job tries again} */
    public Path failure() {
        return folder.resolve("pe-" + key + ".failed");
    }

    /** {@return whether the cache is one of a training that failed half-way} */
    public boolean isHalf() {
        return folder != null && ready(key) != null && Files.exists(failure());
    }

    /** {@return whether an attempt has failed within the last hour} */
    public boolean failedLately() {
        return folder != null && !isOld(failure().toFile().lastModified());
    }

    /** Removes what trainers that were killed have left in a folder; files of the last hour may be of one at work. */
    public static void removeLeftovers(Path folder) {
        File[] files = folder.toFile().listFiles((place, name) -> name.matches(UNFINISHED));
        for (File file : files == null ? new File[0] : files) {
            if (isOld(file.lastModified())) {
                file.delete();
            }
        }
    }

    /** {@return whether a time, in milliseconds, is none of the last hour} It may be a later one by another clock. */
    static boolean isOld(long time) {
        return Math.abs(System.currentTimeMillis() - time) > PAUSE_MS;
    }

    /** {@return whether {@code SHMEM_WARM=always} asks for caches, whatever the load and earlier failures} */
    public static boolean isWanted() {
        return Setting.WARM.word().equals("always");
    }

    /** {@return folders that may have caches, the one for new caches first} */
    List<Path> folders() {
        return folders.stream().sorted(Comparator.comparing(place -> !place.equals(folder))).toList();
    }

    /** {@return why no caches can be made, also none of programs beside the library's; null if they can} */
    public String obstacle() {
        return folder == null ? "no folder for them can be written (set XDG_CACHE_HOME to one)"
            : collector != null && !JvmFlags.anyCollector() ? "JDK " + Runtime.version().feature()
                + " makes none with " + collector
            : Boolean.getBoolean(TRAINING) ? "this job trains one"
            : isWanted() || ready(key) != null || !failedLately() ? null
            : "an attempt failed less than an hour ago (" + failure() + ")";
    }

    /**
     * {@return a command that runs another main class of ours the way this process was started, in training} Its class
     * path is this process's where there is none.
     */
    public List<String> command(String main, List<String> flags, String path) throws IOException {
        String[] line = Files.readString(Path.of("/proc/self/cmdline")).split("\0");
        List<String> command = new ArrayList<>();
        for (int at = 0; at < line.length; at++) {
            if (!line[at].startsWith("-XX:AOTCache") && !line[at].startsWith("-D" + TRAINING)) {
                command.add(line[at]);
            }
            if (line[at].equals("-cp")) {
                // The main class comes next.
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
