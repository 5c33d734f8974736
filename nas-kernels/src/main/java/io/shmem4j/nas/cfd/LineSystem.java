// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.PhaseTimers;

/** The systems along lines: their parts that cells hand on, and the memory of their solution. */
enum LineSystem {
    /** BT: the cell behind needs a line's last block, the cell before needs its first solution. */
    BLOCK_TRIDIAGONAL(BlockLines.OPERATIONS, BlockLines.BLOCK, BlockLines.EDGE),
    /** SP: two rows of a line depend on each other, and so do those of two cells. */
    PENTADIAGONAL(LineTiles.OPERATIONS, 2 * (LineTiles.QUANTITIES + LineTiles.UPPER), 2 * LineTiles.QUANTITIES);

    /** How many lines a solution takes at a time. */
    static final int LANES = LineTiles.LANES;

    /** Operations for a point when solving along one direction. */
    final int operations;
    /** Bytes of a tile that the cell behind needs after elimination, and the cell before after substitution. */
    final int forwardBytes;
    final int backwardBytes;

    LineSystem(int operations, int forward, int backward) {
        this.operations = operations;
        forwardBytes = forward * LineTiles.LANES * Double.BYTES;
        backwardBytes = backward * LineTiles.LANES * Double.BYTES;
    }

    /** Makes lines of the right-hand side of a plane ready to be solved. */
    void prepare(PlaneRhs planeRhs, int k, int first, int end, long rhs) {
        if (this == BLOCK_TRIDIAGONAL) {
            planeRhs.clearOutside(first, end, rhs);
        } else {
            planeRhs.txinvr(k, first, end, rhs);
        }
    }

    /** {@return bytes of working memory for solving in the PE's own cells} */
    long sweepBytes(CellGrid grid, FlowLayout layout) {
        return this == BLOCK_TRIDIAGONAL ? BlockSweep.bytes(grid) : TileSweep.bytes(grid, layout);
    }

    /** {@return the solution in the PE's own cells} */
    Sweep sweep(Cells cells, CellTransfer transfer, PhaseTimers timers) {
        return this == BLOCK_TRIDIAGONAL ? new BlockSweep(cells, transfer, timers)
            : new TileSweep(cells, transfer, timers);
    }

    /** {@return bytes of working memory for solving lines of some rows from end to end} */
    long bytes(int rows) {
        return this == BLOCK_TRIDIAGONAL ? BlockLines.bytes(rows) : LineTiles.tileBytes(rows)
            + LineTiles.upperBytes(rows);
    }

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
}
