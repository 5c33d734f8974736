// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.suite.BenchRun;

/**
 * Collects numbers for other PEs and sends each PE's all at once. Each PE has two buffers for arrivals, so one barrier
 * a round is enough: a PE that is one round ahead writes into the other buffer.
 */
final class Exchange {
    private final Shmem shmem;
    private final int capacity;
    private final SymmetricLongs arrived;
    private final SymmetricLongs counts;
    private final long[][] leaving;
    private final int[] fill;
    private int round;

    Exchange(BenchRun bench, int capacity) {
        shmem = bench.shmem();
        this.capacity = capacity;
        int n = shmem.nPes();
        arrived = bench.keep(shmem.allocateLongs(2L * n * capacity, 128).named("arrived"));
        counts = bench.keep(shmem.allocateLongs(2L * n, 128).named("counts"));
        leaving = new long[n][capacity];
        fill = new int[n];
    }

    static long bytes(int capacity, int nPes) {
        return 2L * nPes * (capacity + 1) * Long.BYTES;
    }

    /** Collects a number; at most {@code capacity} between two calls of {@link #turn}. */
    void add(int pe, long number) {
        leaving[pe][fill[pe]++] = number;
    }

    /** Sends what was collected; collective. Afterwards the numbers of all PEs for this one can be read. */
    void turn() {
        round++;
        int me = shmem.myPe();
        for (int i = 0; i < fill.length; i++) {
            int pe = (me + i) % fill.length;
            shmem.put(arrived, at(me), leaving[pe], 0, fill[pe], pe);
            shmem.p(counts, slot(me), fill[pe], pe);
            fill[pe] = 0;
        }
        shmem.barrierAll();
    }

    int count(int pe) {
        return (int) counts.get(slot(pe));
    }

    /** {@return one of them} */
    long get(int pe, int index) {
        return arrived.get(at(pe) + index);
    }

    private long slot(int pe) {
        return (long) (round & 1) * fill.length + pe;
    }

    private long at(int pe) {
        return slot(pe) * capacity;
    }
}
