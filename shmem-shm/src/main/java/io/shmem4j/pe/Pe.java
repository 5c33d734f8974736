// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.shm.PeLife;
import io.shmem4j.spi.Backend;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * One of several PEs in this JVM, with its own copy of everything that a program takes for the process's.
 *
 * <p>It ends once, with a status: by the return of main and of the last thread that is no daemon, by an exit, or by
 * what nobody caught. Its threads can't be ended with it. The one that asked for the end goes no further, nor does any
 * that waits in the library, and what the others write is lost.
 */
final class Pe implements PeLife {
    private final SharedJvm jvm;
    private final int number;
    private final PeThreads threads;
    private final PeClassLoader loader;
    private final PrintStream ownOut;
    private final PrintStream ownErr;
    private final AtomicBoolean ending = new AtomicBoolean();
    private final AtomicBoolean finished = new AtomicBoolean();
    private volatile PrintStream out;
    private volatile PrintStream err;
    private volatile InputStream in;
    private volatile UncaughtExceptionHandler handler;
    private volatile boolean ended;
    private List<Thread> hooks = new ArrayList<>();
    private Backend backend;

    /**
     * A PE that runs later.
     *
     * @param jvm    its JVM
     * @param number of the PE
     * @param loader of the program's classes, of this PE's own or for all
     */
    Pe(SharedJvm jvm, int number, Function<Pe, PeClassLoader> loader) {
        this.jvm = jvm;
        this.number = number;
        this.threads = new PeThreads(this);
        this.loader = loader.apply(this);
        this.ownOut = jvm.output(number, Frames.OUT);
        this.ownErr = jvm.output(number, Frames.ERR);
        this.in = jvm.input(number);
        this.out = ownOut;
        this.err = ownErr;
    }

    int number() {
        return number;
    }

    PeThreads threads() {
        return threads;
    }

    PeClassLoader loader() {
        return loader;
    }

    PrintStream out() {
        return out;
    }

    void out(PrintStream newOut) {
        out = newOut;
    }

    PrintStream err() {
        return err;
    }

    void err(PrintStream newErr) {
        err = newErr;
    }

    InputStream in() {
        return in;
    }

    void in(InputStream newIn) {
        in = newIn;
    }

    UncaughtExceptionHandler handler() {
        return handler;
    }

    void handler(UncaughtExceptionHandler newHandler) {
        handler = newHandler;
    }

    /** {@return this PE's side of the job, made at the first call, by the thread that is the first to need it} */
    synchronized Backend backend() {
        if (backend == null) {
            backend = jvm.job().backend(number, this);
        }
        return backend;
    }

    /** Runs the program's main method in a thread of its own. */
    void start() {
        new PeThread(this, this::run).start();
    }

    private void run() {
        try {
            jvm.begin(this);
            Class<?> type = Class.forName(jvm.mainClass(), false, loader);
            MainMethod.of(type).run(type, jvm.arguments());
            jvm.job().control().returned(number);
        } catch (Throwable thrown) {
            fail(thrown, null);
            return;
        }
        threads.joinOthers();
        if (!finished.get()) {
            jvm.returned();
        }
        exit(0);
    }

    /** A thread ends by an uncaught throwable. */
    void uncaught(Thread thread, Throwable thrown) {
        UncaughtExceptionHandler ofProgram = handler;
        if (ofProgram == null) {
            fail(thrown, thread);
        } else {
            ofProgram.uncaughtException(thread, thrown);
        }
    }

    private void fail(Throwable thrown, Thread thread) {
        try {
            new Failure(number, thrown, thread instanceof PeThread ? null : thread, jvm.pesInWords()).tell(ownErr);
        } finally {
            finish(Failure.STATUS);
        }
    }

    /**
     * Ends this PE after its hooks.
     *
     * @param status with which
     */
    void exit(int status) {
        if (ending.compareAndSet(false, true)) {
            startHooks().forEach(PeThreads::join);
            finish(status);
        }
    }

    /** Ends this PE at once, and the calling thread with it. */
    @Override
    public void end(int status) {
        finish(status);
        stay();
    }

    @Override
    public boolean atExit(Thread hook) {
        synchronized (threads) {
            boolean early = hooks != null;
            if (early) {
                hooks.add(hook);
            }
            return early;
        }
    }

    @Override
    public void check() {
        if (ended) {
            stay();
        }
    }

    private void finish(int status) {
        if (finished.compareAndSet(false, true)) {
            ownOut.flush();
            ownErr.flush();
            ended = true;
            jvm.ended(this, status);
        }
    }

    /** The end of a thread that a process's end would have taken along: no block of code after this runs. */
    static void stay() {
        while (true) {
            LockSupport.park();
            Thread.interrupted();
        }
    }

    /** Keeps a thread to be run before this PE ends. */
    void add(Thread hook) {
        synchronized (threads) {
            requireHooks();
            if (hook.isAlive() || hooks.contains(hook)) {
                throw new IllegalArgumentException(hook.isAlive() ? "Hook already running"
                    : "Hook previously registered");
            }
            hooks.add(hook);
        }
    }

    /** Forgets a hook. Returns whether it was there. */
    boolean remove(Thread hook) {
        synchronized (threads) {
            requireHooks();
            return hooks.remove(hook);
        }
    }

    private void requireHooks() {
        if (hooks == null) {
            throw new IllegalStateException("Shutdown in progress");
        }
    }

    /** {@return the hooks, which run now; none after the first call, or when this PE has ended} */
    List<Thread> startHooks() {
        List<Thread> started;
        synchronized (threads) {
            started = hooks == null || ended ? List.of() : hooks;
            hooks = null;
        }
        started.forEach(Thread::start);
        return started;
    }
}
