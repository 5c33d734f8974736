// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import static io.shmem4j.nas.sp.SpConstants.BT;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;

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

    ScalarLineTiles(MemorySegment memory, SpLayout layout, SpConstants c) {
        super(memory, layout, c);
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
        MemorySegment memory = this.memory;
        int pitch = layout.pitch;
        long t = tile + (row + 1) * ROW;
        for (int i = 0; i < points; i++, t += ROW) {
            long at = u + i * Double.BYTES;
            long from = rhs + i * Double.BYTES;
            double density = memory.get(JAVA_DOUBLE, at);
            double rho = 1 / density;
            double us = memory.get(JAVA_DOUBLE, at + pitch) * rho;
            double vs = memory.get(JAVA_DOUBLE, at + 2L * pitch) * rho;
            double ws = memory.get(JAVA_DOUBLE, at + 3L * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double p = SpConstants.C2 * (memory.get(JAVA_DOUBLE, at + 4L * pitch) - qs * density);
            memory.set(JAVA_DOUBLE, t, memory.get(JAVA_DOUBLE, from));
            memory.set(JAVA_DOUBLE, t + R2, memory.get(JAVA_DOUBLE, from + pitch));
            memory.set(JAVA_DOUBLE, t + R3, memory.get(JAVA_DOUBLE, from + 2L * pitch));
            memory.set(JAVA_DOUBLE, t + R4, memory.get(JAVA_DOUBLE, from + 3L * pitch));
            memory.set(JAVA_DOUBLE, t + R5, memory.get(JAVA_DOUBLE, from + 4L * pitch));
            memory.set(JAVA_DOUBLE, t + SPEED_ALONG, us);
            memory.set(JAVA_DOUBLE, t + INVERSE_DENSITY, rho);
            memory.set(JAVA_DOUBLE, t + SOUND, Math.sqrt(SpConstants.C1 * p * rho));
        }
    }

    @Override
    void gatherY(int rows, long rhs, long group) {
        gather(rows, rhs, layout.line, group, layout.group, SpLayout.VS);
    }

    private void gather(int rows, long rhs, int rhsStep, long group, int groupStep, int velocity) {
        MemorySegment memory = this.memory;
        int pitch = layout.pitch;
        long t = tile + ROW;
        for (int row = 0; row < rows + 2; row++, t += ROW) {
            long from = rhs + row * rhsStep;
            long derived = group + row * groupStep;
            memory.set(JAVA_DOUBLE, t, memory.get(JAVA_DOUBLE, from));
            memory.set(JAVA_DOUBLE, t + R2, memory.get(JAVA_DOUBLE, from + pitch));
            memory.set(JAVA_DOUBLE, t + R3, memory.get(JAVA_DOUBLE, from + 2L * pitch));
            memory.set(JAVA_DOUBLE, t + R4, memory.get(JAVA_DOUBLE, from + 3L * pitch));
            memory.set(JAVA_DOUBLE, t + R5, memory.get(JAVA_DOUBLE, from + 4L * pitch));
            memory.set(JAVA_DOUBLE, t + SPEED_ALONG, memory.get(JAVA_DOUBLE, derived + (long) velocity * pitch));
            memory.set(JAVA_DOUBLE, t + INVERSE_DENSITY, memory.get(JAVA_DOUBLE, derived + SpLayout.RHO * pitch));
            memory.set(JAVA_DOUBLE, t + SOUND, memory.get(JAVA_DOUBLE, derived + SpLayout.SPEED * pitch));
        }
    }

    @Override
    void scatterX(int rows, long rhs, int first, int points) {
        MemorySegment memory = this.memory;
        int pitch = layout.pitch;
        for (int row = 1; row <= rows; row++) {
            long t = tile + (row + 1) * ROW;
            long to = rhs + (row - first) * Double.BYTES;
            double r3 = BT * memory.get(JAVA_DOUBLE, t + R3);
            double r4 = memory.get(JAVA_DOUBLE, t + R4);
            double r5 = memory.get(JAVA_DOUBLE, t + R5);
            double sum = 0.5 * (r4 + r5);
            memory.set(JAVA_DOUBLE, to, -memory.get(JAVA_DOUBLE, t + R2));
            memory.set(JAVA_DOUBLE, to + pitch, memory.get(JAVA_DOUBLE, t));
            memory.set(JAVA_DOUBLE, to + 2L * pitch, BT * (r4 - r5));
            memory.set(JAVA_DOUBLE, to + 3L * pitch, sum - r3);
            memory.set(JAVA_DOUBLE, to + 4L * pitch, sum + r3);
        }
    }

    @Override
    void scatterY(int rows, MemorySegment target, long offset) {
        MemorySegment memory = this.memory;
        int pitch = layout.pitch;
        for (int row = 1; row <= rows; row++) {
            long t = tile + (row + 1) * ROW;
            long to = offset + (long) row * layout.line;
            double r1 = BT * memory.get(JAVA_DOUBLE, t);
            double r4 = memory.get(JAVA_DOUBLE, t + R4);
            double r5 = memory.get(JAVA_DOUBLE, t + R5);
            double sum = 0.5 * (r4 + r5);
            target.set(JAVA_DOUBLE, to, BT * (r4 - r5));
            target.set(JAVA_DOUBLE, to + pitch, -memory.get(JAVA_DOUBLE, t + R3));
            target.set(JAVA_DOUBLE, to + 2L * pitch, memory.get(JAVA_DOUBLE, t + R2));
            target.set(JAVA_DOUBLE, to + 3L * pitch, sum - r1);
            target.set(JAVA_DOUBLE, to + 4L * pitch, sum + r1);
        }
    }

    @Override
    void gather(int rows, int momentum, PlaneTable u, PlaneTable rhs, long offset) {
        MemorySegment memory = this.memory;
        int pitch = layout.pitch;
        for (int k = 0; k < rows + 2; k++) {
            long t = tile + (k + 1) * ROW;
            MemorySegment from = u.segment[k];
            long at = u.offset[k] + offset;
            double density = from.get(JAVA_DOUBLE, at);
            double rho = 1 / density;
            double us = from.get(JAVA_DOUBLE, at + pitch) * rho;
            double vs = from.get(JAVA_DOUBLE, at + 2L * pitch) * rho;
            double ws = from.get(JAVA_DOUBLE, at + 3L * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double p = SpConstants.C2 * (from.get(JAVA_DOUBLE, at + 4L * pitch) - qs * density);
            memory.set(JAVA_DOUBLE, t + SPEED_ALONG, from.get(JAVA_DOUBLE, at + (long) momentum * pitch) * rho);
            memory.set(JAVA_DOUBLE, t + INVERSE_DENSITY, rho);
            memory.set(JAVA_DOUBLE, t + SOUND, Math.sqrt(SpConstants.C1 * p * rho));
            MemorySegment right = rhs.segment[k];
            long r = rhs.offset[k] + offset;
            memory.set(JAVA_DOUBLE, t, right.get(JAVA_DOUBLE, r));
            memory.set(JAVA_DOUBLE, t + R2, right.get(JAVA_DOUBLE, r + pitch));
            memory.set(JAVA_DOUBLE, t + R3, right.get(JAVA_DOUBLE, r + 2L * pitch));
            memory.set(JAVA_DOUBLE, t + R4, right.get(JAVA_DOUBLE, r + 3L * pitch));
            memory.set(JAVA_DOUBLE, t + R5, right.get(JAVA_DOUBLE, r + 4L * pitch));
        }
    }

    @Override
    void scatterZ(int rows, PlaneTable u, long offset) {
        MemorySegment memory = this.memory;
        int pitch = layout.pitch;
        for (int k = 1; k <= rows; k++) {
            long t = tile + (k + 1) * ROW;
            MemorySegment to = u.segment[k];
            long at = u.offset[k] + offset;
            double rho = memory.get(JAVA_DOUBLE, t + INVERSE_DENSITY);
            double ac = memory.get(JAVA_DOUBLE, t + SOUND);
            double ws = memory.get(JAVA_DOUBLE, t + SPEED_ALONG);
            double uz = to.get(JAVA_DOUBLE, at);
            double us = to.get(JAVA_DOUBLE, at + pitch) * rho;
            double vs = to.get(JAVA_DOUBLE, at + 2L * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double r1 = memory.get(JAVA_DOUBLE, t);
            double r2 = memory.get(JAVA_DOUBLE, t + R2);
            double r4 = memory.get(JAVA_DOUBLE, t + R4);
            double r5 = memory.get(JAVA_DOUBLE, t + R5);
            double btuz = BT * uz;
            double t1 = btuz / ac * (r4 + r5);
            double t2 = memory.get(JAVA_DOUBLE, t + R3) + t1;
            double t3 = btuz * (r4 - r5);
            add(to, at, t2);
            add(to, at + pitch, us * t2 - uz * r2);
            add(to, at + 2L * pitch, vs * t2 + uz * r1);
            add(to, at + 3L * pitch, ws * t2 + t3);
            add(to, at + 4L * pitch, uz * (vs * r1 - us * r2) + qs * t2 + SpConstants.C2IV * ac * ac * t1 + ws * t3);
        }
    }

    private static void add(MemorySegment to, long at, double value) {
        to.set(JAVA_DOUBLE, at, to.get(JAVA_DOUBLE, at) + value);
    }

    @Override
    void forward(int rows, int first, int direction) {
        MemorySegment memory = this.memory;
        double smoothing = c.implicitSmoothing[direction];
        double viscous = c.implicitViscosity;
        double convection = c.convection;
        for (int row = 1; row <= rows; row++) {
            long t = tile + (row + 1) * ROW;
            long before = t - ROW;
            long behind = t + ROW;
            double[] d = c.implicitDissipation[first + row];
            double below = d[1] - smoothing - viscous * memory.get(JAVA_DOUBLE, before + INVERSE_DENSITY)
                - convection * memory.get(JAVA_DOUBLE, before + SPEED_ALONG);
            double main = d[2] + 1 + 2 * (smoothing + viscous * memory.get(JAVA_DOUBLE, t + INVERSE_DENSITY));
            double above = d[3] - smoothing - viscous * memory.get(JAVA_DOUBLE, behind + INVERSE_DENSITY)
                + convection * memory.get(JAVA_DOUBLE, behind + SPEED_ALONG);
            double soundBefore = convection * memory.get(JAVA_DOUBLE, before + SOUND);
            double soundBehind = convection * memory.get(JAVA_DOUBLE, behind + SOUND);
            long l = upper + (row + 1) * ROW_UPPER;
            double low = below - memory.get(JAVA_DOUBLE, l - 2 * ROW_UPPER) * d[0];
            double inverse = eliminate(l, low, main, above, d);
            substitute(t, low, inverse, d[0]);
            substitute(t + R2, low, inverse, d[0]);
            substitute(t + R3, low, inverse, d[0]);
            l += 2 * Double.BYTES;
            low = below - soundBefore - memory.get(JAVA_DOUBLE, l - 2 * ROW_UPPER) * d[0];
            inverse = eliminate(l, low, main, above + soundBehind, d);
            substitute(t + R4, low, inverse, d[0]);
            l += 2 * Double.BYTES;
            low = below + soundBefore - memory.get(JAVA_DOUBLE, l - 2 * ROW_UPPER) * d[0];
            inverse = eliminate(l, low, main, above - soundBehind, d);
            substitute(t + R5, low, inverse, d[0]);
        }
    }

    /** Makes a row's upper diagonals from what the two rows before have left; {@return the inverse of its pivot}. */
    private double eliminate(long l, double low, double main, double above, double[] d) {
        double pivot = main - memory.get(JAVA_DOUBLE, l - 2 * ROW_UPPER + Double.BYTES) * d[0]
            - memory.get(JAVA_DOUBLE, l - ROW_UPPER) * low;
        double inverse = 1 / pivot;
        memory.set(JAVA_DOUBLE, l, (above - memory.get(JAVA_DOUBLE, l - ROW_UPPER + Double.BYTES) * low) * inverse);
        memory.set(JAVA_DOUBLE, l + Double.BYTES, d[4] * inverse);
        return inverse;
    }

    private void substitute(long r, double low, double inverse, double lowest) {
        memory.set(JAVA_DOUBLE, r, (memory.get(JAVA_DOUBLE, r) - memory.get(JAVA_DOUBLE, r - 2 * ROW) * lowest
            - memory.get(JAVA_DOUBLE, r - ROW) * low) * inverse);
    }

    @Override
    void backward(int rows) {
        for (int row = rows; row >= 1; row--) {
            long t = tile + (row + 1) * ROW;
            long l = upper + (row + 1) * ROW_UPPER;
            back(t, l);
            back(t + R2, l);
            back(t + R3, l);
            back(t + R4, l + 2 * Double.BYTES);
            back(t + R5, l + 4 * Double.BYTES);
        }
    }

    private void back(long r, long l) {
        memory.set(JAVA_DOUBLE, r, memory.get(JAVA_DOUBLE, r)
            - memory.get(JAVA_DOUBLE, l + Double.BYTES) * memory.get(JAVA_DOUBLE, r + 2 * ROW)
            - memory.get(JAVA_DOUBLE, l) * memory.get(JAVA_DOUBLE, r + ROW));
    }
}
