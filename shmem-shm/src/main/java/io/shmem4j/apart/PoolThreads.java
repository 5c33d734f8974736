// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.util.Properties;
import java.util.concurrent.ForkJoinPool.ForkJoinWorkerThreadFactory;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;

/**
 * The JDK's pools for all PEs of a JVM: the common pool, and the carriers of virtual threads. They have as many threads
 * as the pools of as many processes, so that one PE's tasks can wait for another's. A thread of the common pool has the
 * context of its task's PE.
 */
public final class PoolThreads implements ForkJoinWorkerThreadFactory {
    private static final String SIZE = "java.util.concurrent.ForkJoinPool.common.parallelism";
    private static final String CARRIERS = "jdk.virtualThreadScheduler.parallelism";
    private static final String MOST_CARRIERS = "jdk.virtualThreadScheduler.maxPoolSize";
    private static final int MOST = 0x7fff;
    private static final long PAUSE_NANOS = 50_000;

    /** Written once before any PE runs. */
    private static int sharers = 1;

    /** No PE's, because the pool outlives each. */
    private final ThreadGroup group;

    /** Called by the common pool, in a thread of the first PE to use it. */
    public PoolThreads() {
        ThreadGroup top = Thread.currentThread().getThreadGroup();
        while (top.getParent() != null) {
            top = top.getParent();
        }
        this.group = top;
    }

    /** Has the common pool made for some PEs. */
    static void size(Properties ofJvm, int pes) {
        sharers = pes;
        times(ofJvm, SIZE, pes, Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
        ofJvm.putIfAbsent("java.util.concurrent.ForkJoinPool.common.threadFactory", PoolThreads.class.getName());
    }

    /** Has the carriers of virtual threads made for some PEs. */
    public static void sizeCarriers(int pes) {
        Properties ofJvm = System.getProperties();
        times(ofJvm, CARRIERS, pes, Runtime.getRuntime().availableProcessors());
        if (ofJvm.getProperty(MOST_CARRIERS) != null) {
            times(ofJvm, MOST_CARRIERS, pes, 1);
        }
    }

    private static void times(Properties ofJvm, String name, int pes, int standard) {
        String given = ofJvm.getProperty(name);
        try {
            int each = given == null ? standard : Integer.parseInt(given);
            ofJvm.setProperty(name, Integer.toString(Math.min(MOST, each * pes)));
        } catch (NumberFormatException e) {
            // The JDK takes its own number then.
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
     * {@code ForkJoinPool.awaitQuiescence}, whose caller runs tasks of the common pool for any submitter. Here a PE's
     * own threads only wait. A thread of the pool must run them, because its own task keeps the pool busy.
     */
    public static boolean awaitQuiescence(ForkJoinPool pool, long timeout, TimeUnit unit) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null || pool != ForkJoinPool.commonPool() || ForkJoinTask.getPool() == pool) {
            return pool.awaitQuiescence(timeout, unit);
        }
        long begin = System.nanoTime();
        while (!pool.isQuiescent()) {
            if (System.nanoTime() - begin >= unit.toNanos(timeout)) {
                return false;
            }
            pe.pause(PAUSE_NANOS);
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
            super.setContextClassLoader(ClassLoader.getSystemClassLoader());
        }

        @Override
        public ClassLoader getContextClassLoader() {
            ClassLoader set = super.getContextClassLoader();
            return set == ClassLoader.getSystemClassLoader() ? Loaders.getSystemClassLoader() : set;
        }
    }
}
