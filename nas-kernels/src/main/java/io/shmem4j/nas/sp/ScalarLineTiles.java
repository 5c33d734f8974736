// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import static io.shmem4j.nas.npb.Ram.known;
import static io.shmem4j.nas.sp.SpConstants.BT;

import io.shmem4j.nas.npb.Ram;


/** Pentadiagonal systems one line at a time. */
final class ScalarLineTiles extends LineTiles {
    private static final int ROW = QUANTITIES * Double.BYTES;
    private static final int ROW_UPPER = UPPER * Double.BYTES;
    private static final int R2 = Double.BYTES;
    private static final int R3 = 2 * Double.BYTES;
    private static final int R4 = 3 * Double.BYTES;
    private static final int R5 = 4 * Double.BYTES;
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
        gather(rows, rhs, Double.BYTES, group, Double.BYTES, SpLayout.US);
    }

    @Override
    void gatherX(long rhs, long u, int row, int points) {
        int pitch = known(layout.pitch);
        long t = known(tile) + known((row + 1) * ROW);
        for (int i = 0; i < points; i++, t += ROW) {
            long at = u + i * Double.BYTES;
            long from = rhs + i * Double.BYTES;
            double density = Ram.get(at);
            double rho = 1 / density;
            double us = Ram.get(at + pitch) * rho;
            double vs = Ram.get(at + 2 * pitch) * rho;
            double ws = Ram.get(at + 3 * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double p = SpConstants.C2 * (Ram.get(at + 4 * pitch) - qs * density);
            Ram.set(t, Ram.get(from));
            Ram.set(t + R2, Ram.get(from + pitch));
            Ram.set(t + R3, Ram.get(from + 2 * pitch));
            Ram.set(t + R4, Ram.get(from + 3 * pitch));
            Ram.set(t + R5, Ram.get(from + 4 * pitch));
            Ram.set(t + SPEED_ALONG, us);
            Ram.set(t + INVERSE_DENSITY, rho);
            Ram.set(t + SOUND, Math.sqrt(SpConstants.C1 * p * rho));
        }
    }

    @Override
    void gatherY(int rows, long rhs, long group) {
        gather(rows, rhs, layout.line, group, layout.group, SpLayout.VS);
    }

    private void gather(int rows, long rhs, int rhsStep, long group, int groupStep, int velocity) {
        int pitch = known(layout.pitch);
        long t = tile + ROW;
        for (int row = 0; row < rows + 2; row++, t += ROW) {
            long from = rhs + row * rhsStep;
            long derived = group + row * groupStep;
            Ram.set(t, Ram.get(from));
            Ram.set(t + R2, Ram.get(from + pitch));
            Ram.set(t + R3, Ram.get(from + 2 * pitch));
            Ram.set(t + R4, Ram.get(from + 3 * pitch));
            Ram.set(t + R5, Ram.get(from + 4 * pitch));
            Ram.set(t + SPEED_ALONG, Ram.get(derived + known(velocity * pitch)));
            Ram.set(t + INVERSE_DENSITY, Ram.get(derived + SpLayout.RHO * pitch));
            Ram.set(t + SOUND, Ram.get(derived + SpLayout.SPEED * pitch));
        }
    }

    @Override
    void scatterX(int rows, long rhs, int first, int points) {
        int pitch = known(layout.pitch);
        for (int row = 1; row <= rows; row++) {
            long t = known(tile) + known((row + 1) * ROW);
            long to = rhs + (row - first) * Double.BYTES;
            double r3 = BT * Ram.get(t + R3);
            double r4 = Ram.get(t + R4);
            double r5 = Ram.get(t + R5);
            double sum = 0.5 * (r4 + r5);
            Ram.set(to, -Ram.get(t + R2));
            Ram.set(to + pitch, Ram.get(t));
            Ram.set(to + 2 * pitch, BT * (r4 - r5));
            Ram.set(to + 3 * pitch, sum - r3);
            Ram.set(to + 4 * pitch, sum + r3);
        }
    }

    @Override
    void scatterY(int rows, long target) {
        int pitch = known(layout.pitch);
        for (int row = 1; row <= rows; row++) {
            long t = known(tile) + known((row + 1) * ROW);
            long to = target + (long) row * layout.line;
            double r1 = BT * Ram.get(t);
            double r4 = Ram.get(t + R4);
            double r5 = Ram.get(t + R5);
            double sum = 0.5 * (r4 + r5);
            Ram.set(to, BT * (r4 - r5));
            Ram.set(to + pitch, -Ram.get(t + R3));
            Ram.set(to + 2 * pitch, Ram.get(t + R2));
            Ram.set(to + 3 * pitch, sum - r1);
            Ram.set(to + 4 * pitch, sum + r1);
        }
    }

    @Override
    void gather(int rows, int momentum, PlaneTable u, PlaneTable rhs, long offset) {
        int pitch = known(layout.pitch);
        for (int k = 0; k < rows + 2; k++) {
            long t = known(tile) + known((k + 1) * ROW);
            long at = known(u.address[k] + offset);
            double density = Ram.get(at);
            double rho = 1 / density;
            double us = Ram.get(at + pitch) * rho;
            double vs = Ram.get(at + 2 * pitch) * rho;
            double ws = Ram.get(at + 3 * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double p = SpConstants.C2 * (Ram.get(at + 4 * pitch) - qs * density);
            Ram.set(t + SPEED_ALONG, Ram.get(at + known(momentum * pitch)) * rho);
            Ram.set(t + INVERSE_DENSITY, rho);
            Ram.set(t + SOUND, Math.sqrt(SpConstants.C1 * p * rho));
            long r = known(rhs.address[k] + offset);
            Ram.set(t, Ram.get(r));
            Ram.set(t + R2, Ram.get(r + pitch));
            Ram.set(t + R3, Ram.get(r + 2 * pitch));
            Ram.set(t + R4, Ram.get(r + 3 * pitch));
            Ram.set(t + R5, Ram.get(r + 4 * pitch));
        }
    }

    @Override
    void scatterZ(int rows, PlaneTable u, long offset) {
        int pitch = known(layout.pitch);
        for (int k = 1; k <= rows; k++) {
            long t = known(tile) + known((k + 1) * ROW);
            long at = known(u.address[k] + offset);
            double rho = Ram.get(t + INVERSE_DENSITY);
            double ac = Ram.get(t + SOUND);
            double ws = Ram.get(t + SPEED_ALONG);
            double uz = Ram.get(at);
            double us = Ram.get(at + pitch) * rho;
            double vs = Ram.get(at + 2 * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double r1 = Ram.get(t);
            double r2 = Ram.get(t + R2);
            double r4 = Ram.get(t + R4);
            double r5 = Ram.get(t + R5);
            double btuz = BT * uz;
            double t1 = btuz / ac * (r4 + r5);
            double t2 = Ram.get(t + R3) + t1;
            double t3 = btuz * (r4 - r5);
            add(at, t2);
            add(at + pitch, us * t2 - uz * r2);
            add(at + 2 * pitch, vs * t2 + uz * r1);
            add(at + 3 * pitch, ws * t2 + t3);
            add(at + 4 * pitch, uz * (vs * r1 - us * r2) + qs * t2 + SpConstants.C2IV * ac * ac * t1 + ws * t3);
        }
    }

    private static void add(long at, double value) {
        Ram.set(at, Ram.get(at) + value);
    }

    @Override
    void forward(int rows, int first, int direction) {
        double smoothing = c.implicitSmoothing[direction];
        double viscous = c.implicitViscosity;
        double convection = c.convection;
        for (int row = 1; row <= rows; row++) {
            long t = known(tile) + known((row + 1) * ROW);
            long before = t - ROW;
            long behind = t + ROW;
            double[] d = c.implicitDissipation[first + row];
            double below = d[1] - smoothing - viscous * Ram.get(before + INVERSE_DENSITY)
                - convection * Ram.get(before + SPEED_ALONG);
            double main = d[2] + 1 + 2 * (smoothing + viscous * Ram.get(t + INVERSE_DENSITY));
            double above = d[3] - smoothing - viscous * Ram.get(behind + INVERSE_DENSITY)
                + convection * Ram.get(behind + SPEED_ALONG);
            double soundBefore = convection * Ram.get(before + SOUND);
            double soundBehind = convection * Ram.get(behind + SOUND);
            long l = known(upper) + known((row + 1) * ROW_UPPER);
            double low = below - Ram.get(l - 2 * ROW_UPPER) * d[0];
            double inverse = eliminate(l, low, main, above, d);
            substitute(t, low, inverse, d[0]);
            substitute(t + R2, low, inverse, d[0]);
            substitute(t + R3, low, inverse, d[0]);
            l += 2 * Double.BYTES;
            low = below - soundBefore - Ram.get(l - 2 * ROW_UPPER) * d[0];
            inverse = eliminate(l, low, main, above + soundBehind, d);
            substitute(t + R4, low, inverse, d[0]);
            l += 2 * Double.BYTES;
            low = below + soundBefore - Ram.get(l - 2 * ROW_UPPER) * d[0];
            inverse = eliminate(l, low, main, above - soundBehind, d);
            substitute(t + R5, low, inverse, d[0]);
        }
    }

    /** Makes a row's upper diagonals from what the two rows before have left; {@return the inverse of its pivot}. */
    private double eliminate(long l, double low, double main, double above, double[] d) {
        double pivot = main - Ram.get(l - 2 * ROW_UPPER + Double.BYTES) * d[0]
            - Ram.get(l - ROW_UPPER) * low;
        double inverse = 1 / pivot;
        Ram.set(l, (above - Ram.get(l - ROW_UPPER + Double.BYTES) * low) * inverse);
        Ram.set(l + Double.BYTES, d[4] * inverse);
        return inverse;
    }

    private void substitute(long r, double low, double inverse, double lowest) {
        Ram.set(r, (Ram.get(r) - Ram.get(r - 2 * ROW) * lowest
            - Ram.get(r - ROW) * low) * inverse);
    }

    @Override
    void backward(int rows) {
        for (int row = rows; row >= 1; row--) {
            long t = known(tile) + known((row + 1) * ROW);
            long l = known(upper) + known((row + 1) * ROW_UPPER);
            back(t, l);
            back(t + R2, l);
            back(t + R3, l);
            back(t + R4, l + 2 * Double.BYTES);
            back(t + R5, l + 4 * Double.BYTES);
        }
    }

    private void back(long r, long l) {
        Ram.set(r, Ram.get(r)
            - Ram.get(l + Double.BYTES) * Ram.get(r + 2 * ROW)
            - Ram.get(l) * Ram.get(r + ROW));
    }
}
