// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.SymmetricLongs;

/** Barriers, sync, quiet and fence. */
public final class BarrierCases {
    /** Data put before a barrier are there after it, on all PEs, round after round. */
    @Case
    public void barrierCompletesPuts(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(t.n);
        for (int round = 1; round <= t.rounds(300); round++) {
            for (int pe = 0; pe < t.n; pe++) {
                t.shmem.p(x, t.me, round, pe);
            }
            t.shmem.barrierAll();
            for (int pe = 0; pe < t.n; pe++) {
                t.equal(round, x.get(pe), "what PE " + pe + " put before the barrier");
            }
            t.shmem.barrierAll();
        }
    }

    /**
     * No PE leaves a barrier before all have arrived: each counts its arrival first, and afterwards sees the full
     * count.
     */
    @Case
    public void nobodyLeavesEarly(Trial t) {
        SymmetricLongs arrived = t.shmem.allocateLongs(1);
        int rounds = t.rounds(2_000);
        for (int round = 1; round <= rounds; round++) {
            t.shmem.inc(arrived, 0, 0);
            if (round % 2 == 0) {
                t.shmem.quiet();
                t.shmem.syncAll();
            } else {
                t.shmem.barrierAll();
            }
            long seen = t.shmem.atomicFetch(arrived, 0, 0);
            t.holds(seen >= (long) round * t.n, seen + " had arrived in round " + round);
        }
        t.shmem.barrierAll();
        t.equal((long) rounds * t.n, t.shmem.atomicFetch(arrived, 0, 0), "arrivals in all");
    }

    /** Sync orders plain stores to one's own memory, and quiet before it completes puts. */
    @Case
    public void syncAfterQuiet(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(2);
        for (int round = 1; round <= t.rounds(300); round++) {
            x.set(0, round);
            t.shmem.p(x, 1, round, t.right);
            t.shmem.quiet();
            t.shmem.syncAll();
            t.equal(round, t.shmem.g(x, 0, t.left), "the left PE's own store");
            t.equal(round, x.get(1), "what the left PE put");
            t.shmem.syncAll();
        }
    }

    @Case
    public void peQuiet(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1);
        t.shmem.putNbi(x, 0, new long[] {t.me + 5}, 0, 1, t.right);
        t.shmem.peQuiet(t.left, t.right);
        t.shmem.syncAll();
        t.equal(t.left + 5, x.get(0), "a non-blocking put after peQuiet");
        t.shmem.peQuiet();
        t.shmem.fence();
        t.fails(NullPointerException.class, () -> t.shmem.peQuiet((int[]) null), "pes is null");
        t.fails(IndexOutOfBoundsException.class, () -> t.shmem.peQuiet(t.n), "no PE " + t.n);
    }
}
