// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.Waiter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;

/**
 * Ends this process when its launcher dies, even by SIGKILL.
 *
 * <p>The launcher holds locks in the register of the {@link Living} while it runs. A daemon thread checks these; when
 * they are gone, it deletes the job's files and halts.
 *
 * <p>A stopped process (SIGSTOP, SIGTSTP) can't check anything, so the kernel is asked to send SIGCONT as the
 * parent-death signal. A deadly signal would leave the job's files behind. The signal is sent when the parent
 * <em>thread</em> ends, which is the launcher's main thread. A launcher that died before this request is detected by
 * the check that follows.
 *
 * <p>The thread checks a few times a second and sleeps in between, because a thread that blocks in a system call delays
 * every exit of the JVM by 300 ms. If all PEs exit between two checks, {@link #lastLook} detects the launcher's death.
 */
public final class LauncherWatch extends Thread {
    private static final long FIRST_NANOS = 400_000_000;
    private static final long INTERVAL_NANOS = 200_000_000;
    /** Rounds before the system call is linked, which takes tens of milliseconds that short jobs shouldn't pay for. */
    private static final int UNLINKED_ROUNDS = 13;
    private static final int STACK_BYTES = 256 << 10;
    private static boolean started;

    private final JobFiles files;
    private final Runnable everyRound;
    private int round;
    private boolean asked;

    private LauncherWatch(JobFiles files, Runnable everyRound) {
        super(null, null, "shmem4j-launcher-watch", STACK_BYTES);
        this.files = files;
        this.everyRound = everyRound;
        setDaemon(true);
    }

    /** Starts the thread unless it is running. */
    public static void begin(JobFiles files) {
        begin(files, () -> { });
    }

    /** Starts the thread unless it is running, with an additional action per round. */
    public static synchronized void begin(JobFiles files, Runnable everyRound) {
        if (!started) {
            started = true;
            new LauncherWatch(files, everyRound).start();
        }
    }

    @Override
    public void run() {
        // Delays loading of classes past the end of short programs. Thread.sleep would load classes of the flight
        // recorder, which no start-up cache has.
        Waiter.park(FIRST_NANOS);
        while (true) {
            try {
                watch();
            } catch (IOException e) {
                // The lock file has been deleted, so the launcher is gone.
                lastLook(files);
                Runtime.getRuntime().halt(1);
            } catch (VirtualMachineError e) {
                // The program may have filled the Java heap. Nothing of the failed round is left, also no lock.
                Waiter.park(INTERVAL_NANOS);
            }
        }
    }

    private void watch() throws IOException {
        try (FileChannel locks = open()) {
            while (true) {
                // Also true if the job's folder has been deleted.
                if (!Living.isAnyAlive(locks)) {
                    endIfAbandoned(files);
                }
                everyRound.run();
                round++;
                if (!asked && (Syscalls.linked() || round > UNLINKED_ROUNDS)) {
                    Syscalls.continueAtParentsEnd();
                    asked = true;
                } else {
                    Waiter.park(INTERVAL_NANOS);
                }
            }
        }
    }

    /** {@return the open lock file} If the process has too many open files, this is retried. */
    private FileChannel open() throws NoSuchFileException {
        while (true) {
            try {
                return files.open(JobFiles.LOCK);
            } catch (NoSuchFileException e) {
                throw e;
            } catch (IOException e) {
                Waiter.park(INTERVAL_NANOS);
            }
        }
    }

    /**
     * Checks the launcher a last time before this process exits. If this is the job's last process, no other would
     * delete the files of a launcher that has just died.
     */
    public static void lastLook(JobFiles files) {
        try {
            endIfAbandoned(files);
        } catch (NoSuchFileException e) {
            // Continues the deletion that another process may have begun before it ended.
            files.delete();
        } catch (IOException e) {
            // The launcher's state is unknown.
        }
    }

    /** Synchronized, so that no thread halts the process while another one deletes files. */
    private static synchronized void endIfAbandoned(JobFiles files) throws IOException {
        if (!Living.isAnyAlive(files)) {
            files.delete();
            Runtime.getRuntime().halt(1);
        }
    }
}
