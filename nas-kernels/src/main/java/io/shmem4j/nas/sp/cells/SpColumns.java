// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.cells;

import io.shmem4j.nas.cfd.PlaneTable;
import io.shmem4j.nas.cfd.Workspace;
import io.shmem4j.nas.cfd.cells.CellGrid;
import io.shmem4j.nas.cfd.cells.Cells;
import io.shmem4j.nas.cfd.cells.ColumnCells;
import io.shmem4j.nas.cfd.cells.ColumnSolver;
import io.shmem4j.nas.sp.loops.LineTiles;

/** Solves lines from end to end, all in one tile, which stays in the nearest cache. */
final class SpColumns implements ColumnSolver {
    private final CellGrid grid;
    private final LineTiles tiles;
    private final int rows;

    SpColumns(Cells cells) {
        grid = cells.grid;
        rows = grid.n - 2;
        Workspace workspace = cells.store.workspace;
        tiles = new LineTiles(workspace, cells.layout, cells.c);
        tiles.use(workspace.piece(LineTiles.tileBytes(grid.n)), workspace.piece(LineTiles.upperBytes(grid.n)), grid.n);
    }

    static long bytes(int n) {
        return LineTiles.tileBytes(n) + LineTiles.upperBytes(n);
    }

    @Override
    public void solveX(ColumnCells cells, long place, int step) {
        for (int slice = 0; slice < grid.p; slice++) {
            tiles.gatherX(cells.rhs[slice] + place, cells.u[slice] + place, step, grid.start(slice), grid.size(slice));
        }
        tiles.forward(rows, 0, 0);
        tiles.substituteX(rows);
        for (int slice = 0; slice < grid.p; slice++) {
            tiles.scatterX(cells.rhs[slice] + place, step, grid.start(slice), grid.size(slice));
        }
    }

    @Override
    public void solveAcross(int direction, PlaneTable u, PlaneTable rhs, long place) {
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
