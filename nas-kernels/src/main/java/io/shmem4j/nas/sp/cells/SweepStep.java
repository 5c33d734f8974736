// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.cells;

import io.shmem4j.nas.cfd.FlowConstants;
import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.FlowPhase;
import io.shmem4j.nas.cfd.PlaneRhs;
import io.shmem4j.nas.cfd.PlaneTable;
import io.shmem4j.nas.npb.PhaseTimers;

/**
 * Each PE solves in its own cells, one after the other, and messages bring what it needs of other cells.
 *
 * <p>A step brings the ghosts up to date. Then, for each direction, elimination goes through the slices upwards and
 * substitution downwards; from one slice to the next, two rows of every line are passed on. Along x, the right-hand
 * sides of a slice are computed before its elimination.
 */
final class SweepStep extends CellStep {
    private final PhaseTimers<FlowPhase> timers;
    private final Cells cells;
    private final FlowLayout layout;
    private final CellGrid grid;
    private final KeptTiles kept;
    private final int lanes;
    private final CellTransfer transfer;
    private final CellSweep sweep;
    /** By direction and cell. */
    private final CellLines[][] lines;

    SweepStep(Cells cells, KeptTiles kept, CellTransfer transfer, PhaseTimers<FlowPhase> timers) {
        this.timers = timers;
        this.cells = cells;
        this.transfer = transfer;
        this.kept = kept;
        layout = cells.layout;
        grid = cells.grid;
        lanes = cells.tiles.lanes();
        sweep = new CellSweep(kept, cells.tiles, transfer);
        lines = new CellLines[FlowConstants.DIRECTIONS][grid.p];
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            for (int cell = 0; cell < grid.p; cell++) {
                lines[d][cell] = new CellLines(d, cell, grid, kept, lanes);
            }
        }
    }

    @Override
    void exchangeGhosts() {
        transfer.exchangeGhosts();
    }

    @Override
    void free() {
        transfer.free();
    }

    @Override
    void run() {
        transfer.exchangeGhosts();
        timers.lap(FlowPhase.EXCHANGE);
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            for (int slice = 0; slice < grid.p; slice++) {
                forward(d, slice);
            }
            for (int slice = grid.p - 2; slice >= 0; slice--) {
                backward(d, slice);
            }
        }
    }

    /** Eliminates in a slice; in the last one substitutes at once. */
    private void forward(int d, int slice) {
        CellLines cell = lines[d][grid.cell(d, slice)];
        if (d == 0) {
            begin(cell);
        }
        if (cell.before) {
            transfer.awaitForward(d, cell.cell, cell.tiles);
            timers.lap(FlowPhase.EXCHANGE);
        }
        if (d > 0 || cell.before) {
            sweep.solve(cell, true, !cell.behind);
        }
        cells.work.solve((long) cell.tiles * lanes * cell.rows);
        timers.lap(FlowPhase.SOLVES[d]);
        if (cell.behind) {
            transfer.sendForward(d, cell.cell, cell.tiles);
        } else if (cell.before) {
            transfer.sendBackward(d, cell.cell, cell.tiles);
        }
        timers.lap(FlowPhase.EXCHANGE);
    }

    private void backward(int d, int slice) {
        CellLines cell = lines[d][grid.cell(d, slice)];
        transfer.awaitBackward(d, cell.cell, cell.tiles);
        timers.lap(FlowPhase.EXCHANGE);
        sweep.solve(cell, false, true);
        timers.lap(FlowPhase.SOLVES[d]);
        if (cell.before) {
            transfer.sendBackward(d, cell.cell, cell.tiles);
            timers.lap(FlowPhase.EXCHANGE);
        }
    }

    /**
     * Computes right-hand sides and brings them into the tiles along x while they are in cache. In the first slice
     * elimination needs nothing else and follows at once; in the others messages have that time to arrive.
     */
    private void begin(CellLines x) {
        int cell = x.cell;
        PlaneRhs planeRhs = cells.planeRhs;
        PlaneTable planes = cells.planes[cell];
        long rhs = kept.rhsPlane(cell);
        int tile = 0;
        planeRhs.restart(cells.boxes[cell]);
        cells.work.rhs(cells.boxes[cell].points());
        for (int k = x.firstPlane; k < x.endPlane; k++) {
            long forcing = cells.store.forcing(cell) + (long) k * layout.plane;
            planeRhs.plane(k, planes);
            for (int j = x.firstLine; j < x.endLine; j += lanes, tile++) {
                planeRhs.lines(k, j, j + lanes, planes, forcing, rhs);
                planeRhs.txinvr(k, j, j + lanes, rhs);
                timers.lap(FlowPhase.RHS);
                sweep.gatherX(x, tile, rhs + (long) j * layout.line, planeRhs.derived(k) + (long) j * layout.group);
                if (!x.before) {
                    sweep.solve(x, tile, x.place(k, j), true, !x.behind);
                }
                timers.lap(FlowPhase.X_SOLVE);
            }
        }
    }
}
