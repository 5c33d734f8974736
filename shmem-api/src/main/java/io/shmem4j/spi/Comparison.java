// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

/** The comparisons that can end a wait for a variable. */
public enum Comparison {
    EQ,
    NE,
    GT,
    GE,
    LT,
    LE;

    public boolean holds(long value, long expected) {
        return switch (this) {
            case EQ -> value == expected;
            case NE -> value != expected;
            case GT -> value > expected;
            case GE -> value >= expected;
            case LT -> value < expected;
            case LE -> value <= expected;
        };
    }
}
