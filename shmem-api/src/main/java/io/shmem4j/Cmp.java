// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.spi.Comparison;

/**
 * Comparisons for waiting and testing, {@code SHMEM_CMP_*}. Those that begin with {@code U} compare unsigned numbers,
 * whatever the width of the variable: {@code -1} is the greatest. All others compare signed numbers, also of signals.
 */
public enum Cmp {
    /** Equal. */
    EQ(Comparison.EQ, 0),
    /** Not equal. */
    NE(Comparison.NE, 0),
    /** Greater than. */
    GT(Comparison.GT, 0),
    /** Greater than or equal. */
    GE(Comparison.GE, 0),
    /** Less than. */
    LT(Comparison.LT, 0),
    /** Less than or equal. */
    LE(Comparison.LE, 0),
    /** Greater than, unsigned. */
    UGT(Comparison.GT, Long.MIN_VALUE),
    /** Greater than or equal, unsigned. */
    UGE(Comparison.GE, Long.MIN_VALUE),
    /** Less than, unsigned. */
    ULT(Comparison.LT, Long.MIN_VALUE),
    /** Less than or equal, unsigned. */
    ULE(Comparison.LE, Long.MIN_VALUE);

    /** The signed comparison that remains after both sides are XORed with {@link #flip}. */
    final Comparison comparison;
    /** The sign bit for unsigned comparisons, else 0; it also fits narrower variables, which are sign-extended. */
    final long flip;

    Cmp(Comparison comparison, long flip) {
        this.comparison = comparison;
        this.flip = flip;
    }

    /**
     * {@return whether the comparison holds}
     *
     * @param value    left side, the value of a variable
     * @param expected right side
     */
    public boolean holds(long value, long expected) {
        return comparison.holds(value ^ flip, expected ^ flip);
    }
}
