// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.agent;

import java.util.concurrent.TimeUnit;

/**
 * Whether the calling thread has a core that nobody else wants. A thread that polls beside one that computes uses up
 * its share of their core, and a message then waits until the other's is used up too. A thread that sleeps keeps its
 * share, and gets the core as soon as a message comes.
 */
final class SpareCore {
    /** A yield that finds nobody takes less. */
    private static final long LENT_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private boolean lent;
    private long last;

    /** {@return whether nobody else has run here for a while} */
    boolean isThere() {
        lent = lent && System.nanoTime() - last < BUSY_NANOS;
        return !lent;
    }

    /** Lets others run, and finds out whether there are any. */
    void lend() {
        long start = System.nanoTime();
        Thread.yield();
        last = System.nanoTime();
        lent = last - start > LENT_NANOS;
    }
}
