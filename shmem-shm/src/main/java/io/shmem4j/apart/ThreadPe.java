// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A PE that is a thread of this JVM, with its own streams, shutdown hooks and handler of uncaught
 * throwables. Subclasses decide how it ends.
 *
 * <p>Any thread of the PE may read and change these, so fields are volatile, and a lock guards the hooks.
 */
public abstract class ThreadPe {
    private final int number;
    private final PeClassLoader loader;
    private final PrintStream ownOut;
    private final PrintStream ownErr;
    private final Object hooksLock = new Object();
    private volatile PrintStream out;
    private volatile PrintStream err;
    private volatile InputStream in;
    private BufferedReader lines;
    private volatile UncaughtExceptionHandler handler;
    /** Null once the hooks run. */
    private List<Thread> hooks = new ArrayList<>();

    /** A PE that runs later, with the classes of its program, null where the JVM loads them. */
    @SuppressWarnings("this-escape") // The loader keeps it and asks nothing yet.
    protected ThreadPe(int number, ProgramClasses classes, PrintStream out, PrintStream err, InputStream in) {
        this.number = number;
        this.loader = classes == null ? null : classes.loader(this);
        this.ownOut = out;
        this.ownErr = err;
        // PEs that share static fields also share a stream kept there, so it has to find the PE at each call.
        boolean kept = Boolean.getBoolean(Streams.KEPT);
        this.out = kept ? Streams.ownOut() : out;
        this.err = kept ? Streams.ownErr() : err;
        this.in = in;
    }

    public final int number() {
        return number;
    }

    /** {@return the loader of its program's classes; null where that is the JVM's} */
    public final PeClassLoader loader() {
        return loader;
    }

    /** {@return its first standard output} */
    public final PrintStream ownOut() {
        return ownOut;
    }

    /** {@return its first standard error} */
    public final PrintStream ownErr() {
        return ownErr;
    }

    final PrintStream out() {
        return out;
    }

    final void out(PrintStream newOut) {
        out = newOut;
    }

    final PrintStream err() {
        return err;
    }

    final void err(PrintStream newErr) {
        err = newErr;
    }

    final InputStream in() {
        return in;
    }

    final void in(InputStream newIn) {
        in = newIn;
    }

    /** {@return the reader of lines from its standard input, made at the first call, as the JDK's is} */
    final synchronized BufferedReader lines() {
        if (lines == null) {
            lines = Streams.lines(in);
        }
        return lines;
    }

    /** {@return the program's handler of uncaught throwables, or null} */
    public final UncaughtExceptionHandler handler() {
        return handler;
    }

    final void handler(UncaughtExceptionHandler newHandler) {
        handler = newHandler;
    }

    /** Ends this PE after its hooks; never returns. */
    public abstract void exit(int status);

    /** Ends this PE at once; never returns. */
    public abstract void halt(int status);

    /** Passes an uncaught throwable to the program's handler. Without one, the PE fails. */
    public final void uncaught(Thread thread, Throwable thrown) {
        UncaughtExceptionHandler ofProgram = handler;
        if (ofProgram == null) {
            fail(thrown, thread);
        } else {
            ofProgram.uncaughtException(thread, thrown);
        }
    }

    /** Reports a throwable, and ends the job. */
    protected abstract void fail(Throwable thrown, Thread thread);

    /** Stops a thread whose PE has ended; no {@code finally} runs after this. */
    public static void stay() {
        while (true) {
            LockSupport.park();
            Thread.interrupted();
        }
    }

    /** Adds a hook of the program. */
    final void add(Thread hook) {
        synchronized (hooksLock) {
            requireHooks();
            if (hook.isAlive() || hooks.contains(hook)) {
                throw new IllegalArgumentException(hook.isAlive() ? "Hook already running"
                    : "Hook previously registered");
            }
            hooks.add(hook);
        }
    }

    /** {@return whether the hook was registered} */
    final boolean remove(Thread hook) {
        synchronized (hooksLock) {
            requireHooks();
            return hooks.remove(hook);
        }
    }

    private void requireHooks() {
        if (hooks == null) {
            throw new IllegalStateException("Shutdown in progress");
        }
    }

    /** Adds a hook of the library; {@return false if the hooks run already} */
    public final boolean atExit(Thread hook) {
        synchronized (hooksLock) {
            return hooks != null && hooks.add(hook);
        }
    }

    /** Starts the hooks at the first call; {@return those that this call started} */
    public final List<Thread> startHooks() {
        List<Thread> started;
        synchronized (hooksLock) {
            started = hooks == null ? List.of() : hooks;
            hooks = null;
        }
        started.forEach(Thread::start);
        return started;
    }

    /** Runs the hooks, and returns when all have ended; at once after the first call. */
    public final void runHooks() {
        startHooks().forEach(PeThreads::join);
    }

    /** Flushes the streams that this PE began with. */
    public final void flush() {
        ownOut.flush();
        ownErr.flush();
    }
}
