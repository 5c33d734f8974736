// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.PhaseTimers;

/** The systems along lines: sizes of the messages between cells, and the solver. */
enum LineSystem {
    /** BT: passes the last block of a line forward, and its first solution back. */
    BLOCK_TRIDIAGONAL(BlockLines.OPERATIONS, BlockLines.BLOCK, BlockLines.EDGE),
    /** SP: passes two rows of a line in either direction. */
    PENTADIAGONAL(LineTiles.OPERATIONS, 2 * (LineTiles.QUANTITIES + LineTiles.UPPER), 2 * LineTiles.QUANTITIES);

    /** Lines in a tile. */
    static final int LANES = LineTiles.LANES;

    /** Floating-point operations of a point in one direction. */
    final int operations;
    /** Bytes of a tile for the next cell after elimination, and for the previous one after substitution. */
    final int forwardBytes;
    final int backwardBytes;

    LineSystem(int operations, int forward, int backward) {
        this.operations = operations;
        forwardBytes = forward * LineTiles.LANES * Double.BYTES;
        backwardBytes = backward * LineTiles.LANES * Double.BYTES;
    }

    /** {@return bytes of the solver's working memory} */
    long sweepBytes(CellGrid grid, FlowLayout layout) {
        return this == BLOCK_TRIDIAGONAL ? BlockSweep.bytes(grid) : TileSweep.bytes(grid, layout);
    }

    Sweep sweep(Cells cells, CellTransfer transfer, PhaseTimers timers) {
        return this == BLOCK_TRIDIAGONAL ? new BlockSweep(cells, transfer, timers)
            : new TileSweep(cells, transfer, timers);
    }

    /** Solves the systems of a PE's cells, tile by tile. */
    interface Sweep {
        /** Computes the right-hand side of a cell before its solve along x. */
        void begin(CellLines x);

        /** Eliminates in a cell. In the last slice it also substitutes and stores the solution. */
        void eliminate(CellLines lines);

        /** Substitutes back in a cell and stores the solution. */
        void substitute(CellLines lines);

        /** Writes the part of an eliminated tile that the next cell needs. */
        void writeForward(CellLines lines, int tile, long to);
    }
}
