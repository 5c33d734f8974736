// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tune;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * How long a line takes from PE 0's core to PE 1's, now. A host that moves the cores of a virtual machine about changes
 * that for minutes, and with it which algorithm is the fastest.
 *
 * <p>Nobody yields or parks meanwhile, so the fastest of many short batches is the line's also where other PEs want the
 * same cores.
 */
final class LineWatch {
    private static final int BATCHES = 20;
    private static final int ROUNDS = 100;
    /** For a PE 1 that gets no core. */
    private static final long MOST_NANOS = 20_000_000;
    private static final int WARM_UP = 100;
    /** So often in a row without a core for PE 1, it will have none. */
    private static final int MOST_MISSES = 10;

    private final Shmem shmem;
    private final SymmetricLongs ball;
    private final int me;
    /** By PE 0, rising from one ball to the next; the negative one of the last tells that no more will come. */
    private long sent;
    /** By PE 1. */
    private long seen;
    /** By PE 0. */
    private int misses;

    /** Makes what it needs; collective. */
    LineWatch(Shmem shmem) {
        this.shmem = shmem;
        this.ball = shmem.allocateLongs(1).named("watched line");
        this.me = shmem.myPe();
        ball.set(0, 0);
        shmem.barrierAll();
        for (int i = 0; i < WARM_UP; i++) {
            nanos();
        }
    }

    /** {@return on PE 0 nanoseconds, 0 if PE 1 had no core at the same time; collective} */
    double nanos() {
        double nanos = me == 0 ? lead() : 0;
        if (me == 1) {
            follow();
        }
        shmem.barrierAll();
        return nanos;
    }

    private double lead() {
        long begin = System.nanoTime();
        double best = Double.MAX_VALUE;
        boolean returned = misses < MOST_MISSES;
        for (int batch = 0; batch < BATCHES && returned; batch++) {
            long start = System.nanoTime();
            for (int i = 0; i < ROUNDS && returned; i++) {
                shmem.atomicSet(ball, 0, ++sent, 1);
                returned = returns(begin);
            }
            best = returned ? Math.min(best, (System.nanoTime() - start) / (2.0 * ROUNDS)) : best;
        }
        shmem.atomicSet(ball, 0, -++sent, 1);
        if (best == Double.MAX_VALUE) {
            misses++;
            return 0;
        }
        misses = 0;
        return best;
    }

    private boolean returns(long begin) {
        while (shmem.atomicFetch(ball, 0, me) != sent) {
            if (System.nanoTime() - begin > MOST_NANOS) {
                return false;
            }
        }
        return true;
    }

    private void follow() {
        long now = seen;
        while (now == seen || now > 0) {
            if (now != seen) {
                seen = now;
                shmem.atomicSet(ball, 0, seen, 0);
            }
            now = shmem.atomicFetch(ball, 0, me);
        }
        seen = now;
    }
}
