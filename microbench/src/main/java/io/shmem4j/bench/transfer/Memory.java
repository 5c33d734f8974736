// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.transfer;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/** The two accesses that are measured: reading all of a buffer, and writing all of it. */
final class Memory {
    private static final int LANES = 8;

    private Memory() {
    }

    /**
     * Reads; several sums side by side let the processor load as fast as it can.
     *
     * @param from  the buffer
     * @param bytes how much, a multiple of 64
     * @return the sum of its longs
     */
    static long read(MemorySegment from, int bytes) {
        int count = bytes / Long.BYTES;
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        for (int i = 0; i <= count - LANES; i += LANES) {
            a += from.getAtIndex(JAVA_LONG, i) + from.getAtIndex(JAVA_LONG, i + 1);
            b += from.getAtIndex(JAVA_LONG, i + 2) + from.getAtIndex(JAVA_LONG, i + 3);
            c += from.getAtIndex(JAVA_LONG, i + 4) + from.getAtIndex(JAVA_LONG, i + 5);
            d += from.getAtIndex(JAVA_LONG, i + 6) + from.getAtIndex(JAVA_LONG, i + 7);
        }
        return a + b + c + d;
    }

    /**
     * Writes.
     *
     * @param to    the buffer
     * @param bytes how much, a multiple of 8
     * @param value what into every long
     */
    static void write(MemorySegment to, int bytes, long value) {
        int count = bytes / Long.BYTES;
        for (int i = 0; i < count; i++) {
            to.setAtIndex(JAVA_LONG, i, value);
        }
    }
}
