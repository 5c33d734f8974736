// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.agent;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Finds out whether the calling thread has a core that no other thread wants. A thread that polls beside one that
 * computes uses up its share of their core, and a message then waits until the other's is used up too. A thread that
 * sleeps keeps its share, and gets the core as soon as a message comes.
 *
 * <p>The first pause is short, because a compiler of the JVM or a PE that waits for its answer wants the core for
 * milliseconds only, and because a thread that has slept wakes up on an idle core if there is one. Pauses in a row
 * double in length, because polling beside a PE that computes for long delays messages.
 */
final class SpareCore {
    static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    static final long LAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(16);
    /** A yield that finds no other thread takes less. One to a PE that polls for its answer takes about 12 us. */
    private static final long LENT_NANOS = TimeUnit.MICROSECONDS.toNanos(4);

    private final LongSupplier clock;
    private final Runnable yield;
    private long since;
    private long lent;
    private boolean crowded;
    private long pause;

    /** Has a core until others have used it, to which the yield lets them; the clock is in nanoseconds. */
    SpareCore(LongSupplier clock, Runnable yield) {
        this.clock = clock;
        this.yield = yield;
        this.since = clock.getAsLong();
    }

    /** {@return whether others have not used the core for half of the time, or a pause is over} */
    boolean isThere() {
        if (crowded && clock.getAsLong() - since > pause) {
            begin(clock.getAsLong(), false);
        }
        return !crowded;
    }

    /** Lets others use the core, and measures for how long. */
    void lend() {
        long start = clock.getAsLong();
        yield.run();
        long end = clock.getAsLong();
        if (end - start > LENT_NANOS) {
            lent += end - start;
        }
        if (end - since > LOOK_NANOS) {
            boolean others = lent > (end - since) / 2;
            pause = !others ? 0 : pause == 0 ? FIRST_PAUSE_NANOS : Math.min(2 * pause, LAST_PAUSE_NANOS);
            begin(end, others);
        }
    }

    private void begin(long now, boolean others) {
        since = now;
        lent = 0;
        crowded = others;
    }
}
