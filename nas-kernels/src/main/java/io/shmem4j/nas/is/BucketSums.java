// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;

/** Sums the bucket sizes of all PEs. No PE leaves the sum before all have entered it. */
final class BucketSums {
    private final Shmem shmem;
    private final SymmetricInts sizes;
    private final int[] other;

    BucketSums(Shmem shmem, int length) {
        this.shmem = shmem;
        sizes = shmem.allocateInts(length).named("bucket sizes");
        other = new int[length];
    }

    /**
     * Sums over all PEs; collective.
     *
     * @param mine   this PE's numbers
     * @param totals the sums
     */
    void sum(int[] mine, int[] totals) {
        sizes.setAll(0, mine);
        shmem.barrierAll();
        KeyLoops.clear(totals, totals.length);
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            shmem.get(other, 0, sizes, 0, other.length, pe);
            for (int i = 0; i < totals.length; i++) {
                totals[i] += other[i];
            }
        }
    }
}
