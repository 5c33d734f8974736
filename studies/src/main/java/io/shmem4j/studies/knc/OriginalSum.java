// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.work.WorkKind;

/**
 * The sum over all PEs of the reference implementation of OpenSHMEM 1.0: between two barriers every PE gets the numbers
 * of all others, 128 by a call, and adds them one by one.
 */
final class OriginalSum {
    /** The reference implementation's buffer, SHMEM_REDUCE_MIN_WRKDATA_SIZE. */
    private static final int CHUNK = 128;
    /** Instructions for a number: the operator is called through a pointer. */
    private static final int OPERATIONS = 12;

    private final Shmem shmem;
    private final double[] chunk = new double[CHUNK];
    private final double[] sum;

    OriginalSum(Shmem shmem, int most) {
        this.shmem = shmem;
        this.sum = new double[most];
    }

    /** Makes numbers of one array the sums of those of the other; collective. */
    void reduce(SymmetricDoubles total, SymmetricDoubles part, int from, int count) {
        shmem.view(part, shmem.myPe()).read(from, sum, 0, count);
        shmem.barrierAll();
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            if (pe != shmem.myPe()) {
                add(part, from, count, pe);
            }
        }
        shmem.view(total, shmem.myPe()).write(from, sum, 0, count);
        shmem.barrierAll();
    }

    private void add(SymmetricDoubles part, int from, int count, int pe) {
        for (int at = 0; at < count; at += CHUNK) {
            int length = Math.min(CHUNK, count - at);
            shmem.get(chunk, 0, part, from + at, length, pe);
            for (int i = 0; i < length; i++) {
                sum[at + i] += chunk[i];
            }
        }
        shmem.work(WorkKind.SCALAR, (long) OPERATIONS * count);
        shmem.work(WorkKind.REDUCED_NUMBERS, count);
    }
}
