// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.Waiter;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/**
 * Ends this process when its launcher dies, even by SIGKILL.
 *
 * <p>The launcher holds locks in the register of the {@link Living} for its whole life. A daemon thread here looks
 * whether anybody lives. When nobody does, it removes the job's files and halts.
 *
 * <p>A process that is stopped (SIGSTOP, SIGTSTP) tries nothing, so the kernel is asked to continue it when the
 * launcher ends: by SIGCONT as its parent-death signal. A deadly one would leave nobody to remove the job's files. The
 * signal fires when the parent <em>thread</em> of this process ends: the launcher's main thread, which lives as long as
 * the launcher. A launcher that was gone before the kernel was asked is found by the lock right after.
 *
 * <p>It looks a few times a second and sleeps in between, because a thread that blocks in a system call for good makes
 * every exit of a JVM wait for 300 ms. If all PEs end by themselves between two looks, {@link #lastLook} finds it.
 */
public final class LauncherWatch extends Thread {
    private static final long FIRST_NANOS = 400_000_000;
    private static final long INTERVAL_NANOS = 200_000_000;
    /** Linking the system call costs tens of milliseconds of a PE's core, that a job of some seconds need not pay. */
    private static final int UNLINKED_ROUNDS = 13;
    private static final int STACK_BYTES = 256 << 10;
    private static boolean started;

    private final JobFiles files;
    private final Runnable everyRound;

    private LauncherWatch(JobFiles files, Runnable everyRound) {
        super(null, null, "shmem4j-launcher-watch", STACK_BYTES);
        this.files = files;
        this.everyRound = everyRound;
        setDaemon(true);
    }

    /** Starts to watch, unless this process does already. */
    public static void begin(JobFiles files) {
        begin(files, () -> { });
    }

    /** Starts to watch, unless this process does already, and to do something else some times a second. */
    public static synchronized void begin(JobFiles files, Runnable everyRound) {
        if (!started) {
            started = true;
            new LauncherWatch(files, everyRound).start();
        }
    }

    @Override
    public void run() {
        // Short programs end before they have loaded what a lock needs. (Thread.sleep would load classes of the flight
        // recorder, which no start-up cache holds.)
        Waiter.park(FIRST_NANOS);
        try (LockedBytes bytes = open()) {
            boolean asked = false;
            for (int round = 0;; round++) {
                // Also when somebody has removed the job's folder.
                if (!bytes.locked(0, LockedBytes.WHOLE)) {
                    endIfAbandoned(files);
                }
                everyRound.run();
                if (!asked && (Syscalls.linked() || round == UNLINKED_ROUNDS)) {
                    Syscalls.continueAtParentsEnd();
                    asked = true;
                } else {
                    Waiter.park(INTERVAL_NANOS);
                }
            }
        } catch (IOException e) {
            // The lock file is gone, and the launcher with it.
            lastLook(files);
            Runtime.getRuntime().halt(1);
        }
    }

    /** {@return the lock file's locks} A program that has all files open that it may has one less some day. */
    private LockedBytes open() throws NoSuchFileException {
        while (true) {
            try {
                return LockedBytes.open(files);
            } catch (NoSuchFileException e) {
                throw e;
            } catch (IOException e) {
                Waiter.park(INTERVAL_NANOS);
            }
        }
    }

    /**
     * Looks once more whether the launcher is there, in a process that is about to end by itself. It may be the last of
     * the job, and nobody else would then remove the files of a launcher that has died since the last round.
     */
    public static void lastLook(JobFiles files) {
        try {
            endIfAbandoned(files);
        } catch (NoSuchFileException e) {
            // Another process was removing the files, and may have ended before the last one.
            files.delete();
        } catch (IOException e) {
            // Nothing can be said of the launcher.
            return;
        }
    }

    /** One thread at a time, so that none ends the process while another removes files. */
    private static synchronized void endIfAbandoned(JobFiles files) throws IOException {
        if (!Living.isAnyAlive(files)) {
            files.delete();
            Runtime.getRuntime().halt(1);
        }
    }
}
