// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.config.Setting;
import io.shmem4j.error.JobAbortedException;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.error.ShmemException;
import io.shmem4j.hang.PeNumbers;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.LocalMemory;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.Times;
import io.shmem4j.spi.Undisturbed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A job whose PEs are threads of this JVM.
 *
 * <p>The calling thread waits for the end and checks for deadlocks and aborts. After an abort, PEs return from waits in
 * the library, and other PEs are interrupted. Threads can't be stopped, so a thread that is still running after some
 * seconds is reported, and no other job starts before it has ended.
 */
final class LocalJob {
    private static final long LOOK_MILLIS = 100;
    private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock(true);

    private static List<Thread> left = List.of();

    private final ShmJob job;
    private final ControlFile control;
    private final List<LocalPe> pes = new ArrayList<>();
    private final CountDownLatch running;
    private final TreeMap<Integer, Throwable> failures = new TreeMap<>();
    private final List<String> said = new ArrayList<>();
    private final AtomicBoolean waits = new AtomicBoolean();
    private String verdict;
    private boolean interrupted;

    private LocalJob(ShmJob job, Host.Task task) {
        this.job = job;
        this.control = job.control();
        this.running = new CountDownLatch(control.nPes());
        for (int pe = 0; pe < control.nPes(); pe++) {
            pes.add(new LocalPe(this, pe, task));
        }
    }

    /** Runs a job after the current one has ended. */
    static void run(int nPes, Host.Task task) {
        alone("Shmem.run", nPes, memory -> {
            try {
                runAlone(nPes, task, memory);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Grants exclusive use of the memory after the current job has ended; {@code caller} is for error messages. */
    static void alone(String caller, int nPes, Consumer<LocalMemory> user) {
        if (nPes < 1 || nPes > LocalMemory.MAX_PES) {
            throw new IllegalArgumentException(caller + ": a job has 1 to " + LocalMemory.MAX_PES + " PEs, not "
                + nPes);
        }
        LocalPe pe = LocalPe.find();
        if (pe != null) {
            throw new IllegalStateException(caller + ": PE " + pe.number() + " of a running job called it; PEs "
                + "can't start others, call it when the job has ended");
        }
        ONE_AT_A_TIME.lock();
        try {
            requireFree(caller);
            user.accept(Undisturbed.call(() -> LocalMemory.forPes(nPes)));
        } catch (IOException | UncheckedIOException e) {
            throw new ShmemException(caller + ": the job's memory can't be made in " + Setting.SHM_DIR.value() + ": "
                + e, e);
        } finally {
            ONE_AT_A_TIME.unlock();
        }
    }

    private static void requireFree(String caller) {
        if (JobMemory.installed() && !LocalMemory.exists()) {
            throw new IllegalStateException(caller + ": this JVM is a job of one PE, because Shmem.init was called "
                + "outside of Shmem.run before, or has joined a job");
        }
        left = left.stream().filter(Thread::isAlive).toList();
        if (!left.isEmpty()) {
            throw new IllegalStateException(caller + ": the thread \"" + left.getFirst().getName()
                + "\" of an earlier job has not ended" + place(left.getFirst()));
        }
    }

    private static void runAlone(int nPes, Host.Task task, LocalMemory memory) throws IOException {
        LocalJob job = new LocalJob(ShmJob.inThreads(nPes, memory.heapBytes(nPes)), task);
        memory.begin();
        job.interrupted = Thread.interrupted();
        job.pes.forEach(job::start);
        job.await();
        if (left.isEmpty()) {
            memory.clear();
        }
        job.report();
    }

    /** Starts a PE. If there is no thread for it, it fails and the job ends. */
    private void start(LocalPe pe) {
        try {
            pe.main().start();
        } catch (OutOfMemoryError e) {
            failed(pe.number(), e, null);
            finished();
        }
    }

    private void await() {
        LocalWatch watch = new LocalWatch(control, pes);
        // Counted in looks: threads of a process that is stopped get no time.
        long endingNanos = 0;
        while (!ended()) {
            if (!control.aborting()) {
                verdict = interrupted ? watch.report("Shmem.run was interrupted") : watch.look(System.nanoTime());
                if (verdict != null) {
                    control.abort(0, 1, verdict);
                }
            } else if (endingNanos >= Times.INTERRUPT_NANOS) {
                leave();
                break;
            } else if (endingNanos >= Times.ABORT_NANOS) {
                pes.forEach(pe -> pe.threads().forEach(Thread::interrupt));
            }
            endingNanos += control.aborting() ? TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS) : 0;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean ended() {
        try {
            if (!running.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
            for (LocalPe pe : pes) {
                pe.main().join();
            }
            return true;
        } catch (InterruptedException e) {
            interrupted = true;
            return false;
        }
    }

    private void leave() {
        left = pes.stream().filter(pe -> !pe.finished()).flatMap(pe -> pe.threads().stream()).toList();
        left.forEach(thread -> said.add("the thread \"" + thread.getName() + "\" goes on" + place(thread)));
    }

    private static String place(Thread thread) {
        StackTraceElement[] frames = thread.getStackTrace();
        return frames.length == 0 ? "" : ", at " + frames[0];
    }

    Backend backend(LocalPe pe) {
        return job.backend(pe.number(), pe);
    }

    /** Warns, once per job, that only an idle thread of a PE keeps the job running. */
    void waitsFor(Thread thread, int pe) {
        if (!waits.getAndSet(true)) {
            System.err.println("Shmem.run: PE " + pe + " has ended, but its thread \"" + thread.getName()
                + "\" waits" + place(thread) + "; shut its pool down, or make it a daemon");
        }
    }

    void finished() {
        running.countDown();
    }

    /**
     * Called when the program has returned on a PE. It is an error if the PE has not finalized the library, because
     * other PEs may wait for it.
     */
    void returned(int pe) {
        if (control.state(pe) == PeState.RUNNING) {
            failed(pe, new IllegalStateException("PE " + pe + " has returned and called neither finish nor close"),
                null);
        }
    }

    /** Records an uncaught throwable of a PE; the thread is null for the PE's own. */
    void failed(int pe, Throwable thrown, Thread thread) {
        if (thrown instanceof EndOfJob || control.aborting() && follows(thrown)) {
            return;
        }
        synchronized (failures) {
            if (failures.putIfAbsent(pe, thrown) == null && thread != null) {
                said.add("PE " + pe + " failed in its thread \"" + thread.getName() + "\"");
            }
        }
        control.abort(pe, 1, thrown.toString());
    }

    /** {@return whether a throwable is a consequence of the abort} */
    private static boolean follows(Throwable thrown) {
        return Explanation.chain(thrown).stream().anyMatch(at -> at instanceof JobAbortedException
            || at instanceof InterruptedException || at instanceof ClosedByInterruptException);
    }

    /** Throws the job's failure, if any. */
    private void report() {
        if (!control.aborting()) {
            return;
        }
        synchronized (failures) {
            // The interrupts that follow a deadlock or interruption cause failures of PEs, which are not its cause.
            Throwable cause = verdict == null ? failures.get(control.abortPe()) : null;
            String what = verdict;
            if (cause != null) {
                what = "PE " + control.abortPe() + " of " + control.nPes() + ": " + cause;
            } else if (what == null && control.abortStatus() != 0) {
                String reason = control.abortReason();
                what = "PE " + control.abortPe() + " of " + control.nPes() + (reason != null ? ": " + reason
                    : " ended the job with status " + control.abortStatus());
            }
            if (what != null || !failures.isEmpty() || !said.isEmpty()) {
                throw new JobFailedException(message(what, cause), cause, failures);
            }
        }
    }

    private String message(String what, Throwable cause) {
        List<String> lines = new ArrayList<>();
        if (what != null) {
            lines.add(what);
        }
        List<Integer> others = failures.keySet().stream().filter(pe -> failures.get(pe) != cause).toList();
        if (!others.isEmpty()) {
            lines.add(PeNumbers.describe(others) + " failed, too");
        }
        lines.addAll(said);
        return String.join("\n", lines);
    }

    /** Unwinds a thread that has ended the job, in place of exiting the process. */
    static final class EndOfJob extends Error {
        private static final long serialVersionUID = 1;

        EndOfJob() {
            super("this PE has ended the job", null, false, false);
        }
    }
}
