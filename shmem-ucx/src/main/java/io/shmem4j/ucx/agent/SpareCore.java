// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.agent;

import java.util.concurrent.TimeUnit;

/**
 * Whether the calling thread has a core that nobody else wants. A thread that polls beside one that computes uses up
 * its share of their core, and a message then waits until the other's is used up too. A thread that sleeps keeps its
 * share, and gets the core as soon as a message comes.
 *
 * <p>The scheduler moves two threads apart that both want to run while another core is idle. So a thread is crowded
 * only after it has wanted to run for a while.
 */
final class SpareCore {
    /** A yield that finds nobody takes less. */
    private static final long LENT_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(8);
    private static final long CROWDED_NANOS = TimeUnit.MILLISECONDS.toNanos(80);

    private long since = System.nanoTime();
    private long lent;
    private boolean crowded;

    /** {@return whether others have not run here for half of the time} */
    boolean isThere() {
        if (crowded && System.nanoTime() - since > CROWDED_NANOS) {
            begin(System.nanoTime(), false);
        }
        return !crowded;
    }

    /** Lets others run, and finds out for how long. */
    void lend() {
        long start = System.nanoTime();
        Thread.yield();
        long end = System.nanoTime();
        if (end - start > LENT_NANOS) {
            lent += end - start;
        }
        if (end - since > LOOK_NANOS) {
            begin(end, lent > (end - since) / 2);
        }
    }

    private void begin(long now, boolean others) {
        since = now;
        lent = 0;
        crowded = others;
    }
}
