// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd.cells;

import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.FlowPhase;
import io.shmem4j.nas.cfd.PlaneRhs;
import io.shmem4j.nas.npb.PhaseTimers;

/** What a benchmark solves in cells, and the memory that it takes. */
public interface CellScheme {
    /** {@return how many lines make up a tile} */
    int lanes();

    /** {@return operations for a point when solving along one direction} */
    int solveOperations();

    /** {@return bytes of a tile that the cell behind needs after elimination} */
    int forwardBytes();

    /** {@return bytes of a tile that the cell before needs after substitution} */
    int backwardBytes();

    /**
     * Makes the right-hand side of a plane of a cell ready to be solved.
     *
     * @param planeRhs what has computed it
     * @param k        the plane
     * @param lines    lines of the plane
     * @param rhs      its address
     */
    void prepare(PlaneRhs planeRhs, int k, int lines, long rhs);

    /** {@return bytes of working memory for solving in the PE's own cells} */
    long sweepBytes(CellGrid grid, FlowLayout layout);

    /**
     * {@return the solution in the PE's own cells}
     *
     * @param cells    the PE's cells
     * @param transfer brings what neighbours have left
     * @param timers   watches of the phases
     */
    CellSweep sweep(Cells cells, CellTransfer transfer, PhaseTimers<FlowPhase> timers);

    /**
     * {@return bytes of working memory for solving from end to end}
     *
     * @param n points along each edge of the grid
     */
    long columnBytes(int n);

    /** {@return the solution from end to end} */
    ColumnSolver columns(Cells cells);
}
