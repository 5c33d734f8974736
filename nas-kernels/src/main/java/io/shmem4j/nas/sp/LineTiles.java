// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import java.lang.foreign.MemorySegment;

/**
 * Solution of the pentadiagonal systems along some lines at once, as many as a vector has lanes.
 *
 * <p>Lines are brought into a tile that fits the first-level cache: for each row the five right-hand sides, the
 * velocity along the line, 1/density and the speed of sound, each a vector over the lines. A tile has the unknown rows
 * from 1 on, two rows before and two rows behind them: what an elimination and a substitution take over from the
 * neighbouring rows is found there. There are three systems for a line: for the first three right-hand sides, for the
 * fourth and for the fifth; the upper diagonals that elimination leaves are kept apart, in rows like the tile's.
 * Positions are in bytes.
 */
abstract class LineTiles {
    /** Vectors of a row: right-hand sides, velocity, 1/density, speed of sound. */
    static final int QUANTITIES = 8;
    static final int VELOCITY = 5;
    static final int RHO = 6;
    static final int SPEED = 7;
    /** Systems of a line. */
    static final int SYSTEMS = 3;
    /** Vectors that remain of a row after elimination: two upper diagonals of the three systems. */
    static final int UPPER = 6;
    /** Rows before and behind the unknown ones. */
    static final int MARGIN = 4;

    final MemorySegment memory;
    final SpLayout layout;
    final SpConstants c;
    final long tile;
    final long upper;

    LineTiles(Workspace workspace, SpLayout layout, SpConstants c) {
        this.layout = layout;
        this.c = c;
        memory = workspace.memory();
        tile = workspace.piece((long) (layout.paddedLines + MARGIN) * QUANTITIES * SpLayout.CACHE_LINE);
        upper = workspace.piece((long) (layout.paddedLines + MARGIN) * UPPER * SpLayout.CACHE_LINE);
    }

    /** {@return bytes of working memory for tiles} */
    static long bytes(SpLayout layout) {
        return (long) (layout.paddedLines + MARGIN) * (QUANTITIES + UPPER) * SpLayout.CACHE_LINE;
    }

    /** {@return how many lines make up a tile} */
    abstract int lanes();

    /**
     * Brings in lines along x of a plane.
     *
     * @param rows  unknown rows
     * @param rhs   right-hand side of the first line
     * @param group unknowns and derived numbers of the first line
     */
    abstract void gatherX(int rows, long rhs, long group);

    /** Takes lines along x back, multiplied by the next matrix, ninvr. */
    abstract void scatterX(int rows, long rhs);

    /** Brings in lines along y of a plane, from j = 0. */
    abstract void gatherY(int rows, long rhs, long group);

    /** Takes lines along y away, multiplied by the next matrix, pinvr. */
    abstract void scatterY(int rows, MemorySegment target, long offset);

    /** Brings in lines along z, whose rows lie anywhere. */
    abstract void gatherZ(int rows, PlaneTable u, PlaneTable rhs, long offset);

    /** Multiplies lines along z by the last matrix, tzetar, and adds them to the unknowns. */
    abstract void scatterZ(int rows, PlaneTable u, long offset);

    /**
     * Eliminates the lower diagonals.
     *
     * @param rows  unknown rows
     * @param first global index of the row before them
     */
    abstract void forward(int rows, int first, int direction);

    /** Substitutes back. */
    abstract void backward(int rows);
}
