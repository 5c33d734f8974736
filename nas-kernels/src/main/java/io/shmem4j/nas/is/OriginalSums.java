// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.work.WorkKind;

/**
 * Sums as the reference implementation of OpenSHMEM 1.0 makes them, to compare with: between two barriers every PE gets
 * the numbers of all others, 128 by a call, and adds them one by one.
 */
final class OriginalSums extends BucketSums {
    /** The reference implementation's buffer, SHMEM_REDUCE_MIN_WRKDATA_SIZE. */
    private static final int CHUNK = 128;
    /** Instructions for a number: the operator is called through a pointer. */
    private static final int OPERATIONS = 12;

    private final Shmem shmem;
    private final int[] chunk = new int[CHUNK];
    private final int[] sum;

    OriginalSums(Shmem shmem, int length) {
        super(shmem, length);
        this.shmem = shmem;
        this.sum = new int[length];
    }

    @Override
    void reduce(SymmetricInts total, SymmetricInts mine, int count) {
        shmem.get(sum, 0, mine, 0, count, shmem.myPe());
        shmem.barrierAll();
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            if (pe != shmem.myPe()) {
                add(mine, count, pe);
            }
        }
        shmem.put(total, 0, sum, 0, count, shmem.myPe());
        shmem.barrierAll();
    }

    private void add(SymmetricInts numbers, int count, int pe) {
        for (int from = 0; from < count; from += CHUNK) {
            int part = Math.min(CHUNK, count - from);
            shmem.get(chunk, 0, numbers, from, part, pe);
            for (int i = 0; i < part; i++) {
                sum[from + i] += chunk[i];
            }
        }
        shmem.work(WorkKind.SCALAR, (long) OPERATIONS * count);
        shmem.work(WorkKind.REDUCED_NUMBERS, count);
    }
}
