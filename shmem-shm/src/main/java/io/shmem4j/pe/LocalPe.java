// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.apart.CurrentPe;
import io.shmem4j.apart.PeThreads;
import io.shmem4j.apart.ThreadPe;
import io.shmem4j.error.JobAbortedException;
import io.shmem4j.error.NotInitializedException;
import io.shmem4j.pe.LocalJob.EndOfJob;
import io.shmem4j.shm.PeLife;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A PE that is a thread, with all threads that it starts. It ends when the program has returned and only daemon threads
 * remain, or with the first uncaught throwable.
 */
final class LocalPe extends ThreadPe implements PeLife {
    private static final InheritableThreadLocal<LocalPe> OF_CHILDREN = new InheritableThreadLocal<>();

    /** Delay before warning about an executor that keeps the PE alive. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final LocalJob job;
    private final Host.Task task;
    private final PeThreads threads = new PeThreads(this);
    private final Thread main = threads.main(this::run);
    private Backend backend;
    private volatile boolean finished;

    LocalPe(LocalJob job, int number, Host.Task task) {
        super(number, null, System.out, System.err, System.in);
        this.job = job;
        this.task = task;
        // Not inherited from the caller: threads that the PE starts inherit it in turn.
        main.setDaemon(false);
    }

    /** {@return the calling thread's PE, or null} */
    static LocalPe find() {
        Thread thread = Thread.currentThread();
        if (thread instanceof PeThreads.Main main) {
            return main.pe() instanceof LocalPe pe ? pe : null;
        }
        // The common pool serves all PEs, but its threads inherit from the PE that first used it.
        return CurrentPe.isOfCommonPool(thread) ? null : OF_CHILDREN.get();
    }

    boolean finished() {
        return finished;
    }

    /** {@return this PE's backend, created by the first thread that needs it} */
    synchronized Backend backend() {
        if (finished) {
            throw new NotInitializedException("the thread \"" + Thread.currentThread().getName() + "\" works for PE "
                + number() + " of a job that has ended");
        }
        if (backend == null) {
            backend = job.backend(this);
        }
        return backend;
    }

    Thread main() {
        return main;
    }

    private void run() {
        OF_CHILDREN.set(this);
        boolean[] returned = {false};
        try {
            task.run();
            returned[0] = true;
        } catch (Throwable thrown) {
            job.failed(number(), thrown, null);
        }
        threads.runLast(() -> end(returned[0]));
    }

    private void end(boolean returned) {
        try {
            joinOthers();
            if (returned) {
                runHooks();
                job.returned(number());
            }
        } catch (Throwable thrown) {
            job.failed(number(), thrown, null);
        } finally {
            finished = true;
            job.finished();
        }
    }

    /** Waits for non-daemon threads, including those that are started meanwhile. */
    private void joinOthers() {
        for (List<Thread> left = threads.others(); !left.isEmpty(); left = threads.others()) {
            left.forEach(this::join);
        }
    }

    /** Waits for a thread. An interrupt is passed on to the thread. */
    private void join(Thread thread) {
        while (thread.isAlive()) {
            try {
                if (!thread.join(PATIENCE) && thread.getState() == Thread.State.WAITING) {
                    job.waitsFor(thread, number());
                }
            } catch (InterruptedException e) {
                thread.interrupt();
            }
        }
    }

    /** {@return the live platform threads of this PE, its own first} */
    List<Thread> threads() {
        List<Thread> found = new ArrayList<>();
        for (Thread thread : PeThreads.all(threads)) {
            found.add(thread == main ? 0 : found.size(), thread);
        }
        return found;
    }

    @Override
    protected void fail(Throwable thrown, Thread thread) {
        job.failed(number(), thrown, thread);
    }

    /** Unwinds the calling thread, which has ended the job. */
    @Override
    public void end(int status) {
        throw new EndOfJob();
    }

    @Override
    public void exit(int status) {
        end(status);
    }

    @Override
    public void halt(int status) {
        end(status);
    }

    @Override
    public void check() {
        if (finished) {
            throw new JobAbortedException("PE " + number() + " has ended");
        }
    }
}
