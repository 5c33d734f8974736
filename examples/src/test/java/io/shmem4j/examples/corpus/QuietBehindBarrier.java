// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * Sandia OpenSHMEM pull request 115: a barrier whose PEs tell each other that they have come, and complete their puts
 * behind that instead of before it.
 */
public final class QuietBehindBarrier {
    private QuietBehindBarrier() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs data = shmem.allocateLongs(1).named("data");
            SymmetricLongs round = shmem.allocateLongs(2).named("round");
            int me = shmem.myPe();
            int n = shmem.nPes();
            shmem.p(data, 0, 42, (me + n - 1) % n);
            if (mended) {
                shmem.quiet();
            }
            // Dissemination: in round k each PE tells the one 2^k further.
            for (int k = 0; 1 << k < n; k++) {
                shmem.atomicSet(round, k, 1, (me + (1 << k)) % n);
                round.waitUntil(k, Cmp.EQ, 1);
            }
            if (!mended) {
                shmem.quiet();
            }
            if (data.get(0) != 42) {
                throw new AssertionError("no data behind the barrier");
            }
        }
    }
}
