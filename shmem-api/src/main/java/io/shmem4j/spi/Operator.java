// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

/** What a reduction does with two elements; all of them are associative and commutative up to rounding. */
public enum Operator {
    /** Bitwise and. */
    AND,
    /** Bitwise or. */
    OR,
    /** Bitwise exclusive or. */
    XOR,
    /** The larger. */
    MAX,
    /** The smaller. */
    MIN,
    /** The larger as unsigned numbers. */
    UMAX,
    /** The smaller as unsigned numbers. */
    UMIN,
    /** Sum. */
    SUM,
    /** Product. */
    PROD,
    /** Product of complex numbers, which are pairs of elements. */
    COMPLEX_PROD
}
