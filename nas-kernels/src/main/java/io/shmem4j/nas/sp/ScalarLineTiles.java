// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import static io.shmem4j.nas.sp.SpConstants.BT;
import static io.shmem4j.nas.sp.SpConstants.UNKNOWNS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;

/** Pentadiagonal systems one line at a time. */
final class ScalarLineTiles extends LineTiles {
    @Override
    int lanes() {
        return 1;
    }

    @Override
    void gatherX(double[] tile, int rows, double[] rhs, int r, double[] derived, int d, SpLayout layout) {
        gather(tile, rows, rhs, r, 1, derived, d, SpLayout.US, 1, layout.pitch);
    }

    @Override
    void gatherY(double[] tile, int rows, double[] rhs, int r, double[] derived, int d, SpLayout layout) {
        gather(tile, rows, rhs, r, layout.line, derived, d, SpLayout.VS, layout.derivedLine, layout.pitch);
    }

    private static void gather(double[] tile, int rows, double[] rhs, int r, int step, double[] derived, int d,
        int velocity, int derivedStep, int pitch) {
        int from = r;
        int dFrom = d;
        for (int t = QUANTITIES; t < (rows + 3) * QUANTITIES; t += QUANTITIES) {
            tile[t] = rhs[from];
            tile[t + 1] = rhs[from + pitch];
            tile[t + 2] = rhs[from + 2 * pitch];
            tile[t + 3] = rhs[from + 3 * pitch];
            tile[t + 4] = rhs[from + 4 * pitch];
            tile[t + VELOCITY] = derived[dFrom + velocity * pitch];
            tile[t + RHO] = derived[dFrom + SpLayout.RHO * pitch];
            tile[t + SPEED] = derived[dFrom + SpLayout.SPEED * pitch];
            from += step;
            dFrom += derivedStep;
        }
    }

    @Override
    void scatterX(double[] tile, int rows, double[] rhs, int r, SpLayout layout) {
        int pitch = layout.pitch;
        for (int row = 1; row <= rows; row++) {
            int t = (row + 1) * QUANTITIES;
            int to = r + row;
            double r3 = BT * tile[t + 2];
            double sum = 0.5 * (tile[t + 3] + tile[t + 4]);
            double difference = BT * (tile[t + 3] - tile[t + 4]);
            rhs[to] = -tile[t + 1];
            rhs[to + pitch] = tile[t];
            rhs[to + 2 * pitch] = difference;
            rhs[to + 3 * pitch] = sum - r3;
            rhs[to + 4 * pitch] = sum + r3;
        }
    }

    @Override
    void scatterY(double[] tile, int rows, MemorySegment rhs, long offset, SpLayout layout) {
        long pitch = 8L * layout.pitch;
        for (int row = 1; row <= rows; row++) {
            int t = (row + 1) * QUANTITIES;
            long to = offset + 8L * row * layout.line;
            double r1 = BT * tile[t];
            double sum = 0.5 * (tile[t + 3] + tile[t + 4]);
            double difference = BT * (tile[t + 3] - tile[t + 4]);
            rhs.set(JAVA_DOUBLE, to, difference);
            rhs.set(JAVA_DOUBLE, to + pitch, -tile[t + 2]);
            rhs.set(JAVA_DOUBLE, to + 2 * pitch, tile[t + 1]);
            rhs.set(JAVA_DOUBLE, to + 3 * pitch, sum - r1);
            rhs.set(JAVA_DOUBLE, to + 4 * pitch, sum + r1);
        }
    }

    @Override
    void gatherZ(double[] tile, int rows, PlaneTable u, PlaneTable rhs, long offset, SpLayout layout) {
        long pitch = 8L * layout.pitch;
        for (int k = 0; k < rows + 2; k++) {
            int t = (k + 1) * QUANTITIES;
            MemorySegment from = u.segment[k];
            long at = u.offset[k] + offset;
            double density = from.get(JAVA_DOUBLE, at);
            double rho = 1 / density;
            double us = from.get(JAVA_DOUBLE, at + pitch) * rho;
            double vs = from.get(JAVA_DOUBLE, at + 2 * pitch) * rho;
            double ws = from.get(JAVA_DOUBLE, at + 3 * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double p = SpConstants.C2 * (from.get(JAVA_DOUBLE, at + 4 * pitch) - qs * density);
            tile[t + VELOCITY] = ws;
            tile[t + RHO] = rho;
            tile[t + SPEED] = Math.sqrt(SpConstants.C1 * p * rho);
            MemorySegment right = rhs.segment[k];
            long r = rhs.offset[k] + offset;
            for (int m = 0; m < UNKNOWNS; m++) {
                tile[t + m] = right.get(JAVA_DOUBLE, r + m * pitch);
            }
        }
    }

    @Override
    void scatterZ(double[] tile, int rows, PlaneTable u, long offset, SpLayout layout) {
        long pitch = 8L * layout.pitch;
        for (int k = 1; k <= rows; k++) {
            int t = (k + 1) * QUANTITIES;
            MemorySegment to = u.segment[k];
            long at = u.offset[k] + offset;
            double rho = tile[t + RHO];
            double ac = tile[t + SPEED];
            double ws = tile[t + VELOCITY];
            double uz = to.get(JAVA_DOUBLE, at);
            double us = to.get(JAVA_DOUBLE, at + pitch) * rho;
            double vs = to.get(JAVA_DOUBLE, at + 2 * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double r1 = tile[t];
            double r2 = tile[t + 1];
            double btuz = BT * uz;
            double t1 = btuz / ac * (tile[t + 3] + tile[t + 4]);
            double t2 = tile[t + 2] + t1;
            double t3 = btuz * (tile[t + 3] - tile[t + 4]);
            add(to, at, t2);
            add(to, at + pitch, us * t2 - uz * r2);
            add(to, at + 2 * pitch, vs * t2 + uz * r1);
            add(to, at + 3 * pitch, ws * t2 + t3);
            add(to, at + 4 * pitch, uz * (vs * r1 - us * r2) + qs * t2 + SpConstants.C2IV * ac * ac * t1 + ws * t3);
        }
    }

    private static void add(MemorySegment to, long at, double value) {
        to.set(JAVA_DOUBLE, at, to.get(JAVA_DOUBLE, at) + value);
    }

    @Override
    void forward(double[] tile, double[] upper, int rows, int first, SpConstants c, int direction) {
        double smoothing = c.implicitSmoothing[direction];
        double viscous = c.implicitViscosity;
        double convection = c.convection;
        for (int row = 1; row <= rows; row++) {
            int t = (row + 1) * QUANTITIES;
            int before = t - QUANTITIES;
            int behind = t + QUANTITIES;
            double[] d = c.implicitDissipation[first + row];
            double below = d[1] - smoothing - viscous * tile[before + RHO] - convection * tile[before + VELOCITY];
            double main = d[2] + 1 + 2 * (smoothing + viscous * tile[t + RHO]);
            double above = d[3] - smoothing - viscous * tile[behind + RHO] + convection * tile[behind + VELOCITY];
            double soundBefore = convection * tile[before + SPEED];
            double soundBehind = convection * tile[behind + SPEED];
            int l = (row + 1) * UPPER;
            double low = below - upper[l - 2 * UPPER] * d[0];
            double inverse = 1 / (main - upper[l - 2 * UPPER + 1] * d[0] - upper[l - UPPER] * low);
            upper[l] = (above - upper[l - UPPER + 1] * low) * inverse;
            upper[l + 1] = d[4] * inverse;
            for (int m = t; m < t + 3; m++) {
                tile[m] = (tile[m] - tile[m - 2 * QUANTITIES] * d[0] - tile[m - QUANTITIES] * low) * inverse;
            }
            eliminateOne(tile, t + 3, upper, l + 2, below - soundBefore, main, above + soundBehind, d);
            eliminateOne(tile, t + 4, upper, l + 4, below + soundBefore, main, above - soundBehind, d);
        }
    }

    private static void eliminateOne(double[] tile, int r, double[] upper, int l, double below, double main,
        double above, double[] d) {
        double low = below - upper[l - 2 * UPPER] * d[0];
        double inverse = 1 / (main - upper[l - 2 * UPPER + 1] * d[0] - upper[l - UPPER] * low);
        upper[l] = (above - upper[l - UPPER + 1] * low) * inverse;
        upper[l + 1] = d[4] * inverse;
        tile[r] = (tile[r] - tile[r - 2 * QUANTITIES] * d[0] - tile[r - QUANTITIES] * low) * inverse;
    }

    @Override
    void backward(double[] tile, double[] upper, int rows) {
        for (int row = rows; row >= 1; row--) {
            int t = (row + 1) * QUANTITIES;
            int next = t + QUANTITIES;
            int second = next + QUANTITIES;
            int l = (row + 1) * UPPER;
            tile[t] -= upper[l] * tile[next] + upper[l + 1] * tile[second];
            tile[t + 1] -= upper[l] * tile[next + 1] + upper[l + 1] * tile[second + 1];
            tile[t + 2] -= upper[l] * tile[next + 2] + upper[l + 1] * tile[second + 2];
            tile[t + 3] -= upper[l + 2] * tile[next + 3] + upper[l + 3] * tile[second + 3];
            tile[t + 4] -= upper[l + 4] * tile[next + 4] + upper[l + 5] * tile[second + 4];
        }
    }
}
