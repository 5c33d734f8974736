// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd.cells;

import io.shmem4j.nas.cfd.PlaneTable;

/** Solves tiles of lines from end to end of a column of cells. */
public interface ColumnSolver {
    /**
     * Solves lines along x.
     *
     * @param cells of the column
     * @param place of the first line's first point in each cell
     * @param step  bytes from a line to the next
     */
    void solveX(ColumnCells cells, long place, int step);

    /**
     * Solves lines along y or z.
     *
     * @param direction of the lines
     * @param u         where the unknowns of each row are
     * @param rhs       where the right-hand sides are
     * @param place     added to all those addresses
     */
    void solveAcross(int direction, PlaneTable u, PlaneTable rhs, long place);
}
