// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells a person at a terminal, every few seconds, how far a long run has come; silent elsewhere. */
public final class Progress {
    private static final long INTERVAL = 2_000_000_000L;

    private final boolean on;
    private final int total;
    private long next;

    /**
     * Starts to count the time.
     *
     * @param shmem the PE's handle; PE 0 tells
     * @param total steps of the run
     */
    public Progress(Shmem shmem, int total) {
        this.on = shmem.myPe() == 0 && watched();
        this.total = total;
        next = System.nanoTime() + INTERVAL;
    }

    /**
     * Tells, if it is time to.
     *
     * @param step the step that has just ended, from 1
     */
    public void step(int step) {
        if (on && System.nanoTime() - next >= 0) {
            System.err.println("step " + step + " of " + total);
            next = System.nanoTime() + INTERVAL;
        }
    }

    /** PEs write to pipes, so it is their launcher's standard error that may be a terminal. */
    private static boolean watched() {
        return terminal(ProcessHandle.current().pid())
            || ProcessHandle.current().parent().map(parent -> terminal(parent.pid())).orElse(false);
    }

    private static boolean terminal(long pid) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "fd", "2")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }
}
