// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

/**
 * The layout of a cell: 128 bytes of symmetric memory with a value that other PEs change and waiters sleep on.
 *
 * <pre>
 *   0        8          12                                    128
 *   +--------+----------+--------------------------------------+
 *   | value  | sleepers | free for the algorithm that owns it  |
 *   +--------+----------+--------------------------------------+
 * </pre>
 * The value changes only through {@link Backend#cellSet} and {@link Backend#cellAdd}, and is read by acquire. A cell
 * has two cache lines, because the adjacent-line prefetcher would couple neighbours.
 */
public final class Cell {
    public static final int BYTES = 128;
    public static final int VALUE = 0;
    /** Offset of the 32-bit number of threads that sleep or are about to. */
    public static final int SLEEPERS = 8;
    /** Offset of the bytes that an algorithm may use for data with the value. */
    public static final int DATA = 16;

    private Cell() {
    }
}
