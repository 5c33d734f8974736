// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.apart.PeThreads;
import io.shmem4j.error.JobAbortedException;
import io.shmem4j.pe.LocalJob.EndOfJob;
import io.shmem4j.shm.PeLife;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * A PE that is a thread, with all threads that it starts. It ends when the program has returned and only daemon threads
 * remain, or with the first uncaught throwable.
 */
final class LocalPe extends Thread implements PeLife {
    private static final InheritableThreadLocal<LocalPe> OF_CHILDREN = new InheritableThreadLocal<>();

    /** Delay before warning about an executor that keeps the PE alive. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final LocalJob job;
    private final int number;
    private final Host.Task task;
    private final LocalThreads threads;
    private final List<Thread> hooks = new ArrayList<>();
    private Backend backend;
    private volatile boolean finished;

    LocalPe(LocalJob job, int number, Host.Task task) {
        this(job, number, task, new LocalThreads(job, number));
    }

    private LocalPe(LocalJob job, int number, Host.Task task, LocalThreads threads) {
        super(threads, null, threads.getName());
        this.job = job;
        this.number = number;
        this.task = task;
        this.threads = threads;
        // Not inherited from the caller: threads that the PE starts inherit it in turn.
        setDaemon(false);
    }

    /** {@return the calling thread's PE, or null} */
    static LocalPe find() {
        Thread thread = Thread.currentThread();
        if (thread instanceof LocalPe pe) {
            return pe;
        }
        // The common pool serves all PEs, but its threads inherit from the PE that first used it.
        return thread instanceof ForkJoinWorkerThread worker && worker.getPool() == ForkJoinPool.commonPool() ? null
            : OF_CHILDREN.get();
    }

    int number() {
        return number;
    }

    boolean finished() {
        return finished;
    }

    /** {@return this PE's backend, created by the first thread that needs it} */
    synchronized Backend backend() {
        if (finished) {
            throw new IllegalStateException("the thread \"" + Thread.currentThread().getName() + "\" works for PE "
                + number + " of a job that has ended");
        }
        if (backend == null) {
            backend = job.backend(this);
        }
        return backend;
    }

    @Override
    public void run() {
        OF_CHILDREN.set(this);
        try {
            task.run();
            joinOthers();
            runHooks();
            job.returned(number);
        } catch (Throwable thrown) {
            job.failed(number, thrown, null);
            joinOthers();
        } finally {
            finished = true;
            job.finished();
        }
    }

    private void runHooks() throws InterruptedException {
        List<Thread> now;
        synchronized (hooks) {
            now = List.copyOf(hooks);
        }
        now.forEach(Thread::start);
        for (Thread hook : now) {
            hook.join();
        }
    }

    /** Waits for non-daemon threads, including those that are started meanwhile. */
    private void joinOthers() {
        for (List<Thread> left = others(); !left.isEmpty(); left = others()) {
            left.forEach(this::join);
        }
    }

    private List<Thread> others() {
        return threads().stream().filter(thread -> thread != this && !thread.isDaemon()).toList();
    }

    /** Waits for a thread. An interrupt is passed on to the thread. */
    private void join(Thread thread) {
        while (thread.isAlive()) {
            try {
                if (!thread.join(PATIENCE) && thread.getState() == State.WAITING) {
                    job.waitsFor(thread, number);
                }
            } catch (InterruptedException e) {
                thread.interrupt();
            }
        }
    }

    /** {@return the live platform threads of this PE, including this one} */
    List<Thread> threads() {
        return threads.all();
    }

    /** Unwinds the calling thread, which has ended the job. */
    @Override
    public void end(int status) {
        throw new EndOfJob();
    }

    @Override
    public boolean atExit(Thread hook) {
        synchronized (hooks) {
            return hooks.add(hook);
        }
    }

    @Override
    public void check() {
        if (finished) {
            throw new JobAbortedException("PE " + number + " has ended");
        }
    }

    /** The threads of a PE; new threads join the group of their creator. */
    private static final class LocalThreads extends ThreadGroup {
        private final LocalJob job;
        private final int pe;

        LocalThreads(LocalJob job, int pe) {
            super("PE " + pe);
            this.job = job;
            this.pe = pe;
        }

        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            job.failed(pe, thrown, thread);
        }

        /** {@return the live threads, the PE's own first} */
        List<Thread> all() {
            List<Thread> found = new ArrayList<>();
            for (Thread thread : PeThreads.all(this)) {
                found.add(thread instanceof LocalPe ? 0 : found.size(), thread);
            }
            return found;
        }
    }
}
