// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.cells;

import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.FlowPhase;
import io.shmem4j.nas.cfd.PlaneRhs;
import io.shmem4j.nas.cfd.cells.CellGrid;
import io.shmem4j.nas.cfd.cells.CellScheme;
import io.shmem4j.nas.cfd.cells.CellSweep;
import io.shmem4j.nas.cfd.cells.CellTransfer;
import io.shmem4j.nas.cfd.cells.Cells;
import io.shmem4j.nas.cfd.cells.ColumnSolver;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.sp.loops.LineTiles;

/** Pentadiagonal systems in cells: two rows of a line depend on each other, and so do those of two cells. */
public final class SpCells implements CellScheme {
    @Override
    public int lanes() {
        return LineTiles.LANES;
    }

    @Override
    public int solveOperations() {
        return LineTiles.OPERATIONS;
    }

    @Override
    public int forwardBytes() {
        return KeptTiles.rows() + KeptTiles.uppers();
    }

    @Override
    public int backwardBytes() {
        return KeptTiles.rows();
    }

    @Override
    public void prepare(PlaneRhs planeRhs, int k, int lines, long rhs) {
        planeRhs.txinvr(k, 0, lines, rhs);
    }

    @Override
    public long sweepBytes(CellGrid grid, FlowLayout layout) {
        return KeptTiles.bytes(grid, layout);
    }

    @Override
    public CellSweep sweep(Cells cells, CellTransfer transfer, PhaseTimers<FlowPhase> timers) {
        return new SpSweep(cells, transfer, timers);
    }

    @Override
    public long columnBytes(int n) {
        return SpColumns.bytes(n);
    }

    @Override
    public ColumnSolver columns(Cells cells) {
        return new SpColumns(cells);
    }
}
