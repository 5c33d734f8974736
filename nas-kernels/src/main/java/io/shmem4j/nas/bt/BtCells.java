// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.bt;

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

/**
 * Block tridiagonal systems in cells: the cell behind needs a line's last block, the cell before needs its first
 * solution.
 */
final class BtCells implements CellScheme {
    private static final int VECTOR = BlockLines.LANES * Double.BYTES;

    @Override
    public int lanes() {
        return BlockLines.LANES;
    }

    @Override
    public int solveOperations() {
        return BlockLines.OPERATIONS;
    }

    @Override
    public int forwardBytes() {
        return BlockLines.BLOCK * VECTOR;
    }

    @Override
    public int backwardBytes() {
        return BlockLines.EDGE * VECTOR;
    }

    @Override
    public void prepare(PlaneRhs planeRhs, int k, int lines, long rhs) {
        planeRhs.clearOutside(0, lines, rhs);
    }

    @Override
    public long sweepBytes(CellGrid grid, FlowLayout layout) {
        return BlockSweep.bytes(grid);
    }

    @Override
    public CellSweep sweep(Cells cells, CellTransfer transfer, PhaseTimers<FlowPhase> timers) {
        return new BlockSweep(cells, transfer, timers);
    }

    @Override
    public long columnBytes(int n) {
        return BlockLines.bytes(n);
    }

    @Override
    public ColumnSolver columns(Cells cells) {
        return new BlockColumns(cells);
    }
}
