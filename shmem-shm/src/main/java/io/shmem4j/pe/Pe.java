// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.apart.PeThreads;
import io.shmem4j.apart.ThreadPe;
import io.shmem4j.shm.PeLife;
import io.shmem4j.spi.Backend;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A PE of a {@link SharedJvm}.
 *
 * <p>It ends once, with a status: when main and all non-daemon threads have returned, by an exit, or by an uncaught
 * throwable. Java can't stop threads, so the thread that ended the PE parks forever, and each other thread of the PE
 * does so at its next wait in the library. Output of these threads is dropped.
 */
final class Pe extends ThreadPe implements PeLife {
    private final SharedJvm jvm;
    private final PeThreads threads;
    private final AtomicBoolean ending = new AtomicBoolean();
    private final AtomicBoolean finished = new AtomicBoolean();
    private volatile boolean ended;
    private Backend backend;

    Pe(SharedJvm jvm, int number) {
        super(number, jvm.program().classes(), jvm.program().output(number, Frames.OUT),
            jvm.program().output(number, Frames.ERR), jvm.program().input(number));
        this.jvm = jvm;
        this.threads = new PeThreads(this);
    }

    /** {@return this PE's backend, created at the first call} */
    synchronized Backend backend() {
        if (backend == null) {
            backend = jvm.job().backend(number(), this);
        }
        return backend;
    }

    /** Starts the main thread. If there is no thread for it, the PE fails. */
    void start() {
        try {
            threads.main(this::run).start();
        } catch (OutOfMemoryError e) {
            fail(e, null);
        }
    }

    private void run() {
        try {
            jvm.begin(this);
            jvm.program().run(this);
            jvm.job().control().returned(number());
        } catch (Throwable thrown) {
            fail(thrown, null);
            return;
        }
        threads.runLast(this::endAfterThreads);
    }

    private void endAfterThreads() {
        threads.joinOthers();
        if (!finished.get()) {
            jvm.returned();
        }
        finishAfterHooks(0);
    }

    @Override
    protected void fail(Throwable thrown, Thread thread) {
        try {
            jvm.program().fail(number(), thread instanceof PeThreads.Main ? null : thread, thrown, ownErr());
        } finally {
            finish(Failure.STATUS);
        }
    }

    @Override
    public void exit(int status) {
        finishAfterHooks(status);
        stay();
    }

    @Override
    public void halt(int status) {
        finish(status);
        stay();
    }

    /** Ends this PE for the library, and the calling thread. */
    @Override
    public void end(int status) {
        halt(status);
    }

    @Override
    public void check() {
        if (ended) {
            stay();
        }
    }

    private void finishAfterHooks(int status) {
        if (ending.compareAndSet(false, true)) {
            try {
                runHooks();
            } finally {
                finish(status);
            }
        }
    }

    private void finish(int status) {
        if (finished.compareAndSet(false, true)) {
            // If this fails, the JVM still counts the PE as ended, and the launcher notices the missing status.
            try {
                flush();
                ended = true;
            } finally {
                jvm.ended(this, status);
            }
        }
    }

    /** Starts the shutdown hooks unless they have run, and {@return their threads} */
    List<Thread> startLastHooks() {
        return ended ? List.of() : startHooks();
    }
}
