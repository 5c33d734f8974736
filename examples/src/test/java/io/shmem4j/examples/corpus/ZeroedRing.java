// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * matsim-libs pull request 5019: a peer writes into a ring that its owner still fills with zeros. All have to meet
 * behind the zeros.
 */
public final class ZeroedRing {
    private ZeroedRing() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs ring = shmem.allocateLongs(2).named("ring");
            ring.fill(0);
            if (mended) {
                shmem.barrierAll();
            }
            if (shmem.myPe() == 0) {
                shmem.p(ring, 1, 42, 1);
                shmem.fence();
                shmem.p(ring, 0, 1, 1);
                return;
            }
            ring.waitUntil(0, Cmp.EQ, 1);
            if (ring.get(1) != 42) {
                throw new AssertionError("the message is not in the ring");
            }
        }
    }
}
