// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.apart.PeThreads;
import io.shmem4j.apart.ProgramClasses;
import io.shmem4j.apart.ThreadPe;
import io.shmem4j.shm.PeLife;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Waiter;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One of several PEs in this JVM.
 *
 * <p>It ends once, with a status: by the return of main and of the last thread that is no daemon, by an exit, or by
 * what nobody caught. Its threads can't be ended with it. The thread that asked for the end goes no further, nor does a
 * waiter in the library; output of the others is lost.
 */
final class Pe extends ThreadPe implements PeLife {
    private final SharedJvm jvm;
    private final PeThreads threads;
    private final AtomicBoolean ending = new AtomicBoolean();
    private final AtomicBoolean finished = new AtomicBoolean();
    private volatile boolean ended;
    private Backend backend;

    Pe(SharedJvm jvm, int number, ProgramClasses classes) {
        super(number, classes, jvm.output(number, Frames.OUT), jvm.output(number, Frames.ERR), jvm.input(number));
        this.jvm = jvm;
        this.threads = new PeThreads(this);
    }

    /** {@return this PE's side of the job, made at the first call, by the thread that is the first to need it} */
    synchronized Backend backend() {
        if (backend == null) {
            backend = jvm.job().backend(number(), this);
        }
        return backend;
    }

    /** Runs the program's main method in a thread of its own; a PE for which the system has no thread fails. */
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
            Class<?> type = Class.forName(jvm.mainClass(), false, loader());
            MainMethod.of(type).run(type, jvm.arguments());
            jvm.job().control().returned(number());
        } catch (Throwable thrown) {
            fail(thrown, null);
            return;
        }
        threads.joinOthers();
        if (!finished.get()) {
            jvm.returned();
        }
        finishAfterHooks(0);
    }

    @Override
    public void uncaught(Thread thread, Throwable thrown) {
        UncaughtExceptionHandler ofProgram = handler();
        if (ofProgram == null) {
            fail(thrown, thread);
        } else {
            ofProgram.uncaughtException(thread, thrown);
        }
    }

    @Override
    protected void fail(Throwable thrown) {
        fail(thrown, Thread.currentThread());
    }

    private void fail(Throwable thrown, Thread thread) {
        try {
            new Failure(number(), thrown, thread instanceof PeThreads.Main ? null : thread, jvm.pesInWords())
                .announce(ownErr());
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

    /** The library ends this PE at once, and the calling thread with it. */
    @Override
    public void end(int status) {
        halt(status);
    }

    @Override
    public void pause(long nanos) {
        check();
        Waiter.park(nanos);
        check();
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
                startHooks().forEach(PeThreads::join);
            } finally {
                finish(status);
            }
        }
    }

    private void finish(int status) {
        if (finished.compareAndSet(false, true)) {
            // The JVM must not wait for this PE even if this fails; the launcher learns which PEs did not report.
            try {
                ownOut().flush();
                ownErr().flush();
                ended = true;
                release();
            } finally {
                jvm.ended(this, status);
            }
        }
    }

    /** {@return the hooks, which run now; none after the first call, or when this PE has ended} */
    List<Thread> startLastHooks() {
        return ended ? List.of() : startHooks();
    }
}
