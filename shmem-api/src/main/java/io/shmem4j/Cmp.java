// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.spi.Comparison;

/** Comparisons for waiting and testing, {@code SHMEM_CMP_*}. */
public enum Cmp {
    /** Equal. */
    EQ(Comparison.EQ),
    /** Not equal. */
    NE(Comparison.NE),
    /** Greater than. */
    GT(Comparison.GT),
    /** Greater than or equal. */
    GE(Comparison.GE),
    /** Less than. */
    LT(Comparison.LT),
    /** Less than or equal. */
    LE(Comparison.LE);

    /** The comparison as backends know it, because they do not use the API. */
    final Comparison comparison;

    Cmp(Comparison comparison) {
        this.comparison = comparison;
    }

    /**
     * {@return whether the comparison holds}
     *
     * @param value    left side, the value of a variable
     * @param expected right side
     */
    public boolean holds(long value, long expected) {
        return comparison.holds(value, expected);
    }
}
