// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.lang.StackWalker.Option;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.function.Supplier;

/**
 * The PE of this JVM that the calling thread works for.
 *
 * <p>The thread's group decides, for a virtual thread the context class loader that it inherited. Threads of the JDK's
 * own classes, such as timers and the common pool, serve all PEs: the innermost method of a program on their stack
 * decides, and the group only if there is none.
 */
public final class CurrentPe {
    private static final String MAIN = "main";
    /** With hidden frames, because a task that is a method reference may have no other of the program. */
    private static final StackWalker STACK = StackWalker.getInstance(Set.of(Option.RETAIN_CLASS_REFERENCE,
        Option.SHOW_HIDDEN_FRAMES));

    /** Set once before any PE runs. */
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
        return thread instanceof PeThreads.Main main ? main.pe() : findOther(thread);
    }

    private static ThreadPe findOther(Thread thread) {
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
            .filter(Objects::nonNull).findFirst().orElse(null));
    }

    /** {@code Thread.getName}: the thread that runs a PE's main method is named as in a process. */
    public static String getName(Thread thread) {
        String name = thread.getName();
        if (thread instanceof PeThreads.Main main) {
            return name.equals(main.firstName()) ? MAIN : name;
        }
        ThreadPe own = thread == Thread.currentThread() ? running.get() : null;
        return own != null && name.equalsIgnoreCase(PeThreads.NAME + own.number()) ? MAIN : name;
    }

    /** {@return whether a thread may work for another PE than the one that started it} */
    private static boolean servesAll(Thread thread) {
        Class<?> type = thread.getClass();
        return type != Thread.class && type != ForkJoinWorkerThread.class && type.getClassLoader() == null
            && !thread.isVirtual();
    }

    /** {@return the PE that a thread always works for, or null} */
    public static ThreadPe of(Thread thread) {
        if (isOfCommonPool(thread)) {
            return null;
        }
        for (ThreadGroup group = thread.getThreadGroup(); group != null; group = group.getParent()) {
            if (group instanceof PeThreads threads) {
                return threads.pe();
            }
        }
        return of(thread.getContextClassLoader());
    }

    /** {@return whether a thread is of the common pool, which serves all PEs} */
    public static boolean isOfCommonPool(Thread thread) {
        return thread instanceof PoolThreads.Worker
            || thread instanceof ForkJoinWorkerThread worker && worker.getPool() == ForkJoinPool.commonPool();
    }

    /** {@return the PE that has a loader or one of its parents for its program, or null} */
    static ThreadPe of(ClassLoader loader) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            if (at instanceof PeClassLoader own) {
                return own.pe();
            }
        }
        return null;
    }
}
