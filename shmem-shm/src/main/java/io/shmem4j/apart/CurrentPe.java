// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.lang.StackWalker.Option;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.function.Supplier;

/**
 * The PE of this JVM that the calling thread works for.
 *
 * <p>A thread's group decides; for a virtual thread, the class loader it has inherited. Threads of the JDK's own
 * classes serve all PEs (the common pool, the thread behind delayed tasks, timers): there the innermost method of a
 * program on the stack decides, and the group only if there is none.
 */
public final class CurrentPe {
    private static final String MAIN = "main";
    private static final StackWalker STACK = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);

    /** Written once before any PE runs. */
    private static Supplier<ThreadPe> running = () -> null;

    private CurrentPe() {
    }

    /** Sets how to find PEs whose threads have no group: a function that returns the calling thread's PE, or null. */
    public static void runsAs(Supplier<ThreadPe> whose) {
        running = whose;
    }

    /** {@return the PE, or null for a thread that works for none} */
    public static ThreadPe find() {
        Thread thread = Thread.currentThread();
        return thread instanceof PeThreads.Main main ? main.pe() : other(thread);
    }

    private static ThreadPe other(Thread thread) {
        ThreadPe own = running.get();
        if (own != null) {
            return own;
        }
        if (!servesAll(thread)) {
            ThreadPe pe = of(thread);
            return pe != null ? pe : onStack();
        }
        ThreadPe pe = onStack();
        return pe != null ? pe : of(thread);
    }

    private static ThreadPe onStack() {
        return STACK.walk(frames -> frames.map(at -> of(at.getDeclaringClass().getClassLoader()))
            .filter(found -> found != null).findFirst().orElse(null));
    }

    /** {@code Thread.getName}: the thread of a PE's main method has the name that it has in a process. */
    public static String getName(Thread thread) {
        String name = thread.getName();
        if (thread instanceof PeThreads.Main main) {
            return name.equals(main.firstName()) ? MAIN : name;
        }
        ThreadPe own = thread == Thread.currentThread() ? running.get() : null;
        return own != null && name.equalsIgnoreCase(PeThreads.NAME + own.number()) ? MAIN : name;
    }

    /** {@return whether a thread may work for another PE than the one that it was born to} */
    private static boolean servesAll(Thread thread) {
        Class<?> type = thread.getClass();
        return type != Thread.class && type != ForkJoinWorkerThread.class && type.getClassLoader() == null
            && !thread.isVirtual();
    }

    /** {@return the PE that a thread belongs to for good, or null} */
    public static ThreadPe of(Thread thread) {
        if (ofCommonPool(thread)) {
            return null;
        }
        for (ThreadGroup group = thread.getThreadGroup(); group != null; group = group.getParent()) {
            if (group instanceof PeThreads threads) {
                return threads.pe();
            }
        }
        return of(thread.getContextClassLoader());
    }

    private static boolean ofCommonPool(Thread thread) {
        return thread instanceof PoolThreads.Worker
            || thread instanceof ForkJoinWorkerThread worker && worker.getPool() == ForkJoinPool.commonPool();
    }

    private static ThreadPe of(ClassLoader loader) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            if (at instanceof PeClassLoader own) {
                return own.pe();
            }
        }
        return null;
    }
}
