// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.SymmetricLongs;
import io.shmem4j.legacy.LegacyShmem;

/** Deprecated routines without a type. */
@SuppressWarnings("deprecation")
public final class LegacyCases {
    @Case
    public void start(Trial t) {
        LegacyShmem.startPes(0);
        t.equal(t.me, LegacyShmem.myPe(), "number");
        t.equal(t.n, LegacyShmem.numPes(), "number of PEs");
        t.holds(LegacyShmem.shmem() == t.shmem, "the handle");
    }

    @Case
    public void barriers(Trial t) {
        SymmetricLongs pSync = t.shmem.allocateLongs(LegacyShmem.BARRIER_SYNC_SIZE);
        SymmetricLongs x = t.shmem.allocateLongs(1);
        int first = t.n / 2;
        int size = t.n - first;
        for (int i = 0; t.me >= first && i < 20; i++) {
            int next = first + (t.me - first + 1) % size;
            int before = first + (t.me - first + size - 1) % size;
            t.shmem.p(x, 0, 100L * i + t.me, next);
            LegacyShmem.barrier(first, 0, size, pSync);
            t.equal(100L * i + before, x.get(0), "put before barrier " + i);
            LegacyShmem.sync(first, 0, size, pSync);
        }
        t.shmem.barrierAll();
    }

    @Case
    public void badActiveSets(Trial t) {
        SymmetricLongs pSync = t.shmem.allocateLongs(LegacyShmem.SYNC_SIZE);
        t.fails(IllegalArgumentException.class, () -> LegacyShmem.sync(0, 0, t.n + 1, pSync), "PE_size " + (t.n + 1));
        t.fails(IllegalArgumentException.class, () -> LegacyShmem.sync(0, 0, 0, pSync), "PE_size 0");
        t.fails(IllegalArgumentException.class, () -> LegacyShmem.sync(-1, 0, 1, pSync), "PE_start -1");
        t.fails(IllegalArgumentException.class, () -> LegacyShmem.sync(0, -1, 1, pSync), "logPE_stride -1");
        if (t.n > 1) {
            t.fails(IllegalArgumentException.class, () -> LegacyShmem.sync(t.right, 0, 1, pSync), "not in the");
        }
    }
}
