// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import static io.shmem4j.nas.sp.SpConstants.BT;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** As many lines at once as a vector has lanes. */
final class VectorLineTiles extends LineTiles {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    static final int LANES = SPECIES.length();
    private static final int BYTES = SPECIES.vectorByteSize();
    private static final int ROW = QUANTITIES * BYTES;
    private static final int ROW_UPPER = UPPER * BYTES;

    VectorLineTiles(MemorySegment memory, SpLayout layout, SpConstants c) {
        super(memory, layout, c);
    }

    @Override
    int lanes() {
        return LANES;
    }

    @Override
    void gatherX(int rows, long rhs, long group) {
        int pitch = layout.pitch;
        for (int m = 0; m < SpConstants.UNKNOWNS; m++) {
            turnIn(m, rhs + (long) m * pitch, layout.line, 0, pitch);
        }
        turnIn(VELOCITY, group + (long) SpLayout.US * pitch, layout.group, 0, pitch);
        turnIn(RHO, group + (long) SpLayout.RHO * pitch, layout.group, 0, pitch);
        turnIn(SPEED, group + (long) SpLayout.SPEED * pitch, layout.group, 0, pitch);
    }

    @Override
    void gatherX(long rhs, long u, int row, int points) {
        int pitch = layout.pitch;
        int bytes = points * Double.BYTES;
        for (int m = 0; m < SpConstants.UNKNOWNS; m++) {
            turnIn(m, u + (long) m * pitch, layout.line, row, bytes);
        }
        derive(row, (points + LANES - 1) / LANES * LANES);
        for (int m = 0; m < SpConstants.UNKNOWNS; m++) {
            turnIn(m, rhs + (long) m * pitch, layout.line, row, bytes);
        }
    }

    /** Computes the derived numbers of rows that hold unknowns. */
    private void derive(int row, int rows) {
        MemorySegment memory = this.memory;
        long t = tile + (row + 1) * ROW;
        for (int i = 0; i < rows; i++, t += ROW) {
            DoubleVector density = fromMemorySegment(SPECIES, memory, t, ORDER);
            DoubleVector rho = DoubleVector.broadcast(SPECIES, 1).div(density);
            DoubleVector us = fromMemorySegment(SPECIES, memory, t + BYTES, ORDER).mul(rho);
            DoubleVector vs = fromMemorySegment(SPECIES, memory, t + 2 * BYTES, ORDER).mul(rho);
            DoubleVector ws = fromMemorySegment(SPECIES, memory, t + 3 * BYTES, ORDER).mul(rho);
            DoubleVector energy = fromMemorySegment(SPECIES, memory, t + 4 * BYTES, ORDER);
            DoubleVector qs = us.mul(us).add(vs.mul(vs)).add(ws.mul(ws)).mul(0.5);
            us.intoMemorySegment(memory, t + VELOCITY * BYTES, ORDER);
            rho.intoMemorySegment(memory, t + RHO * BYTES, ORDER);
            energy.sub(qs.mul(density)).mul(rho).mul(SpConstants.C1 * SpConstants.C2).sqrt()
                .intoMemorySegment(memory, t + SPEED * BYTES, ORDER);
        }
    }

    private void turnIn(int quantity, long from, int line, int row, int bytes) {
        long to = tile + (row + 1) * ROW + quantity * BYTES;
        for (int i = 0; i < bytes; i += BYTES) {
            VectorTurn.turn(memory, from + i, line, to + (long) i * ROW / Double.BYTES, ROW);
        }
    }

    @Override
    void scatterX(int rows, long rhs, int first, int points) {
        MemorySegment memory = this.memory;
        long tile = this.tile;
        for (int row = 1; row <= rows; row++) {
            long t = tile + (row + 1) * ROW;
            DoubleVector r1 = fromMemorySegment(SPECIES, memory, t, ORDER);
            DoubleVector r2 = fromMemorySegment(SPECIES, memory, t + BYTES, ORDER);
            DoubleVector r3 = fromMemorySegment(SPECIES, memory, t + 2 * BYTES, ORDER).mul(BT);
            DoubleVector r4 = fromMemorySegment(SPECIES, memory, t + 3 * BYTES, ORDER);
            DoubleVector r5 = fromMemorySegment(SPECIES, memory, t + 4 * BYTES, ORDER);
            DoubleVector sum = r4.add(r5).mul(0.5);
            r2.neg().intoMemorySegment(memory, t, ORDER);
            r1.intoMemorySegment(memory, t + BYTES, ORDER);
            r4.sub(r5).mul(BT).intoMemorySegment(memory, t + 2 * BYTES, ORDER);
            sum.sub(r3).intoMemorySegment(memory, t + 3 * BYTES, ORDER);
            sum.add(r3).intoMemorySegment(memory, t + 4 * BYTES, ORDER);
        }
        for (int m = 0; m < SpConstants.UNKNOWNS; m++) {
            turnOut(m, rhs + (long) m * layout.pitch, first, points * Double.BYTES);
        }
    }

    private void turnOut(int quantity, long to, int row, int bytes) {
        long from = tile + (row + 1) * ROW + quantity * BYTES;
        for (int i = 0; i < bytes; i += BYTES) {
            VectorTurn.turn(memory, from + (long) i * ROW / Double.BYTES, ROW, to + i, layout.line);
        }
    }

    @Override
    void gatherY(int rows, long rhs, long group) {
        MemorySegment memory = this.memory;
        long tile = this.tile;
        int pitch = layout.pitch;
        for (int row = 0; row < rows + 2; row++) {
            long t = tile + (row + 1) * ROW;
            long from = rhs + row * layout.line;
            long derived = group + row * layout.group;
            fromMemorySegment(SPECIES, memory, from, ORDER).intoMemorySegment(memory, t, ORDER);
            fromMemorySegment(SPECIES, memory, from + pitch, ORDER).intoMemorySegment(memory, t + BYTES, ORDER);
            fromMemorySegment(SPECIES, memory, from + 2 * pitch, ORDER).intoMemorySegment(memory, t + 2 * BYTES, ORDER);
            fromMemorySegment(SPECIES, memory, from + 3 * pitch, ORDER).intoMemorySegment(memory, t + 3 * BYTES, ORDER);
            fromMemorySegment(SPECIES, memory, from + 4 * pitch, ORDER).intoMemorySegment(memory, t + 4 * BYTES, ORDER);
            fromMemorySegment(SPECIES, memory, derived + SpLayout.VS * pitch, ORDER)
                .intoMemorySegment(memory, t + VELOCITY * BYTES, ORDER);
            fromMemorySegment(SPECIES, memory, derived + SpLayout.RHO * pitch, ORDER)
                .intoMemorySegment(memory, t + RHO * BYTES, ORDER);
            fromMemorySegment(SPECIES, memory, derived + SpLayout.SPEED * pitch, ORDER)
                .intoMemorySegment(memory, t + SPEED * BYTES, ORDER);
        }
    }

    @Override
    void scatterY(int rows, MemorySegment target, long offset) {
        MemorySegment memory = this.memory;
        long tile = this.tile;
        long pitch = layout.pitch;
        for (int row = 1; row <= rows; row++) {
            long t = tile + (row + 1) * ROW;
            long to = offset + (long) row * layout.line;
            DoubleVector r1 = fromMemorySegment(SPECIES, memory, t, ORDER).mul(BT);
            DoubleVector r2 = fromMemorySegment(SPECIES, memory, t + BYTES, ORDER);
            DoubleVector r3 = fromMemorySegment(SPECIES, memory, t + 2 * BYTES, ORDER);
            DoubleVector r4 = fromMemorySegment(SPECIES, memory, t + 3 * BYTES, ORDER);
            DoubleVector r5 = fromMemorySegment(SPECIES, memory, t + 4 * BYTES, ORDER);
            DoubleVector sum = r4.add(r5).mul(0.5);
            r4.sub(r5).mul(BT).intoMemorySegment(target, to, ORDER);
            r3.neg().intoMemorySegment(target, to + pitch, ORDER);
            r2.intoMemorySegment(target, to + 2 * pitch, ORDER);
            sum.sub(r1).intoMemorySegment(target, to + 3 * pitch, ORDER);
            sum.add(r1).intoMemorySegment(target, to + 4 * pitch, ORDER);
        }
    }

    @Override
    void gather(int rows, int momentum, PlaneTable u, PlaneTable rhs, long offset) {
        MemorySegment memory = this.memory;
        long tile = this.tile;
        long pitch = layout.pitch;
        for (int k = 0; k < rows + 2; k++) {
            long t = tile + (k + 1) * ROW;
            MemorySegment from = u.segment[k];
            long at = u.offset[k] + offset;
            DoubleVector density = fromMemorySegment(SPECIES, from, at, ORDER);
            DoubleVector rho = DoubleVector.broadcast(SPECIES, 1).div(density);
            DoubleVector us = fromMemorySegment(SPECIES, from, at + pitch, ORDER).mul(rho);
            DoubleVector vs = fromMemorySegment(SPECIES, from, at + 2 * pitch, ORDER).mul(rho);
            DoubleVector ws = fromMemorySegment(SPECIES, from, at + 3 * pitch, ORDER).mul(rho);
            DoubleVector energy = fromMemorySegment(SPECIES, from, at + 4 * pitch, ORDER);
            DoubleVector qs = us.mul(us).add(vs.mul(vs)).add(ws.mul(ws)).mul(0.5);
            fromMemorySegment(SPECIES, from, at + momentum * pitch, ORDER).mul(rho)
                .intoMemorySegment(memory, t + VELOCITY * BYTES, ORDER);
            rho.intoMemorySegment(memory, t + RHO * BYTES, ORDER);
            energy.sub(qs.mul(density)).mul(rho).mul(SpConstants.C1 * SpConstants.C2).sqrt()
                .intoMemorySegment(memory, t + SPEED * BYTES, ORDER);
            MemorySegment right = rhs.segment[k];
            long r = rhs.offset[k] + offset;
            fromMemorySegment(SPECIES, right, r, ORDER).intoMemorySegment(memory, t, ORDER);
            fromMemorySegment(SPECIES, right, r + pitch, ORDER).intoMemorySegment(memory, t + BYTES, ORDER);
            fromMemorySegment(SPECIES, right, r + 2 * pitch, ORDER).intoMemorySegment(memory, t + 2 * BYTES, ORDER);
            fromMemorySegment(SPECIES, right, r + 3 * pitch, ORDER).intoMemorySegment(memory, t + 3 * BYTES, ORDER);
            fromMemorySegment(SPECIES, right, r + 4 * pitch, ORDER).intoMemorySegment(memory, t + 4 * BYTES, ORDER);
        }
    }

    @Override
    void scatterZ(int rows, PlaneTable u, long offset) {
        MemorySegment memory = this.memory;
        long tile = this.tile;
        long pitch = layout.pitch;
        for (int k = 1; k <= rows; k++) {
            long t = tile + (k + 1) * ROW;
            MemorySegment to = u.segment[k];
            long at = u.offset[k] + offset;
            DoubleVector rho = fromMemorySegment(SPECIES, memory, t + RHO * BYTES, ORDER);
            DoubleVector ac = fromMemorySegment(SPECIES, memory, t + SPEED * BYTES, ORDER);
            DoubleVector ws = fromMemorySegment(SPECIES, memory, t + VELOCITY * BYTES, ORDER);
            DoubleVector r1 = fromMemorySegment(SPECIES, memory, t, ORDER);
            DoubleVector r2 = fromMemorySegment(SPECIES, memory, t + BYTES, ORDER);
            DoubleVector r4 = fromMemorySegment(SPECIES, memory, t + 3 * BYTES, ORDER);
            DoubleVector r5 = fromMemorySegment(SPECIES, memory, t + 4 * BYTES, ORDER);
            DoubleVector uz = fromMemorySegment(SPECIES, to, at, ORDER);
            DoubleVector u2 = fromMemorySegment(SPECIES, to, at + pitch, ORDER);
            DoubleVector u3 = fromMemorySegment(SPECIES, to, at + 2 * pitch, ORDER);
            DoubleVector us = u2.mul(rho);
            DoubleVector vs = u3.mul(rho);
            DoubleVector qs = us.mul(us).add(vs.mul(vs)).add(ws.mul(ws)).mul(0.5);
            DoubleVector btuz = uz.mul(BT);
            DoubleVector t1 = r4.add(r5).mul(btuz).div(ac);
            DoubleVector t2 = fromMemorySegment(SPECIES, memory, t + 2 * BYTES, ORDER).add(t1);
            DoubleVector t3 = r4.sub(r5).mul(btuz);
            uz.add(t2).intoMemorySegment(to, at, ORDER);
            u2.add(us.mul(t2)).sub(uz.mul(r2)).intoMemorySegment(to, at + pitch, ORDER);
            u3.add(vs.mul(t2)).add(uz.mul(r1)).intoMemorySegment(to, at + 2 * pitch, ORDER);
            fromMemorySegment(SPECIES, to, at + 3 * pitch, ORDER).add(ws.mul(t2)).add(t3)
                .intoMemorySegment(to, at + 3 * pitch, ORDER);
            fromMemorySegment(SPECIES, to, at + 4 * pitch, ORDER).add(vs.mul(r1).sub(us.mul(r2)).mul(uz))
                .add(qs.mul(t2)).add(ac.mul(ac).mul(t1).mul(SpConstants.C2IV)).add(ws.mul(t3))
                .intoMemorySegment(to, at + 4 * pitch, ORDER);
        }
    }

    @Override
    void forward(int rows, int first, int direction) {
        long upper = this.upper;
        MemorySegment memory = this.memory;
        long tile = this.tile;
        double smoothing = c.implicitSmoothing[direction];
        double viscous = c.implicitViscosity;
        double convection = c.convection;
        for (int row = 1; row <= rows; row++) {
            long t = tile + (row + 1) * ROW;
            double[] d = c.implicitDissipation[first + row];
            double d0 = d[0];
            double d4 = d[4];
            DoubleVector below = fromMemorySegment(SPECIES, memory, t - ROW + VELOCITY * BYTES, ORDER).mul(-convection)
                .sub(fromMemorySegment(SPECIES, memory, t - ROW + RHO * BYTES, ORDER).mul(viscous))
                .add(d[1] - smoothing);
            DoubleVector main = fromMemorySegment(SPECIES, memory, t + RHO * BYTES, ORDER).mul(2 * viscous)
                .add(1 + 2 * smoothing + d[2]);
            DoubleVector above = fromMemorySegment(SPECIES, memory, t + ROW + VELOCITY * BYTES, ORDER).mul(convection)
                .sub(fromMemorySegment(SPECIES, memory, t + ROW + RHO * BYTES, ORDER).mul(viscous))
                .add(d[3] - smoothing);
            DoubleVector soundBefore = fromMemorySegment(SPECIES, memory, t - ROW + SPEED * BYTES, ORDER);
            DoubleVector soundBehind = fromMemorySegment(SPECIES, memory, t + ROW + SPEED * BYTES, ORDER);
            long l = upper + (row + 1) * ROW_UPPER;
            long r = t;
            for (int system = 0; system < SYSTEMS; system++, l += 2 * BYTES) {
                double sound = system == 0 ? 0 : system == 1 ? -convection : convection;
                DoubleVector low = below.add(soundBefore.mul(sound))
                    .sub(fromMemorySegment(SPECIES, memory, l - 2 * ROW_UPPER, ORDER).mul(d0));
                DoubleVector pivot = main
                    .sub(fromMemorySegment(SPECIES, memory, l - 2 * ROW_UPPER + BYTES, ORDER).mul(d0))
                    .sub(fromMemorySegment(SPECIES, memory, l - ROW_UPPER, ORDER).mul(low));
                DoubleVector inverse = DoubleVector.broadcast(SPECIES, 1).div(pivot);
                above.sub(soundBehind.mul(sound))
                    .sub(fromMemorySegment(SPECIES, memory, l - ROW_UPPER + BYTES, ORDER).mul(low)).mul(inverse)
                    .intoMemorySegment(memory, l, ORDER);
                inverse.mul(d4).intoMemorySegment(memory, l + BYTES, ORDER);
                long end = system == 0 ? t + 3 * BYTES : r + BYTES;
                for (; r < end; r += BYTES) {
                    fromMemorySegment(SPECIES, memory, r, ORDER)
                        .sub(fromMemorySegment(SPECIES, memory, r - 2 * ROW, ORDER).mul(d0))
                        .sub(fromMemorySegment(SPECIES, memory, r - ROW, ORDER).mul(low)).mul(inverse)
                        .intoMemorySegment(memory, r, ORDER);
                }
            }
        }
    }

    @Override
    void backward(int rows) {
        long upper = this.upper;
        MemorySegment memory = this.memory;
        long tile = this.tile;
        for (int row = rows; row >= 1; row--) {
            long t = tile + (row + 1) * ROW;
            long l = upper + (row + 1) * ROW_UPPER;
            DoubleVector l4 = fromMemorySegment(SPECIES, memory, l, ORDER);
            DoubleVector l5 = fromMemorySegment(SPECIES, memory, l + BYTES, ORDER);
            for (int m = 0; m < 3 * BYTES; m += BYTES) {
                fromMemorySegment(SPECIES, memory, t + m, ORDER)
                    .sub(l5.mul(fromMemorySegment(SPECIES, memory, t + m + 2 * ROW, ORDER)))
                    .sub(l4.mul(fromMemorySegment(SPECIES, memory, t + m + ROW, ORDER)))
                    .intoMemorySegment(memory, t + m, ORDER);
            }
            for (int m = 3; m < SpConstants.UNKNOWNS; m++) {
                long at = t + m * BYTES;
                long up = l + 2 * (m - 2) * BYTES;
                fromMemorySegment(SPECIES, memory, at, ORDER)
                    .sub(fromMemorySegment(SPECIES, memory, up + BYTES, ORDER)
                    .mul(fromMemorySegment(SPECIES, memory, at + 2 * ROW, ORDER)))
                    .sub(fromMemorySegment(SPECIES, memory, up, ORDER)
                    .mul(fromMemorySegment(SPECIES, memory, at + ROW, ORDER))).intoMemorySegment(memory, at, ORDER);
            }
        }
    }
}
