// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Transfer;

/**
 * BT and SP. A PE solves in its cells one after the other ({@link CellGrid}). Cells exchange messages, and a step has
 * no barrier.
 *
 * <p>A step updates the ghosts. Then, for each direction, elimination passes through the slices upwards and
 * substitution downwards; rows of every line go from slice to slice. Right-hand sides of a slice are computed before
 * its elimination along x.
 */
final class Multipartition extends FlowGrid {
    private final PhaseTimers timers;
    private final Cells cells;
    private final CellGrid grid;
    private final CellTransfer transfer;
    private final LineSystem.Sweep sweep;
    /** Lines by direction and cell. */
    private final CellLines[][] lines;

    /** Sets the forcing; collective. */
    Multipartition(KernelHeap heap, FlowConstants c, LineSystem system, Transfer by, PhaseTimers timers) {
        super(heap, c);
        this.timers = timers;
        cells = new Cells(heap, c, system, by);
        grid = cells.grid;
        transfer = CellTransfer.of(by, heap, cells);
        sweep = system.sweep(cells, transfer, timers);
        lines = new CellLines[FlowConstants.DIRECTIONS][grid.p];
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            for (int cell = 0; cell < grid.p; cell++) {
                lines[d][cell] = new CellLines(d, cell, cells);
            }
        }
        cells.fill(true);
        shmem.barrierAll();
        transfer.exchangeGhosts();
        for (int cell = 0; cell < grid.p; cell++) {
            cells.force(cell);
        }
    }

    @Override
    public void reset() {
        // Neighbours may still get ghosts of the cells that are overwritten.
        shmem.barrierAll();
        cells.fill(false);
        shmem.barrierAll();
    }

    @Override
    double[] squares() {
        double[] sums = new double[FlowLines.SUMS];
        transfer.exchangeGhosts();
        for (int cell = 0; cell < grid.p; cell++) {
            cells.computeRhs(cell, false);
            cells.addSquares(cell, sums);
        }
        return sums;
    }

    @Override
    public void step(int number) {
        transfer.exchangeGhosts();
        timers.lap(Phase.EXCHANGE);
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            for (int slice = 0; slice < grid.p; slice++) {
                forward(d, slice);
            }
            for (int slice = grid.p - 2; slice >= 0; slice--) {
                backward(d, slice);
            }
        }
    }

    /** Eliminates in a slice; substitutes in the last one. */
    private void forward(int d, int slice) {
        CellLines cell = lines[d][grid.cell(d, slice)];
        if (d == 0) {
            sweep.begin(cell);
        }
        if (cell.before) {
            transfer.forward.await(cell);
            timers.lap(Phase.EXCHANGE);
        }
        sweep.eliminate(cell);
        cells.work.solve((long) cell.tiles * LineSystem.LANES * cell.rows);
        timers.lap(FlowProblem.SOLVES[d]);
        if (cell.behind) {
            for (int tile = 0; tile < cell.tiles; tile++) {
                sweep.writeForward(cell, tile, transfer.forward.to(tile));
            }
            transfer.forward.send(cell);
        } else if (cell.before) {
            transfer.backward.send(cell);
        }
        timers.lap(Phase.EXCHANGE);
    }

    private void backward(int d, int slice) {
        CellLines cell = lines[d][grid.cell(d, slice)];
        transfer.backward.await(cell);
        timers.lap(Phase.EXCHANGE);
        sweep.substitute(cell);
        timers.lap(FlowProblem.SOLVES[d]);
        if (cell.before) {
            transfer.backward.send(cell);
            timers.lap(Phase.EXCHANGE);
        }
    }
}
