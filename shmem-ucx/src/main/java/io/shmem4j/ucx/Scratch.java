// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.spi.JobMemory;
import java.util.ArrayList;
import java.util.List;

/**
 * A PE's scratch memory for messages, which is its part of the region after those of all PEs. Buffers are offsets in
 * {@link JobMemory#all}, and are reused when the accesses that use them are complete. Also keeps the actions that
 * follow accesses. Guarded by the wire's lock.
 *
 * <pre>
 *   0        {@value #PIECES} pieces of arrays, of {@value #PIECE} bytes
 *   1 MiB    left operands | right operands | results, of {@value #OPERANDS} bytes
 *            single elements and operands of atomics, {@value #SLOTS} x 8 bytes | their replies
 * </pre>
 */
final class Scratch {
    static final int PIECE = 64 << 10;
    static final int PIECES = 16;
    static final int OPERANDS = 32 << 10;
    /** Maximum number of single elements in open accesses. */
    static final int SLOTS = 1024;

    private static final long BYTES = 1280 << 10;
    private static final long LEFT = (long) PIECES * PIECE;
    private static final long RIGHT = LEFT + OPERANDS;
    private static final long RESULT = RIGHT + OPERANDS;
    private static final long VALUES = RESULT + OPERANDS;
    private static final long REPLIES = VALUES + (long) SLOTS * Long.BYTES;

    private final Wire wire;
    private final long start;
    final long left;
    final long right;
    final long result;
    private final List<Runnable> arrivals = new ArrayList<>();
    private int piece;
    private int slot;

    Scratch(Wire wire, int pe, int nPes) {
        this.wire = wire;
        this.start = nPes * JobMemory.stride() + (pe - JobMemory.first()) * BYTES;
        this.left = start + LEFT;
        this.right = start + RIGHT;
        this.result = start + RESULT;
    }

    long value(int slot) {
        return start + VALUES + (long) slot * Long.BYTES;
    }

    long reply(int slot) {
        return start + REPLIES + (long) slot * Long.BYTES;
    }

    /** {@return the buffer for a piece of an array, the same at each call until {@link #keepPiece}} */
    long piece() {
        if (piece == PIECES) {
            empty();
        }
        return start + (long) piece * PIECE;
    }

    /** {@return adjacent buffers, which stay free until {@link #keepPiece}} */
    long pieces(int count) {
        if (piece + count > PIECES) {
            empty();
        }
        return piece();
    }

    /** Reserves the current piece for an open access. */
    void keepPiece() {
        piece++;
    }

    int slot() {
        if (slot == SLOTS) {
            empty();
        }
        return slot++;
    }

    /** Adds an action to run after an open access, such as a copy to an array. */
    void onArrival(Runnable action) {
        arrivals.add(action);
    }

    /** Waits for all accesses of this PE except signals, and runs their actions. */
    void complete() {
        wire.settle();
        runArrivals();
    }

    /** Frees all buffers, unless the flush fails. */
    private void empty() {
        wire.flush();
        piece = 0;
        slot = 0;
        runArrivals();
    }

    /** Runs each action once, even after one has failed on memory that is gone; throws the first failure. */
    private void runArrivals() {
        RuntimeException failure = null;
        for (Runnable action : arrivals) {
            try {
                action.run();
            } catch (RuntimeException e) {
                failure = failure == null ? e : failure;
            }
        }
        arrivals.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
