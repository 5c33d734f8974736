// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import java.util.ArrayList;
import java.util.List;

/**
 * Hands out places in a PE's scratch memory for open accesses, none twice before the accesses are complete. It also
 * keeps the actions that follow an access. For threads that hold the wire's lock.
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

    /** {@return the place of free pieces side by side, which stay free until {@link #keepPiece}} */
    long pieces(int count) {
        if (piece + count > Scratch.PIECES) {
            empty();
        }
        return piece();
    }

    /** The piece belongs to an open access; the next one is another. */
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

    /** Keeps an action that follows an open access, such as a copy to an array. */
    void atArrival(Runnable action) {
        arrivals.add(action);
    }

    /** Waits for all accesses of this PE but signals, and runs the actions that follow. */
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
