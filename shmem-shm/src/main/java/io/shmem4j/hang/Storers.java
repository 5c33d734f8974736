// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import io.shmem4j.config.Platform;
import io.shmem4j.hang.HangReport.PeFacts;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.Proc;
import io.shmem4j.shm.Visitor;
import io.shmem4j.spi.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Searches for code that could still store an awaited value: Java's threads and native ones, signal handlers, and other
 * processes that have mapped the heaps.
 *
 * @param files       the job's files, or null if other processes can't map the heaps
 * @param processes   the job's own processes
 * @param application threads of this JVM that belong to no PE, or null
 */
public record Storers(JobFiles files, Set<Long> processes, ThreadDump application) {
    /** HUP, INT, QUIT, ILL, TRAP, BUS, FPE, SEGV, USR2, PIPE, TERM, XFSZ, two of the C library, one of java.nio. */
    private static final long HANDLED_BY_EVERY_JVM = bits(1, 2, 3, 4, 5, 7, 8, 11, 12, 13, 15, 25, 33, 34, 62);
    /** Class of the JDK that calls a program's signal handlers. */
    private static final String HANDLER = "sun.misc.Signal$InternalMiscHandler";

    /**
     * {@return the first doubt, preferably not a rare one, or null}
     *
     * @param first the PE that {@code pes} starts with
     * @param pes   facts about the PEs; those that have ended are ignored
     */
    public Doubt first(int first, JobState state, List<PeFacts> pes) {
        Map<PeFacts, Integer> left = new LinkedHashMap<>();
        Set<Long> seen = new HashSet<>();
        Doubt rare = application == null ? null : Doubt.of("the application", application);
        if (rare != null && !rare.rare()) {
            return rare;
        }
        for (int pe = first; pe < first + pes.size(); pe++) {
            if (!state.ended(pe)) {
                PeFacts facts = pes.get(pe - first);
                if (seen.add(facts.pid())) {
                    left.put(facts, pe);
                }
                Doubt doubt = Doubt.of(pe, facts.dump());
                if (doubt != null && !doubt.rare()) {
                    return doubt;
                }
                rare = rare == null ? doubt : rare;
            }
        }
        return rare == null ? ofOthers(left) : rare;
    }

    private Doubt ofOthers(Map<PeFacts, Integer> left) {
        for (Map.Entry<PeFacts, Integer> process : left.entrySet()) {
            int pe = process.getValue();
            String thread = !Platform.LINUX ? null
                : NativeThreads.other(process.getKey().pid(), process.getKey().dump().known());
            if (thread != null) {
                return new Doubt(pe, "the native thread \"" + thread + "\" of PE " + pe + " may call Java code", false);
            }
            if (handlesSignals(process.getKey().pid())) {
                return new Doubt(pe, "PE " + pe + " handles signals", true);
            }
        }
        try {
            return files == null ? null : ofMappings();
        } catch (IOException e) {
            // Without a file no other process can map the heap.
            return null;
        }
    }

    /**
     * {@return whether a program has installed a signal handler} Handlers for the JVM's own signals are detected by the
     * class that registers them.
     */
    private static boolean handlesSignals(long pid) {
        if (!Platform.LINUX) {
            return NativeThreads.ask("vmClassHierarchy", HANDLER).contains("--" + HANDLER + "/");
        }
        return (Proc.handledSignals(pid) & ~HANDLED_BY_EVERY_JVM) != 0 || new JvmAttachment(pid)
            .hasLoaded(HANDLER, System.nanoTime() + Times.JVM_ANSWER_NANOS);
    }

    /**
     * {@return a doubt if a foreign process has mapped the heaps, or null} Processes of other users are unreadable and
     * can't map them. A PE in another container publishes its pid there.
     */
    private Doubt ofMappings() throws IOException {
        if (Visitor.visits(files)) {
            return new Doubt(-1, "another process has attached to the job and may store", false);
        }
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
