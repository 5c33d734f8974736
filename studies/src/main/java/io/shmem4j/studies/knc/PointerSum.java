// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.work.WorkKind;

/**
 * The study's flat tree: between two barriers the first PE loads the numbers of all PEs through pointers, adds them as
 * vectors and stores the sums to all.
 */
final class PointerSum {
    /** Numbers of a vector. */
    private static final int LANES = 8;

    private final Shmem shmem;
    /** Pointers to all PEs' arrays, made once. */
    private final DoubleView[] totals;
    private final DoubleView[] parts;
    private final double[] theirs;
    private final double[] sum;

    /** Sums one array into the other. */
    PointerSum(Shmem shmem, SymmetricDoubles total, SymmetricDoubles part, int most) {
        this.shmem = shmem;
        this.totals = new DoubleView[shmem.nPes()];
        this.parts = new DoubleView[shmem.nPes()];
        for (int pe = 0; pe < totals.length; pe++) {
            totals[pe] = shmem.view(total, pe);
            parts[pe] = shmem.view(part, pe);
        }
        this.theirs = new double[most];
        this.sum = new double[most];
    }

    /** Makes numbers of one array the sums of those of the other; collective. */
    void reduce(int from, int count) {
        shmem.barrierAll();
        if (shmem.myPe() == 0) {
            parts[0].read(from, sum, 0, count);
            for (int pe = 1; pe < parts.length; pe++) {
                parts[pe].read(from, theirs, 0, count);
                for (int i = 0; i < count; i++) {
                    sum[i] += theirs[i];
                }
                shmem.work(WorkKind.VECTOR, count / LANES);
            }
            for (DoubleView total : totals) {
                total.write(from, sum, 0, count);
            }
        }
        shmem.barrierAll();
    }
}
