// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.nas.npb.Ram;

/**
 * Load and store: a signal says that the neighbour's numbers are ready, and they are loaded from where they are.
 *
 * <p>Stores to this PE's memory become visible before a signal that is set behind a fence, and the neighbour loads
 * after it has seen the signal.
 */
final class DirectTransfer extends CellTransfer {
    private final Layers layers;
    private final CellView[][] neighbours = new CellView[SpConstants.DIRECTIONS][2];
    /** Copies of the first two rows of tiles after substitution. */
    private final long solved;
    /** Where the rows are that were waited for last: those of the first tile, at the same place on this PE. */
    private CellView view;
    private long fromRows;
    private long fromUppers;

    DirectTransfer(Shmem shmem, CellGrid grid, CellStore store) {
        super(shmem, grid, store);
        layers = new Layers(store.layout);
        solved = store.workspace.piece(messages(grid, store.tiles, store.rows));
        for (int d = 0; d < SpConstants.DIRECTIONS; d++) {
            for (int side = CellGrid.LOW; side <= CellGrid.HIGH; side++) {
                neighbours[d][side] = new CellView(shmem, store, grid.neighbour(d, side));
            }
        }
    }

    /** {@return bytes of the copies} */
    static long messages(CellGrid grid, long tiles, long rows) {
        return SpConstants.DIRECTIONS * grid.p * tiles * rows;
    }

    private void announce(int direction, int side, Signal signal, long number) {
        shmem.fence();
        shmem.signalSet(signal, number, grid.neighbour(direction, side));
    }

    @Override
    void offerGhosts(int direction, int side, Signal signal, long number) {
        announce(direction, side, signal, number);
    }

    @Override
    void takeGhosts(int direction, int side) {
        CellView view = neighbours[direction][side];
        for (int cell = 0; cell < grid.p; cell++) {
            int slice = grid.slice(direction, cell);
            if (slice != (side == CellGrid.LOW ? 0 : grid.p - 1)) {
                layers.between(direction, side, grid, cell, slice);
                long there = store.u(grid.neighbourCell(direction, side, cell));
                layers.copy(view, there, store.u(cell));
            }
        }
    }

    @Override
    void offerForward(int direction, int cell, int tiles, Signal signal, long number) {
        announce(direction, CellGrid.HIGH, signal, number);
    }

    @Override
    void forwardArrived(int direction, int cell, int tiles) {
        view = neighbours[direction][CellGrid.LOW];
        int there = grid.neighbourCell(direction, CellGrid.LOW, cell);
        int last = grid.rows(grid.slice(direction, cell) - 1);
        fromRows = store.tileRows(there, 0, last);
        fromUppers = store.upperRows(there, 0, last);
    }

    @Override
    void backwardArrived(int direction, int cell, int tiles) {
        view = neighbours[direction][CellGrid.HIGH];
        fromRows = solved(direction, grid.neighbourCell(direction, CellGrid.HIGH, cell), 0);
    }

    @Override
    void takeForward(int tile, long rows, long uppers) {
        view.read(fromRows + tile * store.tileBytes, rows, store.rows);
        view.read(fromUppers + tile * store.upperBytes, uppers, store.uppers);
    }

    @Override
    void takeBackward(int tile, long rows) {
        view.read(fromRows + (long) tile * store.rows, rows, store.rows);
    }

    @Override
    void offerBackward(int direction, int cell, int tiles, Signal signal, long number) {
        announce(direction, CellGrid.LOW, signal, number);
    }

    @Override
    void keepBackward(int direction, int cell, int tile, long rows) {
        Ram.copy(rows, solved(direction, cell, tile), store.rows);
    }

    private long solved(int direction, int cell, int tile) {
        return solved + (((long) direction * grid.p + cell) * store.tiles + tile) * store.rows;
    }
}
