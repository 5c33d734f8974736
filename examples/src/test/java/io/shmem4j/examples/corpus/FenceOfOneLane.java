// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * vllm pull request 50941: the lanes of a block store, meet, and one of them fences and raises the flag. A fence orders
 * only what its own lane has stored. PEs 0 and 1 are the lanes.
 */
public final class FenceOfOneLane {
    private FenceOfOneLane() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs data = shmem.allocateLongs(2).named("data");
            SymmetricLongs met = shmem.allocateLongs(1).named("met");
            SymmetricLongs flag = shmem.allocateLongs(1).named("flag");
            int me = shmem.myPe();
            if (me < 2) {
                shmem.p(data, me, 42, 2);
                if (mended) {
                    shmem.quiet();
                }
                shmem.fetchInc(met, 0, 0);
                if (me == 0) {
                    met.waitUntil(0, Cmp.EQ, 2);
                    shmem.fence();
                    shmem.p(flag, 0, 1, 2);
                }
                return;
            }
            flag.waitUntil(0, Cmp.EQ, 1);
            if (data.get(0) != 42 || data.get(1) != 42) {
                throw new AssertionError("a lane's data are not behind the flag");
            }
        }
    }
}
