// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.InputStream;
import java.io.PrintStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A PE that is a thread of this JVM, with its own copy of what a program takes for its process's. Its kind decides how
 * it ends: a PE of a shared JVM ends as threads do, a simulated one as the clock of its machine demands.
 *
 * <p>Any thread may ask, so the fields that change are volatile, and lists change under a lock of their own.
 */
public abstract class ThreadPe {
    /** System property: the options with which each PE would have a JVM of its own. */
    public static final String REMEDY = "shmem4j.apart";

    private final int number;
    private final PeClassLoader loader;
    private final PrintStream ownOut;
    private final PrintStream ownErr;
    private final ConcurrentHashMap<Class<?>, Object> services = new ConcurrentHashMap<>();
    private final Object hooksLock = new Object();
    private volatile PrintStream out;
    private volatile PrintStream err;
    private volatile InputStream in;
    private volatile UncaughtExceptionHandler handler;
    /** Null as long as it has the JVM's. */
    private volatile Properties properties;
    private List<Thread> hooks = new ArrayList<>();

    /** A PE that runs later, with the classes of its program, null where the JVM loads them. */
    @SuppressWarnings("this-escape") // The loader keeps it and asks nothing yet.
    protected ThreadPe(int number, ProgramClasses classes, PrintStream out, PrintStream err, InputStream in) {
        this.number = number;
        this.loader = classes == null ? null : classes.loader(this);
        this.ownOut = out;
        this.ownErr = err;
        // A stream that one PE has kept in a static field which they share is another's, too: it asks.
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

    /** {@return the standard output that it was born with} */
    public final PrintStream ownOut() {
        return ownOut;
    }

    /** {@return the standard error that it was born with} */
    public final PrintStream ownErr() {
        return ownErr;
    }

//#each Kept/out PrintStream/out PrintStream/err InputStream/in Properties/properties
    final $Kept$ $out$() {
        return $out$;
    }

    final void $out$($Kept$ its) {
        $out$ = its;
    }

//#next
    /** {@return what the program wants done with throwables that nobody catches, or null} */
    public final UncaughtExceptionHandler handler() {
        return handler;
    }

    final void handler(UncaughtExceptionHandler newHandler) {
        handler = newHandler;
    }

    /** {@return this PE's one instance of a class, made at the first call by what runs nothing of the program} */
    final <T> T own(Class<T> kind, Supplier<T> make) {
        Object found = services.get(kind);
        return kind.cast(found != null ? found : services.computeIfAbsent(kind, missing -> make.get()));
    }

    /** {@return this PE's instance of a class if it has one, else null} */
    final <T> T owned(Class<T> kind) {
        return kind.cast(services.get(kind));
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

    /** Ends the job, because this JVM can't do for several PEs what a process does for one; never returns. */
    final void refuse(String what) {
        fail(new SharedJvmException(what + "; " + System.getProperty(REMEDY, "--pes-per-jvm 1")
            + " gives each PE a JVM of its own"), Thread.currentThread());
        stay();
    }

    private static final class SharedJvmException extends IllegalStateException {
        private static final long serialVersionUID = 1;

        SharedJvmException(String message) {
            super(message);
        }
    }

    /** Lets other PEs do what the calling thread waits for outside of the library. */
    public abstract void pause(long nanos);

    /** The end of a thread that a process's end would have taken along: no block of code after this runs. */
    public static void stay() {
        while (true) {
            LockSupport.park();
            Thread.interrupted();
        }
    }

    /** Keeps a thread to be run before this PE ends. */
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

    /** Forgets a hook. Returns whether it was there. */
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

    /**
     * Keeps a thread of the library's own to be run before this PE ends, unless that has begun; {@return whether it
     * will run}
     */
    public final boolean atExit(Thread hook) {
        synchronized (hooksLock) {
            return hooks != null && hooks.add(hook);
        }
    }

    /** {@return the hooks, which run now; none after the first call} */
    public final List<Thread> startHooks() {
        List<Thread> started = takeHooks();
        started.forEach(Thread::start);
        return started;
    }

    /** Runs the hooks, and returns when all have ended; at once after the first call. */
    public final void runHooks() {
        startHooks().forEach(PeThreads::join);
    }

    public final List<Thread> takeHooks() {
        synchronized (hooksLock) {
            List<Thread> taken = hooks == null ? List.of() : hooks;
            hooks = null;
            return taken;
        }
    }

    /** Flushes the streams that this PE began with. */
    public final void flush() {
        ownOut.flush();
        ownErr.flush();
    }

    /** Gives back what a process's end gives back. */
    public final void release() {
        FileLocks locks = owned(FileLocks.class);
        if (locks != null) {
            locks.releaseAll();
        }
        JvmSettings.release(this);
    }
}
