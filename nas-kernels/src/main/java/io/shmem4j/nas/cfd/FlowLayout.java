// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/**
 * Memory layout of grid values: {@code [k][j][row][i]}, rows along x padded to whole vectors. Distances are bytes.
 *
 * <p>A line has five rows of unknowns, and seven rows of derived values in working memory. The plane distance is an odd
 * number of cache lines, so a walk through planes uses all cache sets.
 */
final class FlowLayout {
    /** Bytes of a cache line and of the widest vector; the alignment of all rows. */
    static final int CACHE_LINE = 64;
    /** Ghost points on either side along y and z. */
    static final int GHOSTS = 2;
    /** Distance of rows of weights along x: the longest row, and an odd number of cache lines. */
    static final int WEIGHTS = 53 * CACHE_LINE;
    /** Derived rows: 1/density. */
    static final int RHO = 0;
    /** Velocities. */
    static final int US = 1;
    static final int VS = 2;
    static final int WS = 3;
    /** Pressure. */
    static final int P = 4;
    /** Diffused quantity of the energy equation: kinetic energy and enthalpy per mass. */
    static final int H = 5;
    /** Speed of sound. */
    static final int SPEED = 6;
    /** Number of derived rows. */
    static final int GROUP = 7;

    /** Lines of a plane, and number of planes. */
    final int lines;
    /** Distance of rows. */
    final int pitch;
    /** Distance of lines of unknowns (j). */
    final int line;
    /** Distance of lines of derived rows (j). */
    final int group;
    /** Distance of planes of unknowns (k). */
    final int plane;
    /** Lines of a plane, rounded up where tiles along x need more. */
    final int paddedLines;

    private FlowLayout(int points, int lines, int paddedLines, int storedLines) {
        this.lines = lines;
        this.paddedLines = paddedLines;
        pitch = wholeVectors(points) * Double.BYTES;
        line = FlowConstants.UNKNOWNS * pitch;
        group = GROUP * pitch;
        plane = (storedLines * line / CACHE_LINE | 1) * CACHE_LINE;
    }

    /** {@return the layout of a PE's part of all planes} */
    static FlowLayout ofPencils(int points, int lines) {
        return new FlowLayout(points, lines, lines, lines);
    }

    /**
     * {@return the layout of cells with ghosts}
     *
     * @param size   points along an edge
     * @param margin stored points before a cell along x
     */
    static FlowLayout ofCells(int size, int margin) {
        int lines = size + 2 * GHOSTS;
        int padded = Math.max(lines, wholeVectors(size));
        return new FlowLayout(margin + size + GHOSTS, lines, padded, padded);
    }

    /** {@return distance of rows of lines along y or z} */
    long step(int direction) {
        return direction == 1 ? line : plane;
    }

    private static int wholeVectors(int numbers) {
        int lanes = CACHE_LINE / Double.BYTES;
        return (numbers + lanes - 1) / lanes * lanes;
    }

    /**
     * A part of the grid. Arrays are indexed by direction: x, y, z.
     *
     * @param origins grid index of stored point 0
     * @param firsts  first computed point
     * @param ends    first point after the computed ones
     */
    record Box(int[] origins, int[] firsts, int[] ends) {
        int origin(int direction) {
            return origins[direction];
        }

        int first(int direction) {
            return firsts[direction];
        }

        int end(int direction) {
            return ends[direction];
        }

        int points(int direction) {
            return ends[direction] - firsts[direction];
        }

        long points() {
            return (long) points(0) * points(1) * points(2);
        }
    }
}
