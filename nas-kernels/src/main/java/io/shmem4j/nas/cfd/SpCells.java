// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.PhaseTimers;

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
    public CellScheme.Sweep sweep(Cells cells, CellTransfer transfer, PhaseTimers timers) {
        return new SpSweep(cells, transfer, timers);
    }

    @Override
    public long columnBytes(int n) {
        return LineColumns.bytes(n);
    }

    @Override
    public CellScheme.Columns columns(Cells cells) {
        return new LineColumns(cells);
    }

    /** Solves lines from end to end, all in one tile, which stays in the nearest cache. */
    static final class LineColumns implements CellScheme.Columns {
        private final CellGrid grid;
        private final LineTiles tiles;
        private final int rows;

        LineColumns(Cells cells) {
            grid = cells.grid;
            rows = grid.n - 2;
            Workspace workspace = cells.store.workspace;
            tiles = new LineTiles(workspace, cells.layout, cells.c);
            tiles.use(workspace.piece(LineTiles.tileBytes(grid.n)), workspace.piece(LineTiles.upperBytes(grid.n)),
                grid.n);
        }

        static long bytes(int n) {
            return LineTiles.tileBytes(n) + LineTiles.upperBytes(n);
        }

        @Override
        public void solveX(ColumnCells cells, long place, int step) {
            for (int slice = 0; slice < grid.p; slice++) {
                tiles.gatherX(cells.rhs[slice] + place, cells.u[slice] + place, step, grid.start(slice),
                    grid.size(slice));
            }
            tiles.forward(rows, 0, 0);
            tiles.substituteX(rows);
            for (int slice = 0; slice < grid.p; slice++) {
                tiles.scatterX(cells.rhs[slice] + place, step, grid.start(slice), grid.size(slice));
            }
        }

        @Override
        public void solveAcross(int direction, long[] u, long[] rhs, long place) {
            tiles.gather(rows, 1 + direction, u, rhs, place);
            tiles.forward(rows, 0, direction);
            if (direction == 1) {
                tiles.substituteY(rows, rhs, place);
            } else {
                tiles.backward(rows);
                tiles.scatterZ(rows, u, place);
            }
        }
    }
}
