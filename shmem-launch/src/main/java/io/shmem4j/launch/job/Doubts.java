// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.hang.Doubt;
import io.shmem4j.hang.ThreadDump;
import io.shmem4j.launch.Proc;
import io.shmem4j.launch.process.PeProcess;
import io.shmem4j.shm.JobFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Looks for code that could still store the value that a PE waits for: threads, handlers of signals, and processes
 * outside the job that have its heaps in their memory.
 */
record Doubts(JobFiles files, List<PeProcess> processes, Stacks stacks) {
    /** HUP, INT, QUIT, ILL, TRAP, BUS, FPE, SEGV, USR2, PIPE, TERM, XFSZ; one of java.nio, two of the C library. */
    private static final long HANDLED_BY_EVERY_JVM = bits(1, 2, 3, 4, 5, 7, 8, 11, 12, 13, 15, 25, 33, 34, 62);

    /** {@return the first reason to doubt that nobody can go on, or null} */
    Doubt first(ThreadDump[] dumps) {
        Doubt rare = null;
        for (PeProcess process : processes) {
            Doubt doubt = process.exited() ? null : Doubt.of(process.pe(), dumps[process.pe()]);
            if (doubt != null && !doubt.rare()) {
                return doubt;
            }
            rare = rare == null ? doubt : rare;
        }
        return rare == null ? ofOthers() : rare;
    }

    private Doubt ofOthers() {
        for (PeProcess process : processes) {
            if (!process.exited() && (handlesSignals(process.pid()) || stacks.handlesSignals(process))) {
                return new Doubt(process.pe(), "PE " + process.pe() + " handles signals", true);
            }
        }
        try {
            return ofMappings();
        } catch (IOException e) {
            // Nobody finds a heap whose file is gone.
            return null;
        }
    }

    private static boolean handlesSignals(long pid) {
        String handled = Proc.field(Proc.of(pid, "status"), "SigCgt:");
        return !handled.isEmpty() && (Long.parseUnsignedLong(handled, 16) & ~HANDLED_BY_EVERY_JVM) != 0;
    }

    /** Of processes of other users nothing can be known; they can't open the job's files either. */
    private Doubt ofMappings() throws IOException {
        Object inode = Files.getAttribute(files.file(JobFiles.HEAP), "unix:ino");
        Set<Long> ours = processes.stream().map(PeProcess::pid).collect(Collectors.toSet());
        ours.add(ProcessHandle.current().pid());
        for (long pid : Proc.all()) {
            if (!ours.contains(pid) && Proc.maps(pid, inode, "/" + JobFiles.HEAP)) {
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
