// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Access to the process's memory by address.
 *
 * <p>Kernels make ten to thirty accesses for each vector they compute, and bounds checks would double their time. So
 * all accesses use one unbounded constant segment, and callers check rows and tiles as a whole beforehand.
 */
public final class RawMemory {
    @SuppressWarnings("restricted")
    public static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    /** Unaligned, so that the JVM does not check the alignment of every access. */
    public static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int LINE = 64;
    /** Below all mapped memory, and small enough for an immediate operand. */
    private static final long LOWEST = 1L << 30;
    private static final long MASK = (1L << 56) - 1;
    private static final int DISTANCE_MASK = (1 << 24) - 1;

    private RawMemory() {
    }

    /**
     * {@return the same address}
     *
     * <p>The compiler learns that it is far above zero, and omits the test for negative addresses of nearby accesses.
     */
    public static long known(long address) {
        return (address - LOWEST & MASK) + LOWEST;
    }

    /** {@return the same distance}; the compiler learns that it is from 0 to below 16 MiB */
    public static int known(int distance) {
        return distance & DISTANCE_MASK;
    }

    public static double get(long address) {
        return ALL.get(DOUBLE, address);
    }

    public static void set(long address, double value) {
        ALL.set(DOUBLE, address, value);
    }

    /**
     * Loads a number of each cache line in order. Hardware prefetch follows this walk, but hardly a loop over many
     * rows, which is faster after a touch.
     *
     * @return the sum of the numbers, to be used so that the loads are kept
     */
    public static long touch(long from, long bytes) {
        long sum = 0;
        long end = known(from) + bytes;
        for (long at = known(from); at < end; at += LINE) {
            sum += ALL.get(LONG, at);
        }
        return sum;
    }

    public static void copy(long from, long to, long bytes) {
        MemorySegment.copy(ALL, from, ALL, to, bytes);
    }

    /** Copies numbers; short copies are loops, because a bulk copy costs as much as ten loads and stores. */
    public static void move(long from, long to, long bytes) {
        if (bytes == 2 * Double.BYTES) {
            set(to, get(from));
            set(to + Double.BYTES, get(from + Double.BYTES));
        } else {
            copy(from, to, bytes);
        }
    }
}
