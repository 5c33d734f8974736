// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import io.shmem4j.spi.Waiter;
import java.util.Properties;
import java.util.concurrent.ForkJoinPool.ForkJoinWorkerThreadFactory;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;

/**
 * The JDK's pools for all PEs of a JVM: the common pool, and the carriers of virtual threads. Each has as many threads
 * as the pools of as many processes together. A thread of the common pool works for the PE of its current task.
 */
public final class PoolThreads implements ForkJoinWorkerThreadFactory {
    private static final String COMMON = "java.util.concurrent.ForkJoinPool.common.";
    private static final String CARRIERS = "jdk.virtualThreadScheduler.parallelism";
    private static final String MOST_CARRIERS = "jdk.virtualThreadScheduler.maxPoolSize";
    private static final int MOST = 0x7fff;
    /** The JDK's default for threads that replace blocked ones of the common pool. */
    private static final int SPARES = 256;
    private static final long PAUSE_NANOS = 50_000;

    /** Set once before any PE runs. */
    private static int sharers = 1;

    /** The topmost group, because the pool outlives each PE. */
    private final ThreadGroup group = PeThreads.topmost();

    /** Sizes both pools for a number of PEs; called before the JDK makes either. */
    public static void install(int pes) {
        sharers = pes;
        Properties ofJvm = System.getProperties();
        int processors = Runtime.getRuntime().availableProcessors();
        multiply(ofJvm, COMMON + "parallelism", pes, Math.max(1, processors - 1));
        multiply(ofJvm, COMMON + "maximumSpares", pes, SPARES);
        ofJvm.putIfAbsent(COMMON + "threadFactory", PoolThreads.class.getName());
        multiply(ofJvm, CARRIERS, pes, processors);
        if (ofJvm.getProperty(MOST_CARRIERS) != null) {
            multiply(ofJvm, MOST_CARRIERS, pes, 1);
        }
    }

    private static void multiply(Properties ofJvm, String name, int pes, int standard) {
        String given = ofJvm.getProperty(name);
        try {
            long each = given == null ? standard : Integer.parseInt(given);
            ofJvm.setProperty(name, Long.toString(Math.min(MOST, each * pes)));
        } catch (NumberFormatException e) {
            // The JDK ignores it, too.
            return;
        }
    }

    public static int getCommonPoolParallelism() {
        return Math.max(1, ForkJoinPool.getCommonPoolParallelism() / sharers);
    }

    public static int getParallelism(ForkJoinPool pool) {
        return pool == ForkJoinPool.commonPool() ? getCommonPoolParallelism() : pool.getParallelism();
    }

    /**
     * {@code ForkJoinPool.awaitQuiescence}. A PE's own thread only waits for the common pool: with the JDK's method it
     * would run tasks of other PEs. A thread of the pool calls that, because its own task keeps the pool busy.
     */
    public static boolean awaitQuiescence(ForkJoinPool pool, long timeout, TimeUnit unit) {
        if (CurrentPe.find() == null || pool != ForkJoinPool.commonPool() || ForkJoinTask.getPool() == pool) {
            return pool.awaitQuiescence(timeout, unit);
        }
        long begin = System.nanoTime();
        while (!pool.isQuiescent()) {
            if (System.nanoTime() - begin >= unit.toNanos(timeout)) {
                return false;
            }
            Waiter.park(PAUSE_NANOS);
        }
        return true;
    }

    @Override
    public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
        return new Worker(group, pool);
    }

    /** A thread of the common pool. */
    static final class Worker extends ForkJoinWorkerThread {
        Worker(ThreadGroup group, ForkJoinPool pool) {
            super(group, pool, true);
            setContextClassLoader(ClassLoader.getSystemClassLoader());
        }

        /** {@return the loader of the current task's PE, unless a task of that PE has set one below it} */
        @Override
        public ClassLoader getContextClassLoader() {
            ClassLoader set = super.getContextClassLoader();
            ThreadPe owner = CurrentPe.of(set);
            return set == ClassLoader.getSystemClassLoader() || owner != null && owner != CurrentPe.find()
                ? Loaders.getSystemClassLoader() : set;
        }
    }
}
