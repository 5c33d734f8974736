// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

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
    public CellScheme.Sweep sweep(Cells cells, CellTransfer transfer, PhaseTimers timers) {
        return new BlockSweep(cells, transfer, timers);
    }

    @Override
    public long columnBytes(int n) {
        return BlockLines.bytes(n);
    }

    @Override
    public CellScheme.Columns columns(Cells cells) {
        return new BlockColumns(cells);
    }

    /** Solves block tridiagonal systems from end to end. */
    static final class BlockColumns implements CellScheme.Columns {
        private final CellGrid grid;
        private final BlockLines blocks;
        private final int rows;

        BlockColumns(Cells cells) {
            grid = cells.grid;
            rows = grid.n - 2;
            blocks = new BlockLines(cells.store.workspace, cells.layout, cells.c, grid.n);
        }

        @Override
        public void solveX(ColumnCells cells, long place, int step) {
            for (int slice = 0; slice < grid.p; slice++) {
                blocks.takeX(cells.u[slice] + place, cells.rhs[slice] + place, step, grid.start(slice),
                    grid.size(slice));
            }
            blocks.solve(0);
            for (int slice = 0; slice < grid.p; slice++) {
                blocks.giveX(cells.rhs[slice] + place, step, grid.start(slice), grid.size(slice));
            }
        }

        @Override
        public void solveAcross(int direction, long[] u, long[] rhs, long place) {
            blocks.take(direction, rows, u, rhs, place);
            blocks.solve(direction);
            if (direction == 1) {
                blocks.giveY(rows, rhs, place);
            } else {
                blocks.add(rows, u, place);
            }
        }
    }
}
