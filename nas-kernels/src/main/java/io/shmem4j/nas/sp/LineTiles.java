// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import java.lang.foreign.MemorySegment;

/**
 * Solution of the pentadiagonal systems along some lines at once, as many as a vector has lanes.
 *
 * <p>Lines are brought into a tile that fits the first-level cache: for each row the five right-hand sides, the
 * velocity along the line, 1/density and the speed of sound, each a vector over the lines. A tile has the
 * unknown rows from 1 on, two rows before and two rows behind them: what an elimination and a substitution take over
 * from the neighbouring rows is found there. There are three systems for a line: for the first three right-hand sides,
 * for the fourth and for the fifth; the upper diagonals that elimination leaves are kept in an array of their own, with
 * rows like the tile's.
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
    /** Rows before the first unknown one. */
    static final int BEFORE = 2;
    /** Rows before and behind the unknown ones. */
    static final int MARGIN = 4;

    /** {@return a tile} */
    final double[] tile(int rows) {
        return new double[(rows + MARGIN) * QUANTITIES * lanes()];
    }

    /** {@return an array for upper diagonals} */
    final double[] upper(int rows) {
        return new double[(rows + MARGIN) * UPPER * lanes()];
    }

    /** {@return how many lines make up a tile} */
    abstract int lanes();

    /** Brings in lines along x: rows j of a plane, from i = 0. */
    abstract void gatherX(double[] tile, int rows, double[] rhs, int r, double[] derived, int d, SpLayout layout);

    /** Takes lines along x back, multiplied by the next matrix, ninvr. */
    abstract void scatterX(double[] tile, int rows, double[] rhs, int r, SpLayout layout);

    /** Brings in lines along y: columns i of a plane, from j = 0. */
    abstract void gatherY(double[] tile, int rows, double[] rhs, int r, double[] derived, int d, SpLayout layout);

    /** Takes lines along y away, multiplied by the next matrix, pinvr. */
    abstract void scatterY(double[] tile, int rows, MemorySegment rhs, long offset, SpLayout layout);

    /** Brings in lines along z, whose rows lie anywhere. */
    abstract void gatherZ(double[] tile, int rows, PlaneTable u, PlaneTable rhs, long offset, SpLayout layout);

    /** Multiplies lines along z by the last matrix, tzetar, and adds them to the unknowns. */
    abstract void scatterZ(double[] tile, int rows, PlaneTable u, long offset, SpLayout layout);

    /**
     * Eliminates the lower diagonals.
     *
     * @param tile  rows; the right-hand sides change
     * @param upper gets the upper diagonals
     * @param rows  unknown rows
     * @param first global index of the row before them
     */
    abstract void forward(double[] tile, double[] upper, int rows, int first, SpConstants c, int direction);

    /**
     * Substitutes back.
     *
     * @param tile  rows; the right-hand sides become the solution
     * @param upper upper diagonals
     * @param rows  unknown rows
     */
    abstract void backward(double[] tile, double[] upper, int rows);
}
