// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.loops;

import static io.shmem4j.nas.npb.Fused.fma;
import static io.shmem4j.nas.npb.RawMemory.ALL;
import static io.shmem4j.nas.npb.RawMemory.DOUBLE;
import static io.shmem4j.nas.npb.RawMemory.known;

import io.shmem4j.nas.cfd.FlowConstants;

/**
 * Elimination in a line number by number.
 *
 * <p>First the diagonals, of which each row waits for a division in the row before, then the right-hand sides. Both
 * in one loop are more than the JVM's quick compiler can name the numbers of, and where it gives up, the method at
 * times stays in slow code for good.
 */
final class ScalarElimination {
    private static final int ROW = LineTiles.QUANTITIES * Double.BYTES;
    private static final int ROW_UPPER = LineTiles.UPPER * Double.BYTES;
    private static final int R2 = Double.BYTES;
    private static final int R3 = 2 * Double.BYTES;
    private static final int R4 = 3 * Double.BYTES;
    private static final int R5 = 4 * Double.BYTES;
    private static final int R6 = 5 * Double.BYTES;

    private final FlowConstants c;
    /** Of each row what its right-hand sides are computed with: the first three, the fourth, the fifth. */
    private final double[] low3;
    private final double[] low4;
    private final double[] low5;
    private final double[] inverse3;
    private final double[] inverse4;
    private final double[] inverse5;

    ScalarElimination(FlowConstants c) {
        this.c = c;
        low3 = new double[c.n];
        low4 = new double[c.n];
        low5 = new double[c.n];
        inverse3 = new double[c.n];
        inverse4 = new double[c.n];
        inverse5 = new double[c.n];
    }

    void forward(LineTiles tiles, int rows, int first, int direction, LineSource source) {
        double[][] diagonals = c.diagonals[direction];
        eliminate(tiles.upper, rows, diagonals, first, source);
        takeAlong(tiles.tile, rows, diagonals, first, source);
    }

    /** The lower diagonals; leaves the upper ones. */
    private void eliminate(long upper, int rows, double[][] diagonals, int first, LineSource source) {
        long firstUpper = known(upper) + ROW_UPPER;
        int step = known(source.step);
        double viscous = c.implicitViscosity;
        double convection = c.convection;
        double flow = ALL.get(DOUBLE, firstUpper);
        double flow2 = ALL.get(DOUBLE, firstUpper + R2);
        double fast = ALL.get(DOUBLE, firstUpper + R3);
        double fast2 = ALL.get(DOUBLE, firstUpper + R4);
        double slow = ALL.get(DOUBLE, firstUpper + R5);
        double slow2 = ALL.get(DOUBLE, firstUpper + R6);
        for (int row = 1; row <= rows; row++) {
            long l = firstUpper + known(row * ROW_UPPER);
            long velocity = known(source.velocity + row * step);
            long rho = known(source.rho + row * step);
            long sound = known(source.speed + row * step);
            double[] d = diagonals[first + row];
            double lowest = d[0];
            double below = fma(convection, ALL.get(DOUBLE, velocity - step),
                fma(viscous, ALL.get(DOUBLE, rho - step), d[1]));
            double main = fma(2 * viscous, ALL.get(DOUBLE, rho), d[2]);
            double above = fma(convection, ALL.get(DOUBLE, velocity + step),
                d[3] - viscous * ALL.get(DOUBLE, rho + step));
            double soundBefore = convection * ALL.get(DOUBLE, sound - step);
            double soundBehind = convection * ALL.get(DOUBLE, sound + step);
            double low = below - ALL.get(DOUBLE, l - 2 * ROW_UPPER) * lowest;
            double rest = fma(ALL.get(DOUBLE, l - 2 * ROW_UPPER + R2), lowest, main);
            double inverse = 1 / fma(flow, low, rest);
            flow = fma(flow2, low, above) * inverse;
            flow2 = d[4] * inverse;
            ALL.set(DOUBLE, l, flow);
            ALL.set(DOUBLE, l + R2, flow2);
            low3[row] = low;
            inverse3[row] = inverse;
            low = below + soundBefore - ALL.get(DOUBLE, l - 2 * ROW_UPPER + R3) * lowest;
            rest = fma(ALL.get(DOUBLE, l - 2 * ROW_UPPER + R4), lowest, main);
            inverse = 1 / fma(fast, low, rest);
            fast = fma(fast2, low, above + soundBehind) * inverse;
            fast2 = d[4] * inverse;
            ALL.set(DOUBLE, l + R3, fast);
            ALL.set(DOUBLE, l + R4, fast2);
            low4[row] = low;
            inverse4[row] = inverse;
            low = below - soundBefore - ALL.get(DOUBLE, l - 2 * ROW_UPPER + R5) * lowest;
            rest = fma(ALL.get(DOUBLE, l - 2 * ROW_UPPER + R6), lowest, main);
            inverse = 1 / fma(slow, low, rest);
            slow = fma(slow2, low, above - soundBehind) * inverse;
            slow2 = d[4] * inverse;
            ALL.set(DOUBLE, l + R5, slow);
            ALL.set(DOUBLE, l + R6, slow2);
            low5[row] = low;
            inverse5[row] = inverse;
        }
    }

    /** What that makes of the right-hand sides. */
    private void takeAlong(long tile, int rows, double[][] diagonals, int first, LineSource source) {
        int pitch = known(source.pitch);
        int step = known(source.rhsStep);
        long firstRow = known(tile) + ROW;
        double q1 = ALL.get(DOUBLE, firstRow - ROW);
        double q2 = ALL.get(DOUBLE, firstRow - ROW + R2);
        double q3 = ALL.get(DOUBLE, firstRow - ROW + R3);
        double q4 = ALL.get(DOUBLE, firstRow - ROW + R4);
        double q5 = ALL.get(DOUBLE, firstRow - ROW + R5);
        double r1 = ALL.get(DOUBLE, firstRow);
        double r2 = ALL.get(DOUBLE, firstRow + R2);
        double r3 = ALL.get(DOUBLE, firstRow + R3);
        double r4 = ALL.get(DOUBLE, firstRow + R4);
        double r5 = ALL.get(DOUBLE, firstRow + R5);
        for (int row = 1; row <= rows; row++) {
            long t = firstRow + known(row * ROW);
            long r = known(source.rhs + row * step);
            double lowest = diagonals[first + row][0];
            double low = low3[row];
            double inverse = inverse3[row];
            double s1 = fma(r1, low, fma(q1, lowest, ALL.get(DOUBLE, r))) * inverse;
            double s2 = fma(r2, low, fma(q2, lowest, ALL.get(DOUBLE, r + pitch))) * inverse;
            double s3 = fma(r3, low, fma(q3, lowest, ALL.get(DOUBLE, r + 2 * pitch))) * inverse;
            double s4 = fma(r4, low4[row], fma(q4, lowest, ALL.get(DOUBLE, r + 3 * pitch))) * inverse4[row];
            double s5 = fma(r5, low5[row], fma(q5, lowest, ALL.get(DOUBLE, r + 4 * pitch))) * inverse5[row];
            q1 = r1;
            q2 = r2;
            q3 = r3;
            q4 = r4;
            q5 = r5;
            r1 = s1;
            r2 = s2;
            r3 = s3;
            r4 = s4;
            r5 = s5;
            ALL.set(DOUBLE, t, s1);
            ALL.set(DOUBLE, t + R2, s2);
            ALL.set(DOUBLE, t + R3, s3);
            ALL.set(DOUBLE, t + R4, s4);
            ALL.set(DOUBLE, t + R5, s5);
        }
    }
}
