// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.config.Setting;
import io.shmem4j.launch.Hash;
import io.shmem4j.launch.plan.App;
import io.shmem4j.launch.plan.JobPlan;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Knows what earlier jobs have left for the JVMs of one: the library's start-up cache, and whether the same job was
 * short the last time. A job is the same by its programs, class paths, words, user's flags, its number of PEs and the
 * JDK. A file beside the start-up caches stands for each that was short. It has the processor time that the job took
 * when the optimizing compiler began as ever. After two runs in a row that took longer with a late compiler the job
 * starts as ever again. Nothing is kept of jobs that leave the compilers a core, where the optimizing compiler takes no
 * time from the PEs.
 */
public final class WarmStart {
    /** The value of the variable by which nothing is kept and nothing used. */
    public static final String OFF = "off";
    static final String FOLDER = "short";
    /** More files than that are not kept: the oldest half goes. */
    private static final int MOST = 512;
    /** Processor time on each core; in a shorter job the optimizing compiler does not earn its cost. */
    private static final double SHORT_SECONDS = 2;
    /** Times the processor time that a job may take when the optimizing compiler begins later: more is no chance. */
    private static final double MORE = 1.1;
    /** Text behind the time: the last run took longer, maybe because the machine was busy. */
    private static final String ONCE = ", the last run longer";
    /** Text in place of a time: the job took longer when the optimizing compiler began later, twice in a row. */
    private static final String EVER = "as ever";
    /** Units in which the kernel counts processor time. */
    private static final double TICKS_A_SECOND = 100;
    /** Places, in the kernel's line on a process, of the processor time of its children that have ended. */
    private static final int USER = 13;
    private static final int SYSTEM = 14;

    private final Path cache;
    /** The cache of the program, null where it can have none. */
    private final ProgramCache program;
    private final boolean ready;
    /** Folders that may have the files, or none where nothing is kept. */
    private final List<Path> folders;
    private final String job;
    private final int cores;
    /** The file of the job, null where no short run is known. */
    private final Path known;
    /** The file's text: seconds, maybe with {@link #ONCE}, nothing without a start-up cache, or {@link #EVER}. */
    private final String kept;
    private final double before;

    private WarmStart(Path cache, ProgramCache program, List<Path> folders, String job, int cores) {
        this.cache = cache;
        this.program = program;
        this.ready = program != null && program.isReady();
        this.folders = folders.stream().map(folder -> folder.resolve(FOLDER)).toList();
        this.job = job;
        this.cores = cores;
        this.known = find(this.folders, job);
        this.kept = known == null ? "" : text(known);
        this.before = folders.isEmpty() ? 0 : ofChildren();
    }

    /** {@return a start without a program's cache; the library's is null where it is unknown, too} */
    public static WarmStart plain(Path cache) {
        return new WarmStart(cache, null, List.of(), "", 1);
    }

    /** {@return the start of a user's job with the caches of the library and of the program, which may be null} */
    public static WarmStart of(JobPlan plan, Path cache, ProgramCache program) {
        int cores = plan.sharedCores();
        boolean off = plan.nPes() < cores || plan.agent() != null || plan.races() || plan.backend().isOneJvm()
            || plan.apps().stream().anyMatch(App::vector) || isOff(plan);
        return new WarmStart(cache, program, off ? List.of() : plan.installation().cacheFolders(),
            off ? "" : name(plan), cores);
    }

    private static Path find(List<Path> folders, String job) {
        for (Path folder : folders) {
            Path file = folder.resolve(job);
            if (Files.exists(file)) {
                return file;
            }
        }
        return null;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            // Another job has just removed it.
            return "";
        }
    }

    /** {@return whether the user wants no caches for a job} */
    public static boolean isOff(JobPlan plan) {
        return plan.apps().stream().anyMatch(WarmStart::isOff);
    }

    static boolean isOff(App app) {
        return app.variables().getOrDefault(Setting.WARM.variable(), Setting.WARM.value()).strip()
            .equalsIgnoreCase(OFF);
    }

    private static String name(JobPlan plan) {
        Hash hash = new Hash().add(Runtime.version().toString()).add(plan.nPes())
            .add(plan.shape().describe());
        for (App app : plan.apps()) {
            for (List<String> words : List.of(app.program().classPath(), List.of(app.program().mainClass()),
                app.program().args(), app.jvmFlags())) {
                words.forEach(word -> hash.add(word).add(0));
                hash.add(words.size());
            }
        }
        return hash.toString();
    }

    Path cache() {
        return ready ? program.file() : program == null || program.flags().isEmpty() ? cache : null;
    }

    /** {@return whether the program can have a cache of its own} */
    boolean hasProgram() {
        return program != null;
    }

    /** {@return the jars behind the library's that the cache is made with} */
    List<String> jars() {
        return ready ? program.jars() : List.of();
    }

    /** {@return jars that manifests of those name, whose classes the cache may have, too} */
    List<String> named() {
        return ready ? program.named() : List.of();
    }

    /** {@return whether a JVM that begins later than the job may use the cache} */
    boolean stillFits() {
        return !ready || program.stillFits();
    }

    /** {@return the file in which a PE is to name its classes, or null} The last PE may do other than the first. */
    Path names(int pe, int last) {
        try {
            return !ready && program != null && (pe == 0 || pe == last) && program.isWanted()
                ? program.names(pe) : null;
        } catch (IOException e) {
            // The place for caches can't be written.
            return null;
        }
    }

    /** {@return whether the optimizing compiler is to begin later} */
    boolean isLate() {
        return known != null && !kept.equals(EVER);
    }

    /** {@return a line for those who want to hear what is started} */
    public String line() {
        return "warm: " + (folders.isEmpty() ? "nothing is kept of this job" : known == null
            ? "no short run of this job is known, so it starts as ever" : ofKnown());
    }

    private String ofKnown() {
        return isLate() ? "the last run took less than " + (int) SHORT_SECONDS
            + " s of each core, so the optimizing compiler begins later"
            : "the job took longer when the optimizing compiler began later, so it starts as ever";
    }

    /** {@return where classes of the program's jars come from} */
    public String caches() {
        if (program == null) {
            return cache == null ? "there is no start-up cache yet"
                : "no start-up cache but the library's holds for this program";
        }
        if (ready) {
            return "classes of its jars come from " + cache();
        }
        return Files.exists(program.large()) ? "a start-up cache of its jars would have more than "
            + (ProgramCache.MOST_OF_ONE >> 20) + " MB, so there is none" : "there is no start-up cache of its jars yet";
    }

    /**
     * Notes whether the job was short, which has ended well; where that can't be, nothing is known the next time. How
     * long it took without a start-up cache says nothing of the compiler.
     */
    public void ran() {
        if (folders.isEmpty()) {
            return;
        }
        double took = ofChildren() - before;
        boolean now = took / cores < SHORT_SECONDS;
        if (known != null && !now) {
            folders.forEach(folder -> folder.resolve(job).toFile().delete());
        } else if (known == null && now) {
            keep(cache() == null ? "" : Double.toString(took));
        } else if (now && isLate() && cache() != null && !after(kept, took).equals(kept)) {
            keep(after(kept, took));
        }
    }

    /** {@return what to keep after a run in which the optimizing compiler began later} */
    static String after(String kept, double took) {
        String seconds = kept.replace(ONCE, "");
        try {
            return took <= MORE * Double.parseDouble(seconds) ? seconds : kept.equals(seconds) ? seconds + ONCE : EVER;
        } catch (NumberFormatException e) {
            // Nobody knows how long the job takes as ever.
            return kept;
        }
    }

    private void keep(String text) {
        for (Path folder : known == null ? folders : List.of(known.getParent())) {
            try {
                Files.createDirectories(folder);
                Files.writeString(folder.resolve(job), text);
                removeOldest(folder.toFile().listFiles());
                // Only for a job that is new: no other takes the time.
                AotCache.removeLeftovers(folder.getParent());
                AotCache.removeLeftovers(folder.resolveSibling(ProgramCache.FOLDER));
                return;
            } catch (IOException e) {
                // The next folder may let it.
            }
        }
    }

    private static void removeOldest(File[] files) {
        if (files != null && files.length > MOST) {
            Arrays.sort(files, Comparator.comparingLong(File::lastModified));
            for (int i = 0; i < files.length / 2; i++) {
                files[i].delete();
            }
        }
    }

    /** {@return seconds of processor time of this process's children that have ended} Time itself tells of the load. */
    private static double ofChildren() {
        try {
            String line = Files.readString(Path.of("/proc/self/stat"));
            String[] words = line.substring(line.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(words[USER]) + Long.parseLong(words[SYSTEM])) / TICKS_A_SECOND;
        } catch (IOException | RuntimeException e) {
            // Every job takes long by such numbers.
            return System.nanoTime();
        }
    }
}
