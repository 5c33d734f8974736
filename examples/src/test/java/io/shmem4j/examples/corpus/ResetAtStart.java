// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * apache/tvm pull request 16797 and tt-metal pull request 47257: a worker zeroes its counter when it starts, after its
 * peers have got its address and may have added to it. It has to zero first, and meet them then.
 */
public final class ResetAtStart {
    private ResetAtStart() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs counter = shmem.allocateLongs(1).named("counter");
            int me = shmem.myPe();
            if (mended) {
                shmem.atomicSet(counter, 0, 0, me);
            }
            // All know each other's addresses from here on.
            shmem.barrierAll();
            if (!mended) {
                shmem.atomicSet(counter, 0, 0, me);
            }
            shmem.inc(counter, 0, 1 - me);
            counter.waitUntil(0, Cmp.EQ, 1);
        }
    }
}
