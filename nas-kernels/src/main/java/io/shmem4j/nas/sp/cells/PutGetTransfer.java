// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.cells;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.nas.cfd.FlowConstants;
import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.npb.Ram;
import io.shmem4j.nas.sp.loops.SpWork;

/**
 * Put with signal: numbers are gathered, put into the neighbour's memory in one piece, and spread there.
 *
 * <p>Gathering and spreading are declared as work, and where memory is not mapped a message that has arrived is read
 * through a view, too: its lines are still in its sender's cache, and a simulated machine charges for fetching them.
 */
class PutGetTransfer extends CellTransfer {
    final CellStore store;
    /** This PE's cells, through a view. */
    final DoubleView mine;
    private final Layers layers;
    private final SpWork work;
    /** Where a message is read to, null where memory is mapped. */
    private final double[] fetched;
    /** Where this PE gathers; each put is over before the next gathering. */
    private final long out;
    /** Messages from neighbours. */
    private final long ghosts;
    private final long forward;
    private final long backward;
    private final long ghostBytes;
    private final int forwardBytes;
    /** The message that was waited for last. */
    private long arrived;

    PutGetTransfer(Shmem shmem, CellGrid grid, KeptTiles kept) {
        super(shmem, grid, kept);
        store = kept.store;
        layers = new Layers(store.layout);
        work = new SpWork(shmem);
        mine = shmem.view(store.array, shmem.myPe());
        forwardBytes = kept.rows + kept.uppers;
        ghostBytes = ghostBytes(grid);
        long slots = (long) FlowConstants.DIRECTIONS * grid.p * kept.most;
        long longest = longest(grid);
        fetched = shmem.simulated() ? new double[(int) (longest / Double.BYTES)] : null;
        out = store.workspace.piece(longest);
        ghosts = store.workspace.piece(2 * FlowConstants.DIRECTIONS * ghostBytes);
        forward = store.workspace.piece(slots * forwardBytes);
        backward = store.workspace.piece(slots * kept.rows);
    }

    /** {@return bytes of all messages} */
    static long messages(CellGrid grid) {
        return longest(grid) + 2 * FlowConstants.DIRECTIONS * ghostBytes(grid)
            + (long) FlowConstants.DIRECTIONS * grid.p * KeptTiles.most(grid)
            * (2 * KeptTiles.rows() + KeptTiles.uppers());
    }

    /** {@return bytes of the longest message} */
    static long longest(CellGrid grid) {
        return Math.max(ghostBytes(grid), (long) KeptTiles.most(grid) * (KeptTiles.rows() + KeptTiles.uppers()));
    }

    private static long ghostBytes(CellGrid grid) {
        return 8L * grid.p * FlowConstants.UNKNOWNS * FlowLayout.GHOSTS * grid.size(0) * grid.size(0);
    }

    /** Brings bytes of this PE to where an address of this PE is on another one, and then a signal. */
    void send(long target, long from, long bytes, Signal signal, long number, int pe) {
        shmem.putSignal(store.array, store.index(target), store.array, store.index(from), bytes / Double.BYTES, signal,
            number, SignalOp.SET, pe);
    }

    /**
     * {@return where a message is now that its signal has come}
     *
     * @param message its address
     * @param bytes   its length
     * @param pe      sender
     */
    long fetch(long message, long bytes, int pe) {
        if (fetched != null) {
            mine.read(store.index(message), fetched, 0, (int) (bytes / Double.BYTES));
        }
        return message;
    }

    @Override
    void offerGhosts(int direction, int side, Signal signal, long number) {
        int their = CellGrid.LOW + CellGrid.HIGH - side;
        long at = out;
        for (int slice = 0; slice < grid.p; slice++) {
            int other = slice + (side == CellGrid.LOW ? -1 : 1);
            if (other >= 0 && other < grid.p) {
                int cell = grid.cell(direction, slice);
                layers.between(direction, their, grid, cell, other);
                layers.pack(store.u(cell), at);
                layers.declare(work);
                at += layers.bytes();
            }
        }
        send(ghosts(direction, their), out, at - out, signal, number, grid.neighbour(direction, side));
    }

    private long ghosts(int direction, int side) {
        return ghosts + (2L * direction + side) * ghostBytes;
    }

    @Override
    void takeGhosts(int direction, int side) {
        long at = fetch(ghosts(direction, side), ghostBytes(direction, side), grid.neighbour(direction, side));
        for (int slice = 0; slice < grid.p; slice++) {
            if (slice != (side == CellGrid.LOW ? 0 : grid.p - 1)) {
                int cell = grid.cell(direction, slice);
                layers.between(direction, side, grid, cell, slice);
                layers.unpack(at, store.u(cell));
                layers.declare(work);
                at += layers.bytes();
            }
        }
    }

    /** {@return bytes of the ghosts that come from one neighbour} */
    private long ghostBytes(int direction, int side) {
        long bytes = 0;
        for (int slice = 0; slice < grid.p; slice++) {
            if (slice != (side == CellGrid.LOW ? 0 : grid.p - 1)) {
                layers.between(direction, side, grid, grid.cell(direction, slice), slice);
                bytes += layers.bytes();
            }
        }
        return bytes;
    }

    @Override
    void offerForward(int direction, int cell, int tiles, Signal signal, long number) {
        int last = grid.rows(grid.slice(direction, cell));
        long at = out;
        for (int tile = 0; tile < tiles; tile++, at += forwardBytes) {
            Ram.copy(kept.tileRows(cell, tile, last), at, kept.rows);
            Ram.copy(kept.upperRows(cell, tile, last), at + kept.rows, kept.uppers);
        }
        work.move(at - out);
        int there = grid.neighbourCell(direction, CellGrid.HIGH, cell);
        send(forward + slot(direction, there, 0) * forwardBytes, out, at - out, signal, number,
            grid.neighbour(direction, CellGrid.HIGH));
    }

    @Override
    void forwardArrived(int direction, int cell, int tiles) {
        receive(forward + slot(direction, cell, 0) * forwardBytes, (long) tiles * forwardBytes,
            grid.neighbour(direction, CellGrid.LOW));
    }

    @Override
    void backwardArrived(int direction, int cell, int tiles) {
        receive(backward + slot(direction, cell, 0) * kept.rows, (long) tiles * kept.rows,
            grid.neighbour(direction, CellGrid.HIGH));
    }

    private void receive(long message, long bytes, int pe) {
        arrived = fetch(message, bytes, pe);
        work.move(bytes);
    }

    @Override
    void takeForward(int tile, long rows, long uppers) {
        long at = arrived + (long) tile * forwardBytes;
        Ram.copy(at, rows, kept.rows);
        Ram.copy(at + kept.rows, uppers, kept.uppers);
    }

    @Override
    void takeBackward(int tile, long rows) {
        Ram.copy(arrived + (long) tile * kept.rows, rows, kept.rows);
    }

    @Override
    void keepBackward(int direction, int cell, int tile, long rows) {
        Ram.copy(rows, out + (long) tile * kept.rows, kept.rows);
    }

    @Override
    void offerBackward(int direction, int cell, int tiles, Signal signal, long number) {
        long bytes = (long) tiles * kept.rows;
        work.move(bytes);
        int there = grid.neighbourCell(direction, CellGrid.LOW, cell);
        send(backward + slot(direction, there, 0) * kept.rows, out, bytes, signal, number,
            grid.neighbour(direction, CellGrid.LOW));
    }

    private long slot(int direction, int cell, int tile) {
        return ((long) direction * grid.p + cell) * kept.most + tile;
    }
}
