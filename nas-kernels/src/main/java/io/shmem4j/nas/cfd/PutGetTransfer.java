// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;

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
    private final FlowWork work;
    private final CellTransfer.Sizes tiles;
    /** Where a message is read to, null where memory is mapped. */
    private final double[] fetched;
    /** Where this PE gathers; each put is over before the next gathering. */
    private final long out;
    /** Messages from neighbours. */
    private final long ghosts;
    private final long forward;
    private final long backward;
    private final long ghostBytes;
    /** The message that was waited for last. */
    private long arrived;

    PutGetTransfer(Shmem shmem, Cells cells, CellTransfer.Sizes tiles) {
        super(shmem, cells.grid);
        this.tiles = tiles;
        store = cells.store;
        layers = new Layers(store.layout);
        work = cells.work;
        mine = shmem.view(store.array, shmem.myPe());
        ghostBytes = ghostBytes(grid);
        long slots = slots(grid, tiles);
        long longest = longest(grid, tiles);
        fetched = shmem.simulated() ? new double[(int) (longest / Double.BYTES)] : null;
        out = store.workspace.piece(longest);
        ghosts = store.workspace.piece(2 * FlowConstants.DIRECTIONS * ghostBytes);
        forward = store.workspace.piece(slots * tiles.forward());
        backward = store.workspace.piece(slots * tiles.backward());
    }

    /** {@return bytes of all messages} */
    static long messages(CellGrid grid, CellTransfer.Sizes tiles) {
        return longest(grid, tiles) + 2 * FlowConstants.DIRECTIONS * ghostBytes(grid)
            + slots(grid, tiles) * (tiles.forward() + tiles.backward());
    }

    /** {@return bytes of the longest message} */
    static long longest(CellGrid grid, CellTransfer.Sizes tiles) {
        return Math.max(ghostBytes(grid), (long) tiles.most() * Math.max(tiles.forward(), tiles.backward()));
    }

    private static long slots(CellGrid grid, CellTransfer.Sizes tiles) {
        return (long) FlowConstants.DIRECTIONS * grid.p * tiles.most();
    }

    private static long ghostBytes(CellGrid grid) {
        return 8L * grid.p * FlowConstants.UNKNOWNS * FlowLayout.GHOSTS * grid.size(0) * grid.size(0);
    }

    /** Brings bytes of this PE to where an address of this PE is on another one, and then a signal. */
    void send(long target, long from, long bytes, Signal signal, long number, int pe) {
        shmem.putSignal(store.array, store.index(target), store.array, store.index(from), bytes / Double.BYTES, signal,
            number, SignalOp.SET, pe);
    }

    /** {@return where a message is now that its signal has come} */
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
    void offerForward(CellLines lines, Signal signal, long number) {
        offer(forward, lines, CellGrid.HIGH, tiles.forward(), signal, number);
    }

    @Override
    void offerBackward(CellLines lines, Signal signal, long number) {
        offer(backward, lines, CellGrid.LOW, tiles.backward(), signal, number);
    }

    private void offer(long messages, CellLines lines, int side, int tileBytes, Signal signal, long number) {
        long bytes = (long) lines.tiles * tileBytes;
        work.move(bytes);
        int there = grid.neighbourCell(lines.direction, side, lines.cell);
        send(messages + slot(lines.direction, there) * tileBytes, out, bytes, signal, number,
            grid.neighbour(lines.direction, side));
    }

    @Override
    void forwardArrived(CellLines lines) {
        receive(forward, lines, CellGrid.LOW, tiles.forward());
    }

    @Override
    void backwardArrived(CellLines lines) {
        receive(backward, lines, CellGrid.HIGH, tiles.backward());
    }

    private void receive(long messages, CellLines lines, int side, int tileBytes) {
        long bytes = (long) lines.tiles * tileBytes;
        arrived = fetch(messages + slot(lines.direction, lines.cell) * tileBytes, bytes,
            grid.neighbour(lines.direction, side));
        work.move(bytes);
    }

    @Override
    long forwardTo(int tile) {
        return out + (long) tile * tiles.forward();
    }

    @Override
    public long backwardTo(int tile) {
        return out + (long) tile * tiles.backward();
    }

    @Override
    public long forwardFrom(int tile) {
        return arrived + (long) tile * tiles.forward();
    }

    @Override
    public long backwardFrom(int tile) {
        return arrived + (long) tile * tiles.backward();
    }

    private long slot(int direction, int cell) {
        return ((long) direction * grid.p + cell) * tiles.most();
    }
}
