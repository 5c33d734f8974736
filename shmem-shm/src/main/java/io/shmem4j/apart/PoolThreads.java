// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.util.concurrent.ForkJoinPool.ForkJoinWorkerThreadFactory;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/** The threads of the common pool, which serve all PEs: the context of each is that of the PE whose task it runs. */
public final class PoolThreads implements ForkJoinWorkerThreadFactory {
    /** No PE's, because the pool outlives each. */
    private final ThreadGroup group;

    /** Made by the common pool, in a thread of whichever PE is the first to use it. */
    public PoolThreads() {
        ThreadGroup top = Thread.currentThread().getThreadGroup();
        while (top.getParent() != null) {
            top = top.getParent();
        }
        this.group = top;
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
