// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The memory of the process by addresses.
 *
 * <p>Kernels make ten to thirty accesses for each vector they compute, and a check of each against the bounds of a
 * segment takes as long as the computation. So they load and store through one segment that is constant and has no
 * bounds, and the rows and tiles that they are given are checked as a whole before.
 */
public final class RawMemory {
    @SuppressWarnings("restricted")
    public static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    /** Layout of a number; the JVM needn't prove for every access that its address is a multiple of eight. */
    public static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int LINE = 64;
    /** Mapped memory lies far above; small enough for a part of a machine instruction. */
    private static final long LOWEST = 1L << 30;
    private static final long MASK = (1L << 56) - 1;
    private static final int DISTANCE_MASK = (1 << 24) - 1;

    private RawMemory() {
    }

    /**
     * {@return the same address}
     *
     * <p>The compiler then knows that it lies far above zero, also when some distances are added or taken away, and
     * leaves out the test of every access for negative addresses.
     */
    public static long known(long address) {
        return (address - LOWEST & MASK) + LOWEST;
    }

    /** {@return the same distance, from 0 to below 16 MiB, which the compiler then knows to be small} */
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
     * Loads a number of each cache line, one line after the other. A processor loads ahead of that, and hardly of a
     * loop through many rows at once: such a loop takes less time over uncached memory after a touch.
     *
     * @return a sum of the numbers; who uses it keeps the compiler from leaving the loads out
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

    /** Copies numbers, few or many: a bulk copy costs as much as loading and storing ten of them. */
    public static void move(long from, long to, long bytes) {
        if (bytes == 2 * Double.BYTES) {
            set(to, get(from));
            set(to + Double.BYTES, get(from + Double.BYTES));
        } else {
            copy(from, to, bytes);
        }
    }
}
