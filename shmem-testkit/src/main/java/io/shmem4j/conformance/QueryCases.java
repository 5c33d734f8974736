// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.AllocationHint;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;

/** Queries of a PE's number, and hints that change nothing. */
public final class QueryCases {
    /** Every number from 0 to n-1 is there once. */
    @Case
    public void numbers(Trial t) {
        Shmem shmem = Shmem.current();
        SymmetricInts seen = shmem.allocateInts(shmem.nPes());
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            shmem.inc(seen, shmem.myPe(), pe);
        }
        shmem.barrierAll();
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            t.equal(1, seen.get(pe), "PEs with number " + pe);
        }
    }

    @Case
    public void hints(Trial t) {
        SymmetricLongs none = t.shmem.allocateLongs(3);
        SymmetricLongs some = t.shmem.allocateLongs(3, AllocationHint.ATOMICS_REMOTE, AllocationHint.SIGNAL_REMOTE);
        t.shmem.fetchAdd(some, 2, 1L, t.right);
        t.shmem.fetchAdd(none, 2, 2L, t.right);
        t.shmem.barrierAll();
        t.equal(1, some.get(2), "with hints");
        t.equal(2, none.get(2), "without");
    }
}
