// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import java.util.ArrayList;
import java.util.List;

/**
 * Places in a PE's scratch memory for what is on its way, taken in turn; and what is left to do when it has arrived.
 * None is used again before. For threads that have the wire's lock.
 */
final class Places {
    private final Wire wire;
    private final Scratch scratch;
    private final List<Runnable> arrivals = new ArrayList<>();
    private int piece;
    private int slot;

    Places(Wire wire, Scratch scratch) {
        this.wire = wire;
        this.scratch = scratch;
    }

    /** {@return the place of a piece of an array, the same again unless it is kept} */
    long piece() {
        return scratch.piece(piece);
    }

    /** What is in the piece's place is on its way. */
    void keepPiece() {
        piece++;
        if (piece == Scratch.PIECES) {
            empty();
        }
    }

    /** {@return number of the place of a word} */
    int slot() {
        slot++;
        if (slot == Scratch.SLOTS) {
            empty();
        }
        return slot;
    }

    /** Something is to be done at the end of an operation that has started. */
    void atArrival(Runnable action) {
        arrivals.add(action);
    }

    /** Waits for what this PE has started, but for its signals, and does what is left to do. */
    void complete() {
        wire.settle();
        arrivals.forEach(Runnable::run);
        arrivals.clear();
    }

    private void empty() {
        wire.flush();
        complete();
        piece = 0;
        slot = 0;
    }
}
