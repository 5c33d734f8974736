// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.join;

import io.shmem4j.error.JobAbortedException;
import io.shmem4j.error.NotInitializedException;
import io.shmem4j.error.ShmemException;
import io.shmem4j.shm.NodeBackend;
import io.shmem4j.shm.PeLife;
import io.shmem4j.spi.Host.JoinRequest;
import io.shmem4j.spi.Waiter;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * This JVM's memberships: one PE for each thread that joins. All PEs are in one job at a time, because jobs map their
 * memory at the same addresses.
 *
 * <p>A lock admits one joining thread at a time. The list of PEs is immutable and replaced as a whole, so reading it
 * needs no lock.
 */
public final class JoinedJvm {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ReentrantLock joining = new ReentrantLock();
    /** Weak, because threads inherit it and may outlive many jobs. */
    private final InheritableThreadLocal<Reference<Part>> ofThread = new InheritableThreadLocal<>();
    private volatile List<Part> pes = List.of();
    private volatile boolean shuttingDown;

    /** Joins a job with the calling thread as a PE. */
    public NodeBackend join(JoinRequest request) {
        long deadline = System.nanoTime() + request.nanos();
        requireNew();
        // Interrupted threads can't use file channels.
        boolean interrupted = Thread.interrupted();
        Thread hook = new Thread(this::shutDown, "shmem4j shutdown");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            return begin(claim(request, deadline, hook), request);
        } catch (IOException e) {
            withdraw(e, hook);
            throw new ShmemException("job " + request.name() + " can't be joined in " + request.folder() + ": " + e, e);
        } catch (RuntimeException | Error e) {
            withdraw(e, hook);
            throw e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Withdraws the PE of the calling thread, which is no part of a job after an error. */
    private void withdraw(Throwable cause, Thread hook) {
        removeHook(hook);
        open().stream().filter(pe -> pe.joiner == Thread.currentThread()).forEach(pe -> pe.fail(cause));
    }

    private static boolean removeHook(Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM runs it.
            return false;
        }
    }

    /** Ends waits for the start of other JVMs: their threads may hold locks that other shutdown hooks need. */
    private void shutDown() {
        shuttingDown = true;
        open().forEach(Part::checkShutdown);
    }

    /** {@return a claimed PE whose job is mapped} */
    private Part claim(JoinRequest request, long deadline, Thread hook) throws IOException {
        try (JobEntrance entrance = new JobEntrance(request)) {
            return claim(entrance, request, deadline, hook);
        }
    }

    private Part claim(JobEntrance entrance, JoinRequest request, long deadline, Thread hook) throws IOException {
        joining.lock();
        try {
            JobEntrance.Claim claim = enter(entrance);
            while (claim == null) {
                if (System.nanoTime() - deadline > 0) {
                    throw new ShmemException("job " + request.name() + ": an earlier job of that name does not "
                        + "end; oshstat shows its PEs, and oshrun --clean removes it when none lives");
                }
                if (shuttingDown) {
                    throw new ShmemException("job " + request.name() + ": this JVM is shutting down");
                }
                Waiter.park(PAUSE_NANOS);
                claim = enter(entrance);
            }
            Part pe = new Part(claim.job(), claim.pe(), deadline, hook);
            try {
                pe.job.map();
                List<Part> now = open();
                now.add(pe);
                pes = List.copyOf(now);
                entrance.handOver();
                return pe;
            } catch (IOException | RuntimeException | Error e) {
                pe.fail(e);
                throw e;
            }
        } finally {
            joining.unlock();
        }
    }

    private void requireNew() {
        for (Part pe : open()) {
            if (pe.joiner == Thread.currentThread()) {
                throw new IllegalStateException("this thread is PE " + pe.number + " of job " + pe.job.name()
                    + " already; finish or close that session first");
            }
        }
    }

    private JobEntrance.Claim enter(JobEntrance entrance) throws IOException {
        List<Part> open = open();
        if (open.isEmpty()) {
            return entrance.enter(pes.isEmpty() || pes.getLast().job.takesBack() ? null
                : pes.getLast().job.living());
        }
        JoinedJob job = open.getFirst().job;
        if (!job.files().folder().equals(entrance.files().folder())) {
            throw new IllegalStateException("this JVM takes part in job " + job.name() + " as PE "
                + open.getFirst().number + "; it can join another one when that has ended");
        }
        if (job.living().isEmpty()) {
            return null;
        }
        try {
            int pe = entrance.claim(job);
            return pe < 0 ? null : new JobEntrance.Claim(job, pe);
        } catch (ClosedChannelException e) {
            if (job.living().isEmpty()) {
                // This JVM's last PE has just left the job.
                return null;
            }
            throw e;
        }
    }

    /**
     * Connects the nodes and creates the backend. Runs without the lock, because the agent also waits for other threads
     * to join.
     */
    private NodeBackend begin(Part pe, JoinRequest request) throws IOException {
        pe.job.nodes().await(pe.number, pe.deadline, request);
        pe.backend = pe.job.backend(pe.number, pe);
        ofThread.set(new WeakReference<>(pe));
        return pe.backend;
    }

    private List<Part> open() {
        List<Part> open = new ArrayList<>();
        for (Part pe : pes) {
            if (pe.open) {
                open.add(pe);
            }
        }
        return open;
    }

    /** {@return open PEs that have finished joining} */
    private List<Part> joined() {
        List<Part> joined = new ArrayList<>();
        for (Part pe : open()) {
            if (pe.backend != null) {
                joined.add(pe);
            }
        }
        return joined;
    }

    /** {@return the PE that the calling thread has joined as or inherited, or null} */
    private Part own() {
        Reference<Part> own = ofThread.get();
        return own == null ? null : own.get();
    }

    /** {@return the backend of the calling thread's open PE, or of the JVM's only one; null for other threads} */
    public NodeBackend ownBackend() {
        Part own = own();
        if (own != null && own.open) {
            return own.backend;
        }
        List<Part> joined = joined();
        return joined.size() == 1 ? joined.getFirst().backend : null;
    }

    /** {@return the backend of the calling thread's PE, or of the JVM's only PE} */
    public NodeBackend backend() {
        Part own = own();
        if (own != null && own.open) {
            return own.backend;
        }
        List<Part> joined = joined();
        if (joined.size() == 1) {
            return joined.getFirst().backend;
        }
        if (!joined.isEmpty()) {
            throw new IllegalStateException("the thread \"" + Thread.currentThread().getName() + "\" works for no PE: "
                + "this JVM has " + joined.size() + " of them, in threads that have joined and those that they have "
                + "started");
        }
        NodeBackend last = own != null ? own.backend : pes.isEmpty() ? null : pes.getLast().backend;
        if (last == null) {
            throw new NotInitializedException("this JVM has asked to join a job and takes part in none; call "
                + "Shmem.join first");
        }
        return last;
    }

    /** A PE of this JVM. Its end must not end the JVM, which belongs to the user, so it throws instead. */
    private final class Part implements PeLife {
        private final JoinedJob job;
        private final int number;
        private final long deadline;
        private final Thread joiner = Thread.currentThread();
        /** Null until all nodes are connected. */
        private volatile NodeBackend backend;
        /** Whether the session may still use the job's memory, and whether its waits go on. */
        private volatile boolean open = true;
        private volatile boolean leaving;
        private final Thread hook;
        private final List<Thread> hooks = new ArrayList<>();

        /** The calling thread becomes the PE; {@code deadline} limits its wait for other PEs to join. */
        Part(JoinedJob job, int number, long deadline, Thread hook) {
            this.job = job;
            this.number = number;
            this.deadline = deadline;
            this.hook = hook;
        }

        /** Withdraws this PE after an error, which aborts the job unless another JVM may take over the PE. */
        void fail(Object cause) {
            boolean goesOn = job.takesBack();
            if (!goesOn) {
                job.abort(number, "process " + ProcessHandle.current().pid() + " can't take part: " + cause);
            }
            leave(goesOn);
        }

        private void checkShutdown() {
            if (shuttingDown && (backend == null || backend.awaitsStarts())) {
                fail("its JVM is shutting down");
            }
        }

        /**
         * Throws if this PE has left, the job has failed, a PE has died, or PEs did not join in time. Called in every
         * wait.
         */
        @Override
        public void check() {
            checkShutdown();
            if (leaving && shuttingDown) {
                throw JoinedJob.failure("job " + job.name() + ": PE " + number + " has left: its JVM is shutting down");
            }
            if (leaving) {
                throw new IllegalStateException("PE " + number + " has left job " + job.name()
                    + "; Shmem.join takes part in the next one");
            }
            job.check(number, deadline);
        }

        @Override
        public boolean lives(int pe) {
            return job.lives(pe);
        }

        @Override
        public void left() {
            leave(backend.lives() != null && backend.lives().isReplaceable());
        }

        /** {@inheritDoc} The PE ends when it leaves, which may be long before the JVM's end. */
        @Override
        public boolean atExit(Thread hook) {
            synchronized (hooks) {
                return PeLife.super.atExit(hook) && hooks.add(hook);
            }
        }

        private void runHooks() {
            synchronized (hooks) {
                hooks.stream().filter(JoinedJvm::removeHook).forEach(Thread::run);
                hooks.clear();
            }
        }

        private void leave(boolean replaced) {
            runHooks();
            leaving = true;
            if (backend != null) {
                backend.endSleeps();
            }
            try {
                job.leave(number, replaced);
            } finally {
                open = false;
                removeHook(hook);
            }
        }

        @Override
        public void end(int status) {
            job.leave(number);
            throw new JobAbortedException("PE " + number + " has ended job " + job.name() + " with status " + status);
        }
    }
}
