// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.cells;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.nas.cfd.FlowConstants;
import java.util.List;

/**
 * How PEs that sweep get what they need of their neighbours: ghosts, and two rows of each tile.
 *
 * <p>Every kind of message has a signal on the receiving PE that counts them, and only one sender, so pairs of PEs wait
 * for each other and nobody for all. No message is answered, and yet none meets a reader of the one before. It lies in
 * the reader's memory, or in the sender's if it is got, in a place of its own for each direction and cell, which is
 * written again one step later. By then its writer has received from that reader, behind the reading: along the other
 * way of the same sweep, or the ghosts that all neighbours send when they have ended the step.
 */
abstract class CellTransfer {
    final Shmem shmem;
    final CellGrid grid;
    final KeptTiles kept;
    private final Signal[][] ghosts = new Signal[FlowConstants.DIRECTIONS][2];
    private final Signal[] forward = new Signal[FlowConstants.DIRECTIONS];
    private final Signal[] backward = new Signal[FlowConstants.DIRECTIONS];
    private final long[] forwardSent = new long[FlowConstants.DIRECTIONS];
    private final long[] forwardReceived = new long[FlowConstants.DIRECTIONS];
    private final long[] backwardSent = new long[FlowConstants.DIRECTIONS];
    private final long[] backwardReceived = new long[FlowConstants.DIRECTIONS];
    private long exchanges;

    CellTransfer(Shmem shmem, CellGrid grid, KeptTiles kept) {
        this.shmem = shmem;
        this.grid = grid;
        this.kept = kept;
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            ghosts[d][CellGrid.LOW] = shmem.allocateSignal();
            ghosts[d][CellGrid.HIGH] = shmem.allocateSignal();
            forward[d] = shmem.allocateSignal();
            backward[d] = shmem.allocateSignal();
        }
    }

    /** Gives the signals back; collective. */
    final void free() {
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            for (Signal signal : List.of(ghosts[d][CellGrid.LOW], ghosts[d][CellGrid.HIGH], forward[d], backward[d])) {
                shmem.free(signal.word());
            }
        }
    }

    /** Brings the ghosts of all cells up to date; all PEs take part. */
    final void exchangeGhosts() {
        if (grid.p == 1) {
            return;
        }
        exchanges++;
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            offerGhosts(d, CellGrid.LOW, ghosts[d][CellGrid.HIGH], exchanges);
            offerGhosts(d, CellGrid.HIGH, ghosts[d][CellGrid.LOW], exchanges);
        }
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            for (int side = CellGrid.LOW; side <= CellGrid.HIGH; side++) {
                ghosts[d][side].waitUntil(Cmp.GE, exchanges);
                takeGhosts(d, side);
            }
        }
    }

    /** Gives the cell behind the last two rows of each tile, after elimination. */
    final void sendForward(int direction, int cell, int tiles) {
        offerForward(direction, cell, tiles, forward[direction], ++forwardSent[direction]);
    }

    /** Waits for the rows of the cell before. */
    final void awaitForward(int direction, int cell, int tiles) {
        forward[direction].waitUntil(Cmp.GE, ++forwardReceived[direction]);
        forwardArrived(direction, cell, tiles);
    }

    /** Gives the cell before what was kept for it. */
    final void sendBackward(int direction, int cell, int tiles) {
        offerBackward(direction, cell, tiles, backward[direction], ++backwardSent[direction]);
    }

    /** Waits for the rows of the cell behind. */
    final void awaitBackward(int direction, int cell, int tiles) {
        backward[direction].waitUntil(Cmp.GE, ++backwardReceived[direction]);
        backwardArrived(direction, cell, tiles);
    }

    abstract void offerGhosts(int direction, int side, Signal signal, long number);

    abstract void takeGhosts(int direction, int side);

    abstract void offerForward(int direction, int cell, int tiles, Signal signal, long number);

    abstract void offerBackward(int direction, int cell, int tiles, Signal signal, long number);

    /** The rows of all tiles that elimination has left in the cell before are there. */
    abstract void forwardArrived(int direction, int cell, int tiles);

    /** The rows of all tiles that substitution has left in the cell behind are there. */
    abstract void backwardArrived(int direction, int cell, int tiles);

    /** Puts what {@link #awaitForward} has waited for into two rows of a tile and of its upper diagonals. */
    abstract void takeForward(int tile, long rows, long uppers);

    /** Puts what {@link #awaitBackward} has waited for into two rows of a tile. */
    abstract void takeBackward(int tile, long rows);

    /** Keeps the first two rows of a tile after substitution, for the cell before. */
    abstract void keepBackward(int direction, int cell, int tile, long rows);
}
