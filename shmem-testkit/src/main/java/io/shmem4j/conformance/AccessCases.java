// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.MemorySegment;

/** Memory that can be reached, and the ways to it. */
public final class AccessCases {
    @Case
    public void accessibility(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1);
        for (int pe = 0; pe < t.n; pe++) {
            t.holds(t.shmem.peAccessible(pe), "PE " + pe + " is accessible");
            t.holds(t.shmem.addrAccessible(x, pe), "an object on PE " + pe + " is accessible");
        }
        for (int pe : new int[] {-1, t.n, Integer.MIN_VALUE}) {
            t.holds(!t.shmem.peAccessible(pe), "PE " + pe + " is not accessible");
            t.holds(!t.shmem.addrAccessible(x, pe), "an object on PE " + pe + " is not accessible");
        }
        t.holds(!t.shmem.addrAccessible(null, 0), "null is not accessible");
    }

    /** Pointers to oneself exist everywhere, those to others where memory is mapped; all outlive the session. */
    @Case
    public void pointersOutliveSession(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(4);
        x.fill(t.me + 10);
        t.shmem.barrierAll();
        MemorySegment own = t.shmem.ptr(x, t.me);
        MemorySegment peer = t.shmem.ptr(x, t.right);
        t.equal(4 * Long.BYTES, own.byteSize(), "bytes of the own pointer");
        t.shmem.barrierAll();
        t.shmem.finish();
        if (peer != null) {
            t.equal(t.right + 10, peer.getAtIndex(JAVA_LONG, 3), "by pointer after the end");
        }
        t.equal(t.me + 10, own.getAtIndex(JAVA_LONG, 3), "by the own pointer after the end");
        Shmem.init();
    }

    @Case
    public void clockRuns(Trial t) {
        double start = t.shmem.time();
        t.shmem.barrierAll();
        t.holds(t.shmem.time() >= start, "time does not run backwards");
    }
}
