// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.PhaseTimers;

/** What a benchmark solves in cells, and the memory that it takes. */
public interface CellScheme {
    int lanes();

    /** {@return operations for a point when solving along one direction} */
    int solveOperations();

    /** {@return bytes of a tile that the cell behind needs after elimination} */
    int forwardBytes();

    /** {@return bytes of a tile that the cell before needs after substitution} */
    int backwardBytes();

    /** Makes the right-hand side of a plane of a cell ready to be solved. */
    void prepare(PlaneRhs planeRhs, int k, int lines, long rhs);

    /** {@return bytes of working memory for solving in the PE's own cells} */
    long sweepBytes(CellGrid grid, FlowLayout layout);

    /** {@return the solution in the PE's own cells} */
    Sweep sweep(Cells cells, CellTransfer transfer, PhaseTimers timers);

    /**
     * {@return bytes of working memory for solving from end to end}
     *
     * @param n points along each edge of the grid
     */
    long columnBytes(int n);

    Columns columns(Cells cells);

    /** Solves the systems along the lines of a PE's own cells, tile by tile. */
    interface Sweep {
        /** Computes the right-hand side of a cell, which is solved along x next. */
        void begin(CellLines x);

        /** Eliminates in a cell; where no cell lies behind, substitutes at once and takes the solution away. */
        void eliminate(CellLines lines);

        /** Substitutes back in a cell and takes the solution away. */
        void substitute(CellLines lines);

        /** Writes down what the cell behind needs of a tile after elimination. */
        void give(CellLines lines, int tile, long to);
    }

    /** Solves tiles of lines from end to end of a column of cells. */
    interface Columns {
        /**
         * Solves lines along x.
         *
         * @param place of the first line's first point in each cell
         * @param step  bytes from a line to the next
         */
        void solveX(ColumnCells cells, long place, int step);

        /**
         * Solves lines along y or z.
         *
         * @param u where the unknowns of each row are
         */
        void solveAcross(int direction, long[] u, long[] rhs, long place);
    }
}
