// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

/**
 * Where a number of the grid lies: {@code [k][j][m][i]}, rows along x padded to whole vectors.
 *
 * <p>The distance of planes is an odd number of cache lines, so that marching through planes uses all cache sets.
 */
final class SpLayout {
    /** Doubles of a cache line and of the widest vector. */
    static final int LINE = 8;
    /** Numbers derived from the unknowns of a point, one row of each: 1/density. */
    static final int RHO = 0;
    /** The three velocities. */
    static final int US = 1;
    static final int VS = 2;
    static final int WS = 3;
    /** Pressure. */
    static final int P = 4;
    /** What the energy conducts: a sum of kinetic energy and enthalpy per mass. */
    static final int H = 5;
    /** Speed of sound. */
    static final int SPEED = 6;
    /** How many they are. */
    static final int DERIVED = 7;

    final int n;
    /** Doubles from one row to the next. */
    final int pitch;
    /** Doubles from one j to the next: of unknowns. */
    final int line;
    /** Doubles from one j to the next: of derived numbers. */
    final int derivedLine;
    /** Doubles from one k to the next: of unknowns. */
    final int plane;
    /** Rows of a plane, rounded up to whole vectors, in arrays where lines along x are taken that many at a time. */
    final int paddedRows;

    SpLayout(int n) {
        this.n = n;
        pitch = roundUp(n);
        line = SpConstants.UNKNOWNS * pitch;
        derivedLine = DERIVED * pitch;
        plane = (n * line / LINE | 1) * LINE;
        paddedRows = roundUp(n);
    }

    private static int roundUp(int count) {
        return (count + LINE - 1) / LINE * LINE;
    }
}
