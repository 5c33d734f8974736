// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.util.Arrays;

/** Collects the PEs' times of a loop on PE 0. */
final class PeTimes {
    private final Shmem shmem;
    private static final int READINGS = 9;

    private final SymmetricLongs times;
    private final long ahead;

    PeTimes(Shmem shmem) {
        this.shmem = shmem;
        this.times = shmem.allocateLongs(2L * shmem.nPes()).named("times");
        this.ahead = ahead();
    }

    /**
     * {@return how far this PE's clock is ahead of PE 0's on another machine} Compares clocks after barriers and takes
     * the median.
     */
    private long ahead() {
        SymmetricLongs readings = shmem.allocateLongs(READINGS);
        for (int i = 0; i < READINGS; i++) {
            shmem.barrierAll();
            readings.set(i, ProbeTimer.now(shmem));
        }
        shmem.barrierAll();
        long median = 0;
        if (shmem.ptr(readings, 0) == null) {
            long[] differences = new long[READINGS];
            Arrays.setAll(differences, i -> readings.get(i) - shmem.g(readings, i, 0));
            Arrays.sort(differences);
            median = differences[READINGS / 2];
        }
        readings.free();
        return median;
    }

    /**
     * {@return the time from the first PE's start to the last PE's end} Includes the start of every PE, because
     * otherwise a PE that starts its clock late would find work already done. Collective.
     */
    long span(long start, long end, boolean acts) {
        report(acts ? start - ahead : Long.MAX_VALUE, acts ? end - ahead : Long.MIN_VALUE);
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int pe = 0; pe < shmem.nPes() && shmem.myPe() == 0; pe++) {
            long from = times.get(2L * pe);
            long to = times.get(2L * pe + 1);
            first = Math.min(first, from);
            last = Math.max(last, to);
        }
        return last - first;
    }

    /** {@return the mean of all PEs' times, on PE 0; collective} */
    long mean(long nanos) {
        report(nanos, 0);
        long sum = 0;
        for (int pe = 0; pe < shmem.nPes() && shmem.myPe() == 0; pe++) {
            sum += times.get(2L * pe);
        }
        return sum / shmem.nPes();
    }

    private void report(long first, long second) {
        shmem.p(times, 2L * shmem.myPe(), first, 0);
        shmem.p(times, 2L * shmem.myPe() + 1, second, 0);
        shmem.barrierAll();
    }
}
