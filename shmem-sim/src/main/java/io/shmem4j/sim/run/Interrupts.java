// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.machine.CoherentMachine.IssueCosts;
import java.util.SplittableRandom;

/**
 * Times at which the operating system takes a core, one at a random moment of each interval. Intervals don't begin at
 * round times, because experiments do.
 */
final class Interrupts {
    private final long seed;
    private final long every;
    private final long length;
    private long interval = -1;
    private long begin;

    Interrupts(long seed, IssueCosts costs) {
        this.seed = seed;
        this.every = Math.round(costs.interruptEveryNs() * 1000);
        this.length = Math.min(Math.round(costs.interruptNs() * 1000), every - 1);
    }

    /** {@return when a program on this core continues: now, or after the interrupt} */
    long end(long now) {
        seek((now + every / 2) / every);
        return now >= begin && now < begin + length ? begin + length : now;
    }

    /** {@return when a program on this core has worked for a time, including interrupts} */
    long end(long now, long work) {
        long at = end(now);
        long left = work;
        for (long next = (at + every / 2) / every;; next++) {
            seek(next);
            if (begin >= at) {
                if (at + left <= begin) {
                    return at + left;
                }
                left -= begin - at;
                at = begin + length;
            }
        }
    }

    private void seek(long wanted) {
        if (wanted != interval) {
            interval = wanted;
            begin = interval * every - every / 2 + new SplittableRandom(seed + interval).nextLong(every - length);
        }
    }
}
