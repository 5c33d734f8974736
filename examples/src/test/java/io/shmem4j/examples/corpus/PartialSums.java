// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * ROCm/rocm-systems pull request 10000: PEs put their parts to the root and count themselves there, with no fence
 * between: the root adds up before all parts are there, and the sum is a partial one.
 */
public final class PartialSums {
    private PartialSums() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            int n = shmem.nPes();
            SymmetricLongs parts = shmem.allocateLongs(n).named("parts");
            SymmetricLongs count = shmem.allocateLongs(1).named("count");
            if (shmem.myPe() > 0) {
                shmem.p(parts, shmem.myPe(), shmem.myPe(), 0);
                if (args.length > 0) {
                    shmem.fence();
                }
                shmem.inc(count, 0, 0);
                return;
            }
            count.waitUntil(0, Cmp.EQ, n - 1);
            long sum = 0;
            for (int pe = 1; pe < n; pe++) {
                sum += parts.get(pe);
            }
            if (sum != (long) n * (n - 1) / 2) {
                throw new AssertionError("a partial sum: " + sum);
            }
        }
    }
}
