// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import java.lang.StackWalker.Option;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * Which PE of this JVM the calling thread works for.
 *
 * <p>By the group it was born into; a virtual thread by the class loader it has inherited; a thread of the common pool,
 * which serves all PEs, and any other by the innermost method of a program on its stack.
 */
final class CurrentPe {
    private static final StackWalker STACK = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);

    private CurrentPe() {
    }

    /** {@return the PE, or null for a thread that works for none} */
    static Pe find() {
        Thread thread = Thread.currentThread();
        return thread instanceof PeThread main ? main.pe() : other(thread);
    }

    private static Pe other(Thread thread) {
        Pe pe = of(thread);
        return pe != null ? pe : STACK.walk(frames -> frames.map(at -> of(at.getDeclaringClass().getClassLoader()))
            .filter(found -> found != null).findFirst().orElse(null));
    }

    /**
     * {@return the PE that a thread belongs to for good, or null}
     *
     * @param thread the thread
     */
    static Pe of(Thread thread) {
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
        return thread instanceof ForkJoinWorkerThread worker && worker.getPool() == ForkJoinPool.commonPool();
    }

    private static Pe of(ClassLoader loader) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            if (at instanceof PeClassLoader own) {
                return own.pe();
            }
        }
        return null;
    }
}
