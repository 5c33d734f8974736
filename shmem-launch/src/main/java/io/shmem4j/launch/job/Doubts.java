// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.hang.Doubt;
import io.shmem4j.hang.ThreadDump;
import io.shmem4j.launch.process.PeProcess;
import io.shmem4j.shm.JobFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks for code that could still store the value that a PE waits for: threads, handlers of signals, and processes
 * outside the job that have its heaps in their memory.
 */
record Doubts(JobFiles files, List<PeProcess> processes, Stacks stacks) {
    private static final Path PROCESSES = Path.of("/proc");
    private static final String HANDLED = "SigCgt:";
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
            // Where processes can't be listed nobody is found.
            return null;
        }
    }

    private static boolean handlesSignals(long pid) {
        try (Stream<String> lines = Files.lines(PROCESSES.resolve(pid + "/status"))) {
            return lines.filter(line -> line.startsWith(HANDLED)).anyMatch(line ->
                (Long.parseUnsignedLong(line.substring(HANDLED.length()).strip(), 16) & ~HANDLED_BY_EVERY_JVM) != 0);
        } catch (IOException | UncheckedIOException e) {
            // It has ended meanwhile.
            return false;
        }
    }

    /** Of processes of other users nothing can be known; they can't open the job's files either. */
    private Doubt ofMappings() throws IOException {
        Path heap = files.file(JobFiles.HEAP);
        String inode = " " + Files.getAttribute(heap, "unix:ino") + " ";
        Set<String> ours = processes.stream().map(process -> Long.toString(process.pid())).collect(Collectors.toSet());
        ours.add(Long.toString(ProcessHandle.current().pid()));
        try (DirectoryStream<Path> others = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path other : others) {
                String pid = other.getFileName().toString();
                if (!ours.contains(pid) && maps(other, inode)) {
                    return new Doubt(-1, "process " + pid + " (" + name(other) + ") has mapped the symmetric heaps",
                        true);
                }
            }
        }
        return null;
    }

    private static boolean maps(Path process, String inode) {
        try (Stream<String> lines = Files.lines(process.resolve("maps"))) {
            return lines.anyMatch(line -> line.contains(inode) && line.contains(" rw-s ")
                && line.contains("/" + JobFiles.HEAP));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private static String name(Path process) {
        try {
            return Files.readString(process.resolve("comm")).strip();
        } catch (IOException e) {
            return "?";
        }
    }

    private static long bits(int... signals) {
        long bits = 0;
        for (int signal : signals) {
            bits |= 1L << signal - 1;
        }
        return bits;
    }
}
