// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

/**
 * Where a number of the grid lies: {@code [k][j][row][i]}, rows along x padded to whole vectors; distances in bytes.
 *
 * <p>A line has five rows of unknowns; the working memory has seven rows of derived numbers of some. The distance of
 * planes is an odd number of cache lines, so that marching through planes uses all cache sets.
 */
final class SpLayout {
    /** Bytes of a cache line and of the widest vector; everything is aligned to it. */
    static final int CACHE_LINE = 64;
    /** Bytes from one row of weights along x to the next: room for the longest row, an odd number of cache lines. */
    static final int WEIGHTS = 33 * CACHE_LINE;
    /** Rows derived from the unknowns, in the order of their places: 1/density. */
    static final int RHO = 0;
    /** The three velocities. */
    static final int US = 1;
    static final int VS = 2;
    static final int WS = 3;
    /** Pressure. */
    static final int P = 4;
    /** What conduction evens out: a sum of kinetic energy and enthalpy per mass. */
    static final int H = 5;
    /** Speed of sound. */
    static final int SPEED = 6;
    /** Derived rows of a line. */
    static final int GROUP = 7;

    /** Lines of a plane, and planes. */
    final int lines;
    /** From one row to the next. */
    final int pitch;
    /** From one j to the next, of unknowns. */
    final int line;
    /** From one j to the next, of derived rows. */
    final int group;
    /** From one k to the next, of unknowns. */
    final int plane;
    /** Lines of a plane, and some more where lines along x, taken a vector at a time, need them. */
    final int paddedLines;

    private SpLayout(int points, int lines, int paddedLines, int storedLines) {
        this.lines = lines;
        this.paddedLines = paddedLines;
        pitch = wholeVectors(points) * Double.BYTES;
        line = SpConstants.UNKNOWNS * pitch;
        group = GROUP * pitch;
        plane = (storedLines * line / CACHE_LINE | 1) * CACHE_LINE;
    }

    /**
     * {@return the layout of planes of the whole grid}
     *
     * @param n points along each edge of the grid
     */
    static SpLayout ofPlanes(int n) {
        return new SpLayout(n, n, wholeVectors(n), n);
    }

    /**
     * {@return the layout of cells with two points of their neighbours all around}
     *
     * <p>There are enough lines for the lines of a cell to be taken a vector at a time.
     *
     * @param size   points along the longest edge of a cell
     * @param margin stored points before a cell along x
     */
    static SpLayout ofCells(int size, int margin) {
        int lines = size + 2 * CellGrid.GHOSTS;
        int padded = Math.max(lines, wholeVectors(size));
        return new SpLayout(margin + size + CellGrid.GHOSTS, lines, padded, padded);
    }

    /** {@return bytes from one row of lines along y or z to the next} */
    long step(int direction) {
        return direction == 1 ? line : plane;
    }

    private static int wholeVectors(int numbers) {
        int lanes = CACHE_LINE / Double.BYTES;
        return (numbers + lanes - 1) / lanes * lanes;
    }
}
