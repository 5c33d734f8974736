// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;

/** Sums the bucket sizes of all PEs. No PE leaves the sum before all have entered it, as it depends on all of them. */
abstract class BucketSums {
    private final Shmem shmem;
    private final SymmetricInts sizes;
    private final SymmetricInts sums;

    BucketSums(Shmem shmem, int length) {
        this.shmem = shmem;
        sizes = shmem.allocateInts(length).named("bucket sizes");
        sums = shmem.allocateInts(length).named("bucket totals");
    }

    /**
     * Sums over all PEs; collective.
     *
     * @param mine   this PE's numbers
     * @param totals the sums
     */
    final void sum(int[] mine, int[] totals) {
        sizes.setAll(0, mine);
        reduce(sums, sizes, mine.length);
        shmem.get(totals, 0, sums, 0, totals.length, shmem.myPe());
    }

    /** Gives the symmetric memory back; collective. */
    final void free() {
        shmem.free(sums);
        shmem.free(sizes);
    }

    /** Makes the first numbers of one array the sums of those of the other; collective. */
    abstract void reduce(SymmetricInts total, SymmetricInts mine, int count);
}
