// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ep;

import java.util.Arrays;

/** Makes pairs of deviates and keeps their sums and counts. */
abstract sealed class PairLoop permits ScalarPairs, VectorPairs {
    /** Counted annuli; no deviate of a double-precision number lies beyond. */
    static final int ANNULI = 10;
    /** Two sums and the counts. */
    static final int NUMBERS = 2 + ANNULI;
    /** The sequence: factor of a step, and what is kept of a product. */
    static final long MULTIPLIER = 1_220_703_125;
    static final long MASK = (1L << 46) - 1;

    double sumX;
    double sumY;
    final long[] counts = new long[ANNULI];

    /**
     * Makes a batch of pairs.
     *
     * @param state of the sequence before its first number
     */
    abstract void batch(long state);

    /** Forgets all pairs. */
    final void clear() {
        sumX = 0;
        sumY = 0;
        Arrays.fill(counts, 0);
    }

    /** {@return the sums, then the counts} */
    final double[] numbers() {
        double[] numbers = new double[NUMBERS];
        numbers[0] = sumX;
        numbers[1] = sumY;
        for (int i = 0; i < ANNULI; i++) {
            numbers[2 + i] = counts[i];
        }
        return numbers;
    }
}
