// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

/**
 * The layout of a cell: a 128-byte slot in symmetric memory that other PEs change and its waiters sleep on.
 *
 * <pre>
 *   0        8          12                                    128
 *   +--------+----------+--------------------------------------+
 *   | value  | sleepers | free for the algorithm that owns it  |
 *   +--------+----------+--------------------------------------+
 * </pre>
 * The value only moves through {@link Backend#cellSet}, {@link Backend#cellAdd} and acquire reads. Two cache lines keep
 * the adjacent-line prefetcher from coupling neighbours.
 */
public final class Cell {
    public static final int BYTES = 128;
    public static final int VALUE = 0;
    /** Offset of the 32-bit count of threads that sleep or are about to. */
    public static final int SLEEPERS = 8;
    /** Offset of the first byte an algorithm may use for data that travels with the value. */
    public static final int DATA = 16;

    private Cell() {
    }
}
