// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import io.shmem4j.hang.HangReport.PeFacts;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.Proc;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Code that could still store an awaited value: threads of PEs and of their application, signal handlers, and processes
 * outside the job that have mapped its heaps.
 *
 * @param files       those of the job, null where no other process can map the heaps
 * @param processes   those of the job, which may map them
 * @param application threads of the JVM that are no PE's, or null
 */
public record Storers(JobFiles files, Set<Long> processes, ThreadDump application) {
    /** HUP, INT, QUIT, ILL, TRAP, BUS, FPE, SEGV, USR2, PIPE, TERM, XFSZ; one of java.nio, two of the C library. */
    private static final long HANDLED_BY_EVERY_JVM = bits(1, 2, 3, 4, 5, 7, 8, 11, 12, 13, 15, 25, 33, 34, 62);
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(5);

    /**
     * {@return the first reason to doubt that nobody can go on, or null}
     *
     * @param first number of the first PE of the list
     * @param pes   facts on PEs; ended ones do not count
     */
    public Doubt first(int first, JobState state, List<PeFacts> pes) {
        Map<Long, Integer> left = new LinkedHashMap<>();
        Doubt rare = application == null ? null : Doubt.of("the application", application);
        if (rare != null && !rare.rare()) {
            return rare;
        }
        for (int pe = first; pe < first + pes.size(); pe++) {
            if (!state.ended(pe)) {
                PeFacts facts = pes.get(pe - first);
                left.putIfAbsent(facts.pid(), pe);
                Doubt doubt = Doubt.of(pe, facts.dump());
                if (doubt != null && !doubt.rare()) {
                    return doubt;
                }
                rare = rare == null ? doubt : rare;
            }
        }
        return rare == null ? ofOthers(left) : rare;
    }

    private Doubt ofOthers(Map<Long, Integer> left) {
        for (Map.Entry<Long, Integer> process : left.entrySet()) {
            if (handlesSignals(process.getKey())) {
                return new Doubt(process.getValue(), "PE " + process.getValue() + " handles signals", true);
            }
        }
        try {
            return files == null ? null : ofMappings();
        } catch (IOException e) {
            // Nobody finds a heap whose file is gone.
            return null;
        }
    }

    /** A handler in place of one of the JVM's own shows by the class that keeps it. */
    private static boolean handlesSignals(long pid) {
        return (Proc.handledSignals(pid) & ~HANDLED_BY_EVERY_JVM) != 0 || new JvmAttachment(pid)
            .hasLoaded("sun.misc.Signal$InternalMiscHandler", System.nanoTime() + ANSWER_NANOS);
    }

    /**
     * Processes of other users show nothing; they can't open the job's files either. A process of the job in another
     * container has published the number that it has there.
     */
    private Doubt ofMappings() throws IOException {
        Object inode = Files.getAttribute(files.file(JobFiles.HEAP), "unix:ino");
        Set<Long> ours = new HashSet<>(processes);
        ours.add(ProcessHandle.current().pid());
        for (long pid : Proc.all()) {
            if (!ours.contains(pid) && Proc.maps(pid, inode, "/" + JobFiles.HEAP)
                && !ours.contains(Proc.innerPid(pid))) {
                String name = Proc.text(Proc.of(pid, "comm")).strip();
                return new Doubt(-1, "process " + pid + " (" + (name.isEmpty() ? "?" : name)
                    + ") has mapped the symmetric heaps", true);
            }
        }
        return null;
    }

    private static long bits(int... signals) {
        long bits = 0;
        for (int signal : signals) {
            bits |= 1L << signal - 1;
        }
        return bits;
    }
}
