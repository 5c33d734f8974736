// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import static io.shmem4j.nas.sp.SpConstants.BT;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** As many lines at once as a vector has lanes. */
final class VectorLineTiles extends LineTiles {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final int LANES = SPECIES.length();
    private static final int ROW = QUANTITIES * LANES;
    private static final int ROW_UPPER = UPPER * LANES;

    @Override
    int lanes() {
        return LANES;
    }

    @Override
    void gatherX(double[] tile, int rows, double[] rhs, int r, double[] derived, int d, SpLayout layout) {
        int pitch = layout.pitch;
        for (int m = 0; m < SpConstants.UNKNOWNS; m++) {
            turnIn(tile, m, rows + 2, rhs, r + m * pitch, layout.line);
        }
        turnIn(tile, VELOCITY, rows + 2, derived, d + SpLayout.US * pitch, layout.derivedLine);
        turnIn(tile, RHO, rows + 2, derived, d + SpLayout.RHO * pitch, layout.derivedLine);
        turnIn(tile, SPEED, rows + 2, derived, d + SpLayout.SPEED * pitch, layout.derivedLine);
    }

    private static void turnIn(double[] tile, int quantity, int rows, double[] from, int first, int line) {
        for (int row = 0; row < rows; row++) {
            int t = (row + 1) * ROW + quantity * LANES;
            for (int lane = 0; lane < LANES; lane++) {
                tile[t + lane] = from[first + row + lane * line];
            }
        }
    }

    @Override
    void scatterX(double[] tile, int rows, double[] rhs, int r, SpLayout layout) {
        for (int row = 1; row <= rows; row++) {
            int t = (row + 1) * ROW;
            DoubleVector r1 = DoubleVector.fromArray(SPECIES, tile, t);
            DoubleVector r2 = DoubleVector.fromArray(SPECIES, tile, t + LANES);
            DoubleVector r3 = DoubleVector.fromArray(SPECIES, tile, t + 2 * LANES).mul(BT);
            DoubleVector r4 = DoubleVector.fromArray(SPECIES, tile, t + 3 * LANES);
            DoubleVector r5 = DoubleVector.fromArray(SPECIES, tile, t + 4 * LANES);
            DoubleVector sum = r4.add(r5).mul(0.5);
            r2.neg().intoArray(tile, t);
            r1.intoArray(tile, t + LANES);
            r4.sub(r5).mul(BT).intoArray(tile, t + 2 * LANES);
            sum.sub(r3).intoArray(tile, t + 3 * LANES);
            sum.add(r3).intoArray(tile, t + 4 * LANES);
        }
        for (int m = 0; m < SpConstants.UNKNOWNS; m++) {
            turnOut(tile, m, rows, rhs, r + m * layout.pitch, layout.line);
        }
    }

    private static void turnOut(double[] tile, int quantity, int rows, double[] to, int first, int line) {
        for (int row = 1; row <= rows; row++) {
            int t = (row + 1) * ROW + quantity * LANES;
            for (int lane = 0; lane < LANES; lane++) {
                to[first + row + lane * line] = tile[t + lane];
            }
        }
    }

    @Override
    void gatherY(double[] tile, int rows, double[] rhs, int r, double[] derived, int d, SpLayout layout) {
        int pitch = layout.pitch;
        for (int row = 0; row < rows + 2; row++) {
            int t = (row + 1) * ROW;
            int from = r + row * layout.line;
            int dFrom = d + row * layout.derivedLine;
            DoubleVector.fromArray(SPECIES, rhs, from).intoArray(tile, t);
            DoubleVector.fromArray(SPECIES, rhs, from + pitch).intoArray(tile, t + LANES);
            DoubleVector.fromArray(SPECIES, rhs, from + 2 * pitch).intoArray(tile, t + 2 * LANES);
            DoubleVector.fromArray(SPECIES, rhs, from + 3 * pitch).intoArray(tile, t + 3 * LANES);
            DoubleVector.fromArray(SPECIES, rhs, from + 4 * pitch).intoArray(tile, t + 4 * LANES);
            DoubleVector.fromArray(SPECIES, derived, dFrom + SpLayout.VS * pitch)
                .intoArray(tile, t + VELOCITY * LANES);
            DoubleVector.fromArray(SPECIES, derived, dFrom).intoArray(tile, t + RHO * LANES);
            DoubleVector.fromArray(SPECIES, derived, dFrom + SpLayout.SPEED * pitch).intoArray(tile, t + SPEED * LANES);
        }
    }

    @Override
    void scatterY(double[] tile, int rows, MemorySegment rhs, long offset, SpLayout layout) {
        long pitch = 8L * layout.pitch;
        for (int row = 1; row <= rows; row++) {
            int t = (row + 1) * ROW;
            long to = offset + 8L * row * layout.line;
            DoubleVector r1 = DoubleVector.fromArray(SPECIES, tile, t).mul(BT);
            DoubleVector r2 = DoubleVector.fromArray(SPECIES, tile, t + LANES);
            DoubleVector r3 = DoubleVector.fromArray(SPECIES, tile, t + 2 * LANES);
            DoubleVector r4 = DoubleVector.fromArray(SPECIES, tile, t + 3 * LANES);
            DoubleVector r5 = DoubleVector.fromArray(SPECIES, tile, t + 4 * LANES);
            DoubleVector sum = r4.add(r5).mul(0.5);
            r4.sub(r5).mul(BT).intoMemorySegment(rhs, to, ORDER);
            r3.neg().intoMemorySegment(rhs, to + pitch, ORDER);
            r2.intoMemorySegment(rhs, to + 2 * pitch, ORDER);
            sum.sub(r1).intoMemorySegment(rhs, to + 3 * pitch, ORDER);
            sum.add(r1).intoMemorySegment(rhs, to + 4 * pitch, ORDER);
        }
    }

    @Override
    void gatherZ(double[] tile, int rows, PlaneTable u, PlaneTable rhs, long offset, SpLayout layout) {
        long pitch = 8L * layout.pitch;
        for (int k = 0; k < rows + 2; k++) {
            int t = (k + 1) * ROW;
            MemorySegment from = u.segment[k];
            long at = u.offset[k] + offset;
            DoubleVector density = DoubleVector.fromMemorySegment(SPECIES, from, at, ORDER);
            DoubleVector rho = DoubleVector.broadcast(SPECIES, 1).div(density);
            DoubleVector us = DoubleVector.fromMemorySegment(SPECIES, from, at + pitch, ORDER).mul(rho);
            DoubleVector vs = DoubleVector.fromMemorySegment(SPECIES, from, at + 2 * pitch, ORDER).mul(rho);
            DoubleVector ws = DoubleVector.fromMemorySegment(SPECIES, from, at + 3 * pitch, ORDER).mul(rho);
            DoubleVector energy = DoubleVector.fromMemorySegment(SPECIES, from, at + 4 * pitch, ORDER);
            DoubleVector qs = us.mul(us).add(vs.mul(vs)).add(ws.mul(ws)).mul(0.5);
            ws.intoArray(tile, t + VELOCITY * LANES);
            rho.intoArray(tile, t + RHO * LANES);
            energy.sub(qs.mul(density)).mul(rho).mul(SpConstants.C1 * SpConstants.C2).sqrt()
                .intoArray(tile, t + SPEED * LANES);
            MemorySegment right = rhs.segment[k];
            long r = rhs.offset[k] + offset;
            DoubleVector.fromMemorySegment(SPECIES, right, r, ORDER).intoArray(tile, t);
            DoubleVector.fromMemorySegment(SPECIES, right, r + pitch, ORDER).intoArray(tile, t + LANES);
            DoubleVector.fromMemorySegment(SPECIES, right, r + 2 * pitch, ORDER).intoArray(tile, t + 2 * LANES);
            DoubleVector.fromMemorySegment(SPECIES, right, r + 3 * pitch, ORDER).intoArray(tile, t + 3 * LANES);
            DoubleVector.fromMemorySegment(SPECIES, right, r + 4 * pitch, ORDER).intoArray(tile, t + 4 * LANES);
        }
    }

    @Override
    void scatterZ(double[] tile, int rows, PlaneTable u, long offset, SpLayout layout) {
        long pitch = 8L * layout.pitch;
        for (int k = 1; k <= rows; k++) {
            int t = (k + 1) * ROW;
            MemorySegment to = u.segment[k];
            long at = u.offset[k] + offset;
            DoubleVector rho = DoubleVector.fromArray(SPECIES, tile, t + RHO * LANES);
            DoubleVector ac = DoubleVector.fromArray(SPECIES, tile, t + SPEED * LANES);
            DoubleVector ws = DoubleVector.fromArray(SPECIES, tile, t + VELOCITY * LANES);
            DoubleVector r1 = DoubleVector.fromArray(SPECIES, tile, t);
            DoubleVector r2 = DoubleVector.fromArray(SPECIES, tile, t + LANES);
            DoubleVector r4 = DoubleVector.fromArray(SPECIES, tile, t + 3 * LANES);
            DoubleVector r5 = DoubleVector.fromArray(SPECIES, tile, t + 4 * LANES);
            DoubleVector uz = DoubleVector.fromMemorySegment(SPECIES, to, at, ORDER);
            DoubleVector u2 = DoubleVector.fromMemorySegment(SPECIES, to, at + pitch, ORDER);
            DoubleVector u3 = DoubleVector.fromMemorySegment(SPECIES, to, at + 2 * pitch, ORDER);
            DoubleVector us = u2.mul(rho);
            DoubleVector vs = u3.mul(rho);
            DoubleVector qs = us.mul(us).add(vs.mul(vs)).add(ws.mul(ws)).mul(0.5);
            DoubleVector btuz = uz.mul(BT);
            DoubleVector t1 = r4.add(r5).mul(btuz).div(ac);
            DoubleVector t2 = DoubleVector.fromArray(SPECIES, tile, t + 2 * LANES).add(t1);
            DoubleVector t3 = r4.sub(r5).mul(btuz);
            uz.add(t2).intoMemorySegment(to, at, ORDER);
            u2.add(us.mul(t2)).sub(uz.mul(r2)).intoMemorySegment(to, at + pitch, ORDER);
            u3.add(vs.mul(t2)).add(uz.mul(r1)).intoMemorySegment(to, at + 2 * pitch, ORDER);
            DoubleVector.fromMemorySegment(SPECIES, to, at + 3 * pitch, ORDER).add(ws.mul(t2)).add(t3)
                .intoMemorySegment(to, at + 3 * pitch, ORDER);
            DoubleVector.fromMemorySegment(SPECIES, to, at + 4 * pitch, ORDER)
                .add(vs.mul(r1).sub(us.mul(r2)).mul(uz)).add(qs.mul(t2))
                .add(ac.mul(ac).mul(t1).mul(SpConstants.C2IV)).add(ws.mul(t3))
                .intoMemorySegment(to, at + 4 * pitch, ORDER);
        }
    }

    @Override
    void forward(double[] tile, double[] upper, int rows, int first, SpConstants c, int direction) {
        double smoothing = c.implicitSmoothing[direction];
        double viscous = c.implicitViscosity;
        double convection = c.convection;
        for (int row = 1; row <= rows; row++) {
            int t = (row + 1) * ROW;
            double[] d = c.implicitDissipation[first + row];
            double d0 = d[0];
            double d4 = d[4];
            DoubleVector below = DoubleVector.fromArray(SPECIES, tile, t - ROW + VELOCITY * LANES).mul(-convection)
                .sub(DoubleVector.fromArray(SPECIES, tile, t - ROW + RHO * LANES).mul(viscous)).add(d[1] - smoothing);
            DoubleVector main = DoubleVector.fromArray(SPECIES, tile, t + RHO * LANES).mul(2 * viscous)
                .add(1 + 2 * smoothing + d[2]);
            DoubleVector above = DoubleVector.fromArray(SPECIES, tile, t + ROW + VELOCITY * LANES).mul(convection)
                .sub(DoubleVector.fromArray(SPECIES, tile, t + ROW + RHO * LANES).mul(viscous)).add(d[3] - smoothing);
            DoubleVector soundBefore = DoubleVector.fromArray(SPECIES, tile, t - ROW + SPEED * LANES);
            DoubleVector soundBehind = DoubleVector.fromArray(SPECIES, tile, t + ROW + SPEED * LANES);
            int l = (row + 1) * ROW_UPPER;
            int r = t;
            for (int system = 0; system < SYSTEMS; system++, l += 2 * LANES) {
                double sound = system == 0 ? 0 : system == 1 ? -convection : convection;
                DoubleVector low = below.add(soundBefore.mul(sound))
                    .sub(DoubleVector.fromArray(SPECIES, upper, l - 2 * ROW_UPPER).mul(d0));
                DoubleVector pivot = main.sub(DoubleVector.fromArray(SPECIES, upper, l - 2 * ROW_UPPER + LANES).mul(d0))
                    .sub(DoubleVector.fromArray(SPECIES, upper, l - ROW_UPPER).mul(low));
                DoubleVector inverse = DoubleVector.broadcast(SPECIES, 1).div(pivot);
                above.sub(soundBehind.mul(sound))
                    .sub(DoubleVector.fromArray(SPECIES, upper, l - ROW_UPPER + LANES).mul(low)).mul(inverse)
                    .intoArray(upper, l);
                inverse.mul(d4).intoArray(upper, l + LANES);
                int end = system == 0 ? t + 3 * LANES : r + LANES;
                for (; r < end; r += LANES) {
                    DoubleVector.fromArray(SPECIES, tile, r)
                        .sub(DoubleVector.fromArray(SPECIES, tile, r - 2 * ROW).mul(d0))
                        .sub(DoubleVector.fromArray(SPECIES, tile, r - ROW).mul(low)).mul(inverse)
                        .intoArray(tile, r);
                }
            }
        }
    }

    @Override
    void backward(double[] tile, double[] upper, int rows) {
        for (int row = rows; row >= 1; row--) {
            int t = (row + 1) * ROW;
            int l = (row + 1) * ROW_UPPER;
            DoubleVector l4 = DoubleVector.fromArray(SPECIES, upper, l);
            DoubleVector l5 = DoubleVector.fromArray(SPECIES, upper, l + LANES);
            for (int m = 0; m < 3 * LANES; m += LANES) {
                DoubleVector.fromArray(SPECIES, tile, t + m)
                    .sub(l5.mul(DoubleVector.fromArray(SPECIES, tile, t + m + 2 * ROW)))
                    .sub(l4.mul(DoubleVector.fromArray(SPECIES, tile, t + m + ROW))).intoArray(tile, t + m);
            }
            for (int m = 3; m < SpConstants.UNKNOWNS; m++) {
                int at = t + m * LANES;
                int up = l + 2 * (m - 2) * LANES;
                DoubleVector.fromArray(SPECIES, tile, at)
                    .sub(DoubleVector.fromArray(SPECIES, upper, up + LANES)
                        .mul(DoubleVector.fromArray(SPECIES, tile, at + 2 * ROW)))
                    .sub(DoubleVector.fromArray(SPECIES, upper, up)
                        .mul(DoubleVector.fromArray(SPECIES, tile, at + ROW))).intoArray(tile, at);
            }
        }
    }
}
