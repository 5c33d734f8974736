// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import static io.shmem4j.nas.npb.Ram.ALL;
import static io.shmem4j.nas.npb.Ram.DOUBLE;
import static io.shmem4j.nas.npb.Ram.known;
import static io.shmem4j.nas.sp.SpConstants.BT;

/** Pentadiagonal systems one line at a time. */
final class ScalarLineTiles extends LineTiles {
    private static final int ROW = QUANTITIES * Double.BYTES;
    private static final int ROW_UPPER = UPPER * Double.BYTES;
    private static final int R2 = Double.BYTES;
    private static final int R3 = 2 * Double.BYTES;
    private static final int R4 = 3 * Double.BYTES;
    private static final int R5 = 4 * Double.BYTES;
    private static final int R6 = 5 * Double.BYTES;
    private static final int SPEED_ALONG = VELOCITY * Double.BYTES;
    private static final int INVERSE_DENSITY = RHO * Double.BYTES;
    private static final int SOUND = SPEED * Double.BYTES;

    ScalarLineTiles(Workspace workspace, SpLayout layout, SpConstants c) {
        super(workspace, layout, c);
    }

    @Override
    int lanes() {
        return 1;
    }

    @Override
    void gatherX(int rows, long rhs, long group) {
        int pitch = known(layout.pitch);
        long t = tile + ROW;
        for (int row = 0; row < rows + 2; row++, t += ROW) {
            long from = rhs + row * Double.BYTES;
            long derived = group + row * Double.BYTES;
            ALL.set(DOUBLE, t, ALL.get(DOUBLE, from));
            ALL.set(DOUBLE, t + R2, ALL.get(DOUBLE, from + pitch));
            ALL.set(DOUBLE, t + R3, ALL.get(DOUBLE, from + 2 * pitch));
            ALL.set(DOUBLE, t + R4, ALL.get(DOUBLE, from + 3 * pitch));
            ALL.set(DOUBLE, t + R5, ALL.get(DOUBLE, from + 4 * pitch));
            ALL.set(DOUBLE, t + SPEED_ALONG, ALL.get(DOUBLE, derived + SpLayout.US * pitch));
            ALL.set(DOUBLE, t + INVERSE_DENSITY, ALL.get(DOUBLE, derived + SpLayout.RHO * pitch));
            ALL.set(DOUBLE, t + SOUND, ALL.get(DOUBLE, derived + SpLayout.SPEED * pitch));
        }
    }

    @Override
    void gatherX(long rhs, long u, int step, int row, int points) {
        int pitch = known(layout.pitch);
        long t = known(tile) + known((row + 1) * ROW);
        for (int i = 0; i < points; i++, t += ROW) {
            long at = u + i * Double.BYTES;
            long from = rhs + i * Double.BYTES;
            double density = ALL.get(DOUBLE, at);
            double rho = 1 / density;
            double us = ALL.get(DOUBLE, at + pitch) * rho;
            double vs = ALL.get(DOUBLE, at + 2 * pitch) * rho;
            double ws = ALL.get(DOUBLE, at + 3 * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double p = SpConstants.C2 * (ALL.get(DOUBLE, at + 4 * pitch) - qs * density);
            ALL.set(DOUBLE, t, ALL.get(DOUBLE, from));
            ALL.set(DOUBLE, t + R2, ALL.get(DOUBLE, from + pitch));
            ALL.set(DOUBLE, t + R3, ALL.get(DOUBLE, from + 2 * pitch));
            ALL.set(DOUBLE, t + R4, ALL.get(DOUBLE, from + 3 * pitch));
            ALL.set(DOUBLE, t + R5, ALL.get(DOUBLE, from + 4 * pitch));
            ALL.set(DOUBLE, t + SPEED_ALONG, us);
            ALL.set(DOUBLE, t + INVERSE_DENSITY, rho);
            ALL.set(DOUBLE, t + SOUND, Math.sqrt(SpConstants.C1 * p * rho));
        }
    }

    @Override
    void scatterX(int rows, long rhs) {
        scatterX(rhs, layout.line, 0, rows + 2);
    }

    @Override
    void ninvr(int rows) {
        for (int row = 1; row <= rows; row++) {
            long t = known(tile) + known((row + 1) * ROW);
            double r1 = ALL.get(DOUBLE, t);
            double r3 = BT * ALL.get(DOUBLE, t + R3);
            double r4 = ALL.get(DOUBLE, t + R4);
            double r5 = ALL.get(DOUBLE, t + R5);
            double sum = 0.5 * (r4 + r5);
            ALL.set(DOUBLE, t, -ALL.get(DOUBLE, t + R2));
            ALL.set(DOUBLE, t + R2, r1);
            ALL.set(DOUBLE, t + R3, BT * (r4 - r5));
            ALL.set(DOUBLE, t + R4, sum - r3);
            ALL.set(DOUBLE, t + R5, sum + r3);
        }
    }

    @Override
    void scatterX(long rhs, int step, int row, int points) {
        int pitch = known(layout.pitch);
        long t = known(tile) + known((row + 1) * ROW);
        for (int i = 0; i < points; i++, t += ROW) {
            long to = rhs + i * Double.BYTES;
            ALL.set(DOUBLE, to, ALL.get(DOUBLE, t));
            ALL.set(DOUBLE, to + pitch, ALL.get(DOUBLE, t + R2));
            ALL.set(DOUBLE, to + 2 * pitch, ALL.get(DOUBLE, t + R3));
            ALL.set(DOUBLE, to + 3 * pitch, ALL.get(DOUBLE, t + R4));
            ALL.set(DOUBLE, to + 4 * pitch, ALL.get(DOUBLE, t + R5));
        }
    }

    @Override
    void scatterY(int rows, PlaneTable rhs, long offset) {
        int pitch = known(layout.pitch);
        for (int row = 1; row <= rows; row++) {
            long t = known(tile) + known((row + 1) * ROW);
            long to = known(rhs.address[row] + offset);
            double r1 = BT * ALL.get(DOUBLE, t);
            double r4 = ALL.get(DOUBLE, t + R4);
            double r5 = ALL.get(DOUBLE, t + R5);
            double sum = 0.5 * (r4 + r5);
            ALL.set(DOUBLE, to, BT * (r4 - r5));
            ALL.set(DOUBLE, to + pitch, -ALL.get(DOUBLE, t + R3));
            ALL.set(DOUBLE, to + 2 * pitch, ALL.get(DOUBLE, t + R2));
            ALL.set(DOUBLE, to + 3 * pitch, sum - r1);
            ALL.set(DOUBLE, to + 4 * pitch, sum + r1);
        }
    }

    @Override
    void gather(int rows, int momentum, PlaneTable u, PlaneTable rhs, long offset) {
        int pitch = known(layout.pitch);
        for (int k = 0; k < rows + 2; k++) {
            long t = known(tile) + known((k + 1) * ROW);
            long at = known(u.address[k] + offset);
            double density = ALL.get(DOUBLE, at);
            double rho = 1 / density;
            double us = ALL.get(DOUBLE, at + pitch) * rho;
            double vs = ALL.get(DOUBLE, at + 2 * pitch) * rho;
            double ws = ALL.get(DOUBLE, at + 3 * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double p = SpConstants.C2 * (ALL.get(DOUBLE, at + 4 * pitch) - qs * density);
            ALL.set(DOUBLE, t + SPEED_ALONG, ALL.get(DOUBLE, at + known(momentum * pitch)) * rho);
            ALL.set(DOUBLE, t + INVERSE_DENSITY, rho);
            ALL.set(DOUBLE, t + SOUND, Math.sqrt(SpConstants.C1 * p * rho));
            long r = known(rhs.address[k] + offset);
            ALL.set(DOUBLE, t, ALL.get(DOUBLE, r));
            ALL.set(DOUBLE, t + R2, ALL.get(DOUBLE, r + pitch));
            ALL.set(DOUBLE, t + R3, ALL.get(DOUBLE, r + 2 * pitch));
            ALL.set(DOUBLE, t + R4, ALL.get(DOUBLE, r + 3 * pitch));
            ALL.set(DOUBLE, t + R5, ALL.get(DOUBLE, r + 4 * pitch));
        }
    }

    @Override
    void scatterZ(int rows, PlaneTable u, long offset) {
        int pitch = known(layout.pitch);
        for (int k = 1; k <= rows; k++) {
            long t = known(tile) + known((k + 1) * ROW);
            long at = known(u.address[k] + offset);
            double rho = ALL.get(DOUBLE, t + INVERSE_DENSITY);
            double ac = ALL.get(DOUBLE, t + SOUND);
            double ws = ALL.get(DOUBLE, t + SPEED_ALONG);
            double uz = ALL.get(DOUBLE, at);
            double us = ALL.get(DOUBLE, at + pitch) * rho;
            double vs = ALL.get(DOUBLE, at + 2 * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double r1 = ALL.get(DOUBLE, t);
            double r2 = ALL.get(DOUBLE, t + R2);
            double r4 = ALL.get(DOUBLE, t + R4);
            double r5 = ALL.get(DOUBLE, t + R5);
            double btuz = BT * uz;
            double t1 = btuz / ac * (r4 + r5);
            double t2 = ALL.get(DOUBLE, t + R3) + t1;
            double t3 = btuz * (r4 - r5);
            ALL.set(DOUBLE, at, uz + t2);
            ALL.set(DOUBLE, at + pitch, ALL.get(DOUBLE, at + pitch) + us * t2 - uz * r2);
            ALL.set(DOUBLE, at + 2 * pitch, ALL.get(DOUBLE, at + 2 * pitch) + vs * t2 + uz * r1);
            ALL.set(DOUBLE, at + 3 * pitch, ALL.get(DOUBLE, at + 3 * pitch) + ws * t2 + t3);
            ALL.set(DOUBLE, at + 4 * pitch, ALL.get(DOUBLE, at + 4 * pitch) + uz * (vs * r1 - us * r2) + qs * t2
                + SpConstants.C2IV * ac * ac * t1 + ws * t3);
        }
    }

    @Override
    void forward(int rows, int first, int direction, LineSource source) {
        long firstRow = known(tile) + ROW;
        long firstUpper = known(upper) + ROW_UPPER;
        int pitch = known(source.pitch);
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
            long t = firstRow + known(row * ROW);
            long l = firstUpper + known(row * ROW_UPPER);
            long r = known(source.rhs + row * source.rhsStep);
            long velocity = known(source.velocity + row * step);
            long rho = known(source.rho + row * step);
            long sound = known(source.speed + row * step);
            double[] d = c.diagonals[direction][first + row];
            double lowest = -d[0];
            double below = -d[1] - viscous * ALL.get(DOUBLE, rho - step)
                - convection * ALL.get(DOUBLE, velocity - step);
            double main = d[2] + 2 * viscous * ALL.get(DOUBLE, rho);
            double above = d[3] - viscous * ALL.get(DOUBLE, rho + step)
                + convection * ALL.get(DOUBLE, velocity + step);
            double soundBefore = convection * ALL.get(DOUBLE, sound - step);
            double soundBehind = convection * ALL.get(DOUBLE, sound + step);
            double low = below - ALL.get(DOUBLE, l - 2 * ROW_UPPER) * lowest;
            double inverse = 1 / (main - ALL.get(DOUBLE, l - 2 * ROW_UPPER + R2) * lowest - flow * low);
            flow = (above - flow2 * low) * inverse;
            flow2 = d[4] * inverse;
            ALL.set(DOUBLE, l, flow);
            ALL.set(DOUBLE, l + R2, flow2);
            ALL.set(DOUBLE, t, (ALL.get(DOUBLE, r) - ALL.get(DOUBLE, t - 2 * ROW) * lowest
                - ALL.get(DOUBLE, t - ROW) * low) * inverse);
            ALL.set(DOUBLE, t + R2, (ALL.get(DOUBLE, r + pitch) - ALL.get(DOUBLE, t - 2 * ROW + R2) * lowest
                - ALL.get(DOUBLE, t - ROW + R2) * low) * inverse);
            ALL.set(DOUBLE, t + R3, (ALL.get(DOUBLE, r + 2 * pitch) - ALL.get(DOUBLE, t - 2 * ROW + R3) * lowest
                - ALL.get(DOUBLE, t - ROW + R3) * low) * inverse);
            low = below - soundBefore - ALL.get(DOUBLE, l - 2 * ROW_UPPER + R3) * lowest;
            inverse = 1 / (main - ALL.get(DOUBLE, l - 2 * ROW_UPPER + R4) * lowest - fast * low);
            fast = (above + soundBehind - fast2 * low) * inverse;
            fast2 = d[4] * inverse;
            ALL.set(DOUBLE, l + R3, fast);
            ALL.set(DOUBLE, l + R4, fast2);
            ALL.set(DOUBLE, t + R4, (ALL.get(DOUBLE, r + 3 * pitch) - ALL.get(DOUBLE, t - 2 * ROW + R4) * lowest
                - ALL.get(DOUBLE, t - ROW + R4) * low) * inverse);
            low = below + soundBefore - ALL.get(DOUBLE, l - 2 * ROW_UPPER + R5) * lowest;
            inverse = 1 / (main - ALL.get(DOUBLE, l - 2 * ROW_UPPER + R6) * lowest - slow * low);
            slow = (above - soundBehind - slow2 * low) * inverse;
            slow2 = d[4] * inverse;
            ALL.set(DOUBLE, l + R5, slow);
            ALL.set(DOUBLE, l + R6, slow2);
            ALL.set(DOUBLE, t + R5, (ALL.get(DOUBLE, r + 4 * pitch) - ALL.get(DOUBLE, t - 2 * ROW + R5) * lowest
                - ALL.get(DOUBLE, t - ROW + R5) * low) * inverse);
        }
    }

    @Override
    void backward(int rows) {
        long lastRow = known(tile) + known((rows + 2) * ROW);
        double r1 = ALL.get(DOUBLE, lastRow);
        double r2 = ALL.get(DOUBLE, lastRow + R2);
        double r3 = ALL.get(DOUBLE, lastRow + R3);
        double r4 = ALL.get(DOUBLE, lastRow + R4);
        double r5 = ALL.get(DOUBLE, lastRow + R5);
        for (int row = rows; row >= 1; row--) {
            long t = known(tile) + known((row + 1) * ROW);
            long l = known(upper) + known((row + 1) * ROW_UPPER);
            double next = ALL.get(DOUBLE, l);
            double second = ALL.get(DOUBLE, l + R2);
            r1 = ALL.get(DOUBLE, t) - second * ALL.get(DOUBLE, t + 2 * ROW) - next * r1;
            r2 = ALL.get(DOUBLE, t + R2) - second * ALL.get(DOUBLE, t + 2 * ROW + R2) - next * r2;
            r3 = ALL.get(DOUBLE, t + R3) - second * ALL.get(DOUBLE, t + 2 * ROW + R3) - next * r3;
            r4 = ALL.get(DOUBLE, t + R4) - ALL.get(DOUBLE, l + R4) * ALL.get(DOUBLE, t + 2 * ROW + R4)
                - ALL.get(DOUBLE, l + R3) * r4;
            r5 = ALL.get(DOUBLE, t + R5) - ALL.get(DOUBLE, l + R6) * ALL.get(DOUBLE, t + 2 * ROW + R5)
                - ALL.get(DOUBLE, l + R5) * r5;
            ALL.set(DOUBLE, t, r1);
            ALL.set(DOUBLE, t + R2, r2);
            ALL.set(DOUBLE, t + R3, r3);
            ALL.set(DOUBLE, t + R4, r4);
            ALL.set(DOUBLE, t + R5, r5);
        }
    }
}
