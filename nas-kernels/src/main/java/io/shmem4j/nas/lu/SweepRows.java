// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.lu;

import static io.shmem4j.nas.npb.RawMemory.ALL;
import static io.shmem4j.nas.npb.RawMemory.DOUBLE;
import static io.shmem4j.nas.npb.RawMemory.known;

import io.shmem4j.nas.npb.VectorApi;

/**
 * The loops along x of a sweep, a line at a time.
 *
 * <p>What the neighbours along y and z give is there for the whole line. What the neighbour along x gives is not: so
 * the matrix that takes it to this point is made for all points first, and then the line is gone through point by
 * point. The matrix has two constant and sixteen other numbers that are not zero.
 */
abstract class SweepRows {
    /** Rows derived from the unknowns: 1/density, velocities, kinetic and total energy per mass, inverse diagonals. */
    static final int RHO = 0;
    static final int VELOCITY = 1;
    static final int KINETIC = 4;
    static final int ENERGY = 5;
    static final int MOMENTUM_INVERSE = 6;
    static final int ENERGY_INVERSE = 7;
    static final int DERIVED = 8;
    /** Rows of the matrix along x; row 0 is constant. */
    static final int MATRIX = 16;

    /** {@return the loops in force: with the Vector API where the JVM has its module, else number by number} */
    static SweepRows fastest() {
        return VectorApi.THERE ? new VectorSweepRows() : new ScalarSweepRows();
    }

    /** Derives from the unknowns of a line what the sweeps need. */
    abstract void derive(long u, long derived, int pitch, SweepWeights weights);

    /**
     * Computes what a neighbouring line gives.
     *
     * @param derived   of the neighbour
     * @param v         the neighbour's numbers
     * @param direction of the neighbour, 1 or 2
     * @param gift      the result
     * @param add       whether to add it to what is there
     */
    abstract void neighbour(long derived, long v, int direction, SweepWeights weights, int pitch, long gift,
        boolean add);

    /** Of a sweep forth: takes the gifts away from a line that counts inside, and divides by the point's matrix. */
    abstract void divideAll(long derived, long gift, long line, long inside, SweepWeights weights, int pitch);

    /** Of a sweep back: divides the gifts by the point's matrix, and takes that away from the line. */
    abstract void divideGifts(long derived, long gift, long line, SweepWeights weights, int pitch);

    /**
     * Computes the matrices along x.
     *
     * @param derived of the line
     * @param next    bytes to the neighbour
     * @param matrix  the result
     */
    abstract void matrices(long derived, int next, long matrix, SweepWeights weights, int pitch);

    /** Adds numbers, multiplied by a factor. */
    abstract void add(long to, long from, double factor, int bytes);

    /**
     * Goes through a line point by point.
     *
     * @param line   the numbers
     * @param matrix of its points
     * @param points how many
     * @param next   bytes from a point to its neighbour: negative in the sweep forth
     */
    final void follow(long line, long matrix, int points, int next, SweepWeights weights, int rowBytes) {
        int pitch = known(rowBytes);
        double own = weights.smoothing[0] / weights.centre;
        double flow = weights.convection / weights.centre;
        long at = known(line) + (next < 0 ? Double.BYTES : (long) points * Double.BYTES);
        long m = known(matrix) + (next < 0 ? Double.BYTES : (long) points * Double.BYTES);
        double x0 = 0;
        double x1 = 0;
        double x2 = 0;
        double x3 = 0;
        double x4 = 0;
        for (int point = 0; point < points; point++) {
            long r = known(at);
            long a = known(m);
            double y0 = ALL.get(DOUBLE, r) - own * x0 - flow * x1;
            double y1 = ALL.get(DOUBLE, r + pitch) - ALL.get(DOUBLE, a) * x0 - ALL.get(DOUBLE, a + pitch) * x1
                - (ALL.get(DOUBLE, a + 2 * pitch) * x2 + ALL.get(DOUBLE, a + 3 * pitch) * x3
                    + ALL.get(DOUBLE, a + 4 * pitch) * x4);
            double y2 = ALL.get(DOUBLE, r + 2 * pitch) - ALL.get(DOUBLE, a + 5 * pitch) * x0
                - (ALL.get(DOUBLE, a + 6 * pitch) * x1 + ALL.get(DOUBLE, a + 7 * pitch) * x2);
            double y3 = ALL.get(DOUBLE, r + 3 * pitch) - ALL.get(DOUBLE, a + 8 * pitch) * x0
                - (ALL.get(DOUBLE, a + 9 * pitch) * x1 + ALL.get(DOUBLE, a + 10 * pitch) * x3);
            double y4 = ALL.get(DOUBLE, r + 4 * pitch) - ALL.get(DOUBLE, a + 11 * pitch) * x0
                - ALL.get(DOUBLE, a + 12 * pitch) * x1 - (ALL.get(DOUBLE, a + 13 * pitch) * x2
                    + ALL.get(DOUBLE, a + 14 * pitch) * x3 + ALL.get(DOUBLE, a + 15 * pitch) * x4);
            ALL.set(DOUBLE, r, y0);
            ALL.set(DOUBLE, r + pitch, y1);
            ALL.set(DOUBLE, r + 2 * pitch, y2);
            ALL.set(DOUBLE, r + 3 * pitch, y3);
            ALL.set(DOUBLE, r + 4 * pitch, y4);
            x0 = y0;
            x1 = y1;
            x2 = y2;
            x3 = y3;
            x4 = y4;
            at -= next;
            m -= next;
        }
    }
}
