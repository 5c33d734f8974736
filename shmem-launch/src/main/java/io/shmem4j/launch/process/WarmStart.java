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
 * JDK. An empty file beside the start-up caches stands for each that was short. Nothing is kept of jobs that leave the
 * compilers a core, where the optimizing compiler takes no time from the PEs, nor of jobs whose PEs share JVMs: their
 * copies of a method are compiled one by one, and came out slower.
 */
public final class WarmStart {
    /** The value of the variable by which nothing is kept and nothing used. */
    private static final String OFF = "off";
    private static final String FOLDER = "short";
    /** More files than that are not kept: the oldest half goes. */
    private static final int MOST = 512;
    /** Processor time on each core; in a shorter job the optimizing compiler does not earn its cost. */
    private static final double SHORT_SECONDS = 2;
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
    private final boolean known;
    private final double before;

    private WarmStart(Path cache, ProgramCache program, List<Path> folders, String job, int cores) {
        this.cache = cache;
        this.program = program;
        this.ready = program != null && program.isReady();
        this.folders = folders.stream().map(folder -> folder.resolve(FOLDER)).toList();
        this.job = job;
        this.cores = cores;
        this.known = this.folders.stream().anyMatch(folder -> Files.exists(folder.resolve(job)));
        this.before = folders.isEmpty() ? 0 : ofChildren();
    }

    /** {@return a start without a program's cache; the library's is null where it is unknown, too} */
    public static WarmStart plain(Path cache) {
        return new WarmStart(cache, null, List.of(), "", 1);
    }

    /** {@return the start of a user's job with the caches of the library and of the program, which may be null} */
    public static WarmStart of(JobPlan plan, Path cache, ProgramCache program) {
        int cores = plan.sharedCores();
        boolean off = plan.nPes() < cores || plan.shape().shares() || plan.agent() != null || plan.races()
            || plan.backend().isOneJvm() || plan.apps().stream().anyMatch(App::vector);
        for (App app : plan.apps()) {
            off |= isOff(app);
        }
        return new WarmStart(cache, program, off ? List.of() : plan.installation().cacheFolders(),
            off ? "" : name(plan), cores);
    }

    static boolean isOff(App app) {
        return app.variables().getOrDefault(Setting.WARM.variable(), Setting.WARM.value()).strip()
            .equalsIgnoreCase(OFF);
    }

    private static String name(JobPlan plan) {
        Hash hash = new Hash().add(Runtime.version().toString()).add(plan.nPes());
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

    /** {@return the file in which a PE is to name its classes, or null} The last PE may do other than the first. */
    Path names(int pe, int last) {
        try {
            return program != null && (pe == 0 || pe == last) && program.isWanted() ? program.names(pe)
                : null;
        } catch (IOException e) {
            // The place for caches can't be written.
            return null;
        }
    }

    /** {@return whether the job was short the last time} */
    boolean isShort() {
        return known;
    }

    /** {@return a line for those who want to hear what is started} */
    public String line() {
        return "warm: " + (folders.isEmpty() ? "nothing is kept of this job" : known ? "the last run took less than "
            + (int) SHORT_SECONDS + " s of each core, so the optimizing compiler begins later"
            : "no short run of this job is known, so it starts as ever");
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

    /** Notes whether the job was short, which has ended well; where that can't be, nothing is known the next time. */
    public void ran() {
        boolean now = !folders.isEmpty() && (ofChildren() - before) / cores < SHORT_SECONDS;
        if (known && !now) {
            folders.forEach(folder -> folder.resolve(job).toFile().delete());
        } else if (now && !known) {
            for (Path folder : folders) {
                try {
                    Files.createDirectories(folder);
                    folder.resolve(job).toFile().createNewFile();
                    removeOldest(folder.toFile().listFiles());
                    return;
                } catch (IOException e) {
                    // The next folder may let it.
                }
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
