// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.bt;

import io.shmem4j.nas.cfd.PlaneTable;
import io.shmem4j.nas.cfd.cells.CellGrid;
import io.shmem4j.nas.cfd.cells.Cells;
import io.shmem4j.nas.cfd.cells.ColumnCells;
import io.shmem4j.nas.cfd.cells.ColumnSolver;

/** Solves block tridiagonal systems from end to end. */
final class BlockColumns implements ColumnSolver {
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
            blocks.takeX(cells.u[slice] + place, cells.rhs[slice] + place, step, grid.start(slice), grid.size(slice));
        }
        blocks.solve(0);
        for (int slice = 0; slice < grid.p; slice++) {
            blocks.giveX(cells.rhs[slice] + place, step, grid.start(slice), grid.size(slice));
        }
    }

    @Override
    public void solveAcross(int direction, PlaneTable u, PlaneTable rhs, long place) {
        blocks.take(direction, rows, u, rhs, place);
        blocks.solve(direction);
        if (direction == 1) {
            blocks.giveY(rows, rhs, place);
        } else {
            blocks.add(rows, u, place);
        }
    }
}
