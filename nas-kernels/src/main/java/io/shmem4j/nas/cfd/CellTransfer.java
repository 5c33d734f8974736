// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Cmp;
import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How PEs that sweep get what they need of their neighbours: ghosts, and two rows of each tile.
 *
 * <p>Every kind of message has a signal on the receiving PE that counts them, and only one sender, so pairs of PEs wait
 * for each other and nobody for all. No message is answered, and yet none meets a reader of the previous message. It
 * lies in the reader's memory, or in the sender's if it is got, in a place of its own for each direction and cell,
 * which is written again one step later. By then its writer has received from that reader, behind the reading: along
 * the other way of the same sweep, or the ghosts that all neighbours send when they have ended the step.
 */
public abstract class CellTransfer {
    final Shmem shmem;
    final CellGrid grid;
    private final Signal[][] ghosts = new Signal[FlowConstants.DIRECTIONS][2];
    private final Signal[] forward = new Signal[FlowConstants.DIRECTIONS];
    private final Signal[] backward = new Signal[FlowConstants.DIRECTIONS];
    private final long[] forwardSent = new long[FlowConstants.DIRECTIONS];
    private final long[] forwardReceived = new long[FlowConstants.DIRECTIONS];
    private final long[] backwardSent = new long[FlowConstants.DIRECTIONS];
    private final long[] backwardReceived = new long[FlowConstants.DIRECTIONS];
    private long exchanges;

    CellTransfer(Shmem shmem, CellGrid grid) {
        this.shmem = shmem;
        this.grid = grid;
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            ghosts[d][CellGrid.LOW] = shmem.allocateSignal();
            ghosts[d][CellGrid.HIGH] = shmem.allocateSignal();
            forward[d] = shmem.allocateSignal();
            backward[d] = shmem.allocateSignal();
        }
    }

    void free() {
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            for (Signal signal : List.of(ghosts[d][CellGrid.LOW], ghosts[d][CellGrid.HIGH], forward[d], backward[d])) {
                shmem.free(signal.word());
            }
        }
    }

    /** Brings the ghosts of all cells up to date; all PEs take part. */
    void exchangeGhosts() {
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

    /** Gives the cell behind what was written down for it. */
    final void sendForward(CellLines lines) {
        offerForward(lines, forward[lines.direction], ++forwardSent[lines.direction]);
    }

    void awaitForward(CellLines lines) {
        forward[lines.direction].waitUntil(Cmp.GE, ++forwardReceived[lines.direction]);
        forwardArrived(lines);
    }

    /** Gives the cell before what was written down for it. */
    final void sendBackward(CellLines lines) {
        offerBackward(lines, backward[lines.direction], ++backwardSent[lines.direction]);
    }

    void awaitBackward(CellLines lines) {
        backward[lines.direction].waitUntil(Cmp.GE, ++backwardReceived[lines.direction]);
        backwardArrived(lines);
    }

    abstract void offerGhosts(int direction, int side, Signal signal, long number);

    abstract void takeGhosts(int direction, int side);

    abstract void offerForward(CellLines lines, Signal signal, long number);

    abstract void offerBackward(CellLines lines, Signal signal, long number);

    /** What elimination has left of all tiles in the cell before is there. */
    abstract void forwardArrived(CellLines lines);

    /** What substitution has left of all tiles in the cell behind is there. */
    abstract void backwardArrived(CellLines lines);

    /** {@return where to write down what the cell behind needs of a tile} */
    abstract long forwardTo(int tile);

    /** {@return where to write down what the cell before needs of a tile} */
    public abstract long backwardTo(int tile);

    /** {@return where that is which {@link #awaitForward} has waited for} */
    public abstract long forwardFrom(int tile);

    /** {@return where that is which {@link #awaitBackward} has waited for} */
    public abstract long backwardFrom(int tile);

    /**
     * Sizes of what sweeps send.
     *
     * @param most     most tiles of a cell in any direction
     * @param forward  bytes of a tile after elimination
     * @param backward bytes of a tile after substitution
     */
    record Sizes(int most, int forward, int backward) {
        static Sizes of(CellScheme scheme, CellGrid grid) {
            return new Sizes(grid.mostTiles(scheme.lanes()), scheme.forwardBytes(), scheme.backwardBytes());
        }
    }

    /**
     * What was gathered stays in this PE's memory, and a signal tells the neighbour, who gets it in one piece: by a
     * call, or by a copy through a pointer, the call replaced and nothing else. Each pointer is asked for once.
     *
     * <p>It has a place of its own for each direction and cell. When this PE writes there again, one step later, it has
     * received rows that the neighbour sent behind its get: see {@link CellTransfer}. A copy brings it there, through a
     * view, because a simulated machine does not see stores to local memory.
     */
    static final class ByGet extends PutGetTransfer {
        private final boolean pointer;
        /** What was got last. */
        private final long got;
        private final Map<Integer, DoubleView> neighbours = new HashMap<>();

        ByGet(Shmem shmem, Cells cells, CellTransfer.Sizes tiles, boolean pointer) {
            super(shmem, cells, tiles);
            this.pointer = pointer;
            got = store.workspace.piece(longest(grid, tiles));
        }

        /** {@return bytes of all messages} */
        static long messages(CellGrid grid, CellTransfer.Sizes tiles) {
            return PutGetTransfer.messages(grid, tiles) + longest(grid, tiles);
        }

        @Override
        void send(long target, long from, long bytes, Signal signal, long number, int pe) {
            mine.copy(store.index(target), mine, store.index(from), bytes / Double.BYTES);
            shmem.fence();
            shmem.signalSet(signal, number, pe);
        }

        @Override
        long fetch(long message, long bytes, int pe) {
            long count = bytes / Double.BYTES;
            if (pointer) {
                DoubleView there = neighbours.computeIfAbsent(pe, number -> shmem.view(store.array, number));
                mine.copy(store.index(got), there, store.index(message), count);
            } else {
                shmem.get(store.array, store.index(got), store.array, store.index(message), count, pe);
            }
            return got;
        }
    }
}
