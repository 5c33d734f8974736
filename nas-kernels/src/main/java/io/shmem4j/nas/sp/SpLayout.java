// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

/**
 * Where a number of the grid lies: {@code [k][j][row][i]}, rows along x padded to whole vectors; distances in bytes.
 *
 * <p>A line has five rows of unknowns. In the working memory seven rows of derived numbers follow them. The distance of
 * planes is an odd number of cache lines, so that marching through planes uses all cache sets.
 */
final class SpLayout {
    /** Bytes of a cache line and of the widest vector; everything is aligned to it. */
    static final int CACHE_LINE = 64;
    /** Rows derived from the unknowns, behind them: 1/density. */
    static final int RHO = 5;
    /** The three velocities. */
    static final int US = 6;
    static final int VS = 7;
    static final int WS = 8;
    /** Pressure. */
    static final int P = 9;
    /** What conduction evens out: a sum of kinetic energy and enthalpy per mass. */
    static final int H = 10;
    /** Speed of sound. */
    static final int SPEED = 11;
    /** Rows of unknowns and derived ones. */
    static final int GROUP = 12;

    /** Lines of a plane, and planes. */
    final int lines;
    /** From one row to the next. */
    final int pitch;
    /** From one j to the next, of unknowns. */
    final int line;
    /** From one j to the next, with derived rows. */
    final int group;
    /** From one k to the next, of unknowns. */
    final int plane;
    /** Lines of a plane, rounded up to whole vectors: lines along x are taken that many at a time. */
    final int paddedLines;

    private SpLayout(int points, int lines, int paddedLines, int storedLines) {
        this.lines = lines;
        this.paddedLines = paddedLines;
        pitch = wholeVectors(points) * Double.BYTES;
        line = SpConstants.UNKNOWNS * pitch;
        group = GROUP * pitch;
        plane = (storedLines * line / CACHE_LINE | 1) * CACHE_LINE;
    }

    /** {@return the layout of planes of the whole grid} @param n points along each edge of the grid */
    static SpLayout ofPlanes(int n) {
        return new SpLayout(n, n, wholeVectors(n), n);
    }

    /**
     * {@return the layout of cells with two points of their neighbours all around}
     *
     * <p>Along x a cell begins at a whole vector. Its lines are stored padded, since tiles of lines are written back.
     *
     * @param size points along the longest edge of a cell
     */
    static SpLayout ofCells(int size) {
        int padded = CellGrid.GHOSTS + wholeVectors(size) + CellGrid.GHOSTS;
        return new SpLayout(CellGrid.MARGIN_X + size + CellGrid.GHOSTS, size + 2 * CellGrid.GHOSTS, padded, padded);
    }

    private static int wholeVectors(int numbers) {
        int lanes = CACHE_LINE / Double.BYTES;
        return (numbers + lanes - 1) / lanes * lanes;
    }
}
