// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.util.Properties;
import java.util.concurrent.ForkJoinPool.ForkJoinWorkerThreadFactory;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

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

    /** {@return the number of processors that a PE would have in a JVM of its own} */
    public static int availableProcessors(Runtime runtime) {
        return Math.max(1, runtime.availableProcessors() / sharers);
    }

    private static void multiply(Properties ofJvm, String name, int pes, int standard) {
        String given = ofJvm.getProperty(name);
        try {
            long each = given == null ? standard : Integer.parseInt(given);
            ofJvm.setProperty(name, Long.toString(Math.min(MOST, each * pes)));
        } catch (NumberFormatException e) {
            // The JDK ignores it, too.
        }
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
