// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.spi.JobMemory;

/**
 * The scratch memory of a PE for messages: its part of the region that follows those of all PEs. Places are offsets in
 * {@link JobMemory#all}.
 *
 * <pre>
 *   0        {@value #PIECES} pieces of arrays, of {@value #PIECE} bytes
 *   1 MiB    left operands | right operands | results, of {@value #OPERANDS} bytes
 *            single elements and operands of atomics, {@value #SLOTS} x 8 bytes | their replies
 * </pre>
 */
record Scratch(long start) {
    /** Bytes of an array in one message. */
    static final int PIECE = 64 << 10;
    /** Such pieces. */
    static final int PIECES = 16;
    /** Bytes that are combined at once. */
    static final int OPERANDS = 32 << 10;
    /** Single elements in open accesses, at most. */
    static final int SLOTS = 1024;

    private static final long BYTES = 1280 << 10;
    private static final long LEFT = (long) PIECES * PIECE;
    private static final long RIGHT = LEFT + OPERANDS;
    private static final long RESULT = RIGHT + OPERANDS;
    private static final long VALUES = RESULT + OPERANDS;
    private static final long REPLIES = VALUES + (long) SLOTS * Long.BYTES;

    /** {@return a PE's part} */
    static Scratch of(int pe, int nPes) {
        return new Scratch(nPes * JobMemory.stride() + (pe - JobMemory.first()) * BYTES);
    }

    long piece(int number) {
        return start + (long) number * PIECE;
    }

    long left() {
        return start + LEFT;
    }

    long right() {
        return start + RIGHT;
    }

    long result() {
        return start + RESULT;
    }

    long value(int slot) {
        return start + VALUES + (long) slot * Long.BYTES;
    }

    long reply(int slot) {
        return start + REPLIES + (long) slot * Long.BYTES;
    }
}
