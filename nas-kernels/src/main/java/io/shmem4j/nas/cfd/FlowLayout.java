// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/**
 * Layout of the grid's numbers: {@code [k][j][row][i]}, rows along x padded to whole vectors; distances in bytes.
 *
 * <p>A line has five rows of unknowns; the working memory has seven rows of derived numbers of some. The distance of
 * planes is an odd number of cache lines, so that marching through planes uses all cache sets.
 */
public final class FlowLayout {
    /** Bytes of a cache line and of the widest vector; everything is aligned to it. */
    public static final int CACHE_LINE = 64;
    /** Stored points before and behind a cell along y and z. */
    public static final int GHOSTS = 2;
    /** Bytes from one row of weights along x to the next: room for the longest row, an odd number of cache lines. */
    public static final int WEIGHTS = 53 * CACHE_LINE;
    /** Rows derived from the unknowns, in the order of their places: 1/density. */
    public static final int RHO = 0;
    /** The three velocities. */
    public static final int US = 1;
    public static final int VS = 2;
    public static final int WS = 3;
    /** Pressure. */
    public static final int P = 4;
    /** Quantity that conduction evens out: a sum of kinetic energy and enthalpy per mass. */
    public static final int H = 5;
    /** Speed of sound. */
    public static final int SPEED = 6;
    /** Derived rows of a line. */
    public static final int GROUP = 7;

    /** Lines of a plane, and planes. */
    public final int lines;
    /** Distance of rows. */
    public final int pitch;
    /** Distance of lines of unknowns (j). */
    public final int line;
    /** Distance of lines of derived rows (j). */
    public final int group;
    /** Distance of planes of unknowns (k). */
    public final int plane;
    /** Lines of a plane, and some more where lines along x, taken a vector at a time, need them. */
    public final int paddedLines;

    private FlowLayout(int points, int lines, int paddedLines, int storedLines) {
        this.lines = lines;
        this.paddedLines = paddedLines;
        pitch = wholeVectors(points) * Double.BYTES;
        line = FlowConstants.UNKNOWNS * pitch;
        group = GROUP * pitch;
        plane = (storedLines * line / CACHE_LINE | 1) * CACHE_LINE;
    }

    /** {@return the layout of planes of the whole grid} */
    public static FlowLayout ofPlanes(int n) {
        return new FlowLayout(n, n, wholeVectors(n), n);
    }

    /** {@return the layout of a PE's part of all planes, by its stored points and lines} */
    public static FlowLayout ofPencils(int points, int lines) {
        return new FlowLayout(points, lines, lines, lines);
    }

    /**
     * {@return the layout of cells with two points of their neighbours all around}
     *
     * <p>There are enough lines for the lines of a cell to be taken a vector at a time.
     *
     * @param size   points along the longest edge of a cell
     * @param margin stored points before a cell along x
     */
    public static FlowLayout ofCells(int size, int margin) {
        int lines = size + 2 * GHOSTS;
        int padded = Math.max(lines, wholeVectors(size));
        return new FlowLayout(margin + size + GHOSTS, lines, padded, padded);
    }

    /** {@return bytes from one row of lines along y or z to the next} */
    public long step(int direction) {
        return direction == 1 ? line : plane;
    }

    private static int wholeVectors(int numbers) {
        int lanes = CACHE_LINE / Double.BYTES;
        return (numbers + lanes - 1) / lanes * lanes;
    }

    /**
     * A part of the grid that is computed at once. Indices of arrays are directions: x, y, z.
     *
     * @param origins place in the grid of the stored point 0
     * @param firsts  first stored point that is computed
     * @param ends    behind the last one
     */
    public record Box(int[] origins, int[] firsts, int[] ends) {
        public int origin(int direction) {
            return origins[direction];
        }

        public int first(int direction) {
            return firsts[direction];
        }

        public int end(int direction) {
            return ends[direction];
        }

        public int points(int direction) {
            return ends[direction] - firsts[direction];
        }

        public long points() {
            return (long) points(0) * points(1) * points(2);
        }
    }
}
