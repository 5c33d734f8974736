// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import static io.shmem4j.nas.sp.SpLayout.H;
import static io.shmem4j.nas.sp.SpLayout.P;
import static io.shmem4j.nas.sp.SpLayout.SPEED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The rows of the right-hand side by vectors along x.
 *
 * <p>The Vector API is called directly and not through small helpers: those stop being inlined in large loops, and the
 * vectors would become objects.
 */
final class VectorRhsRows extends RhsRows {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    @Override
    void derive(MemorySegment source, long offset, double[] u, int at, double[] derived, int d, SpLayout layout) {
        int pitch = layout.pitch;
        long bytes = 8L * pitch;
        for (int i = 0; i < pitch; i += LANES) {
            long from = offset + 8L * i;
            DoubleVector density = DoubleVector.fromMemorySegment(SPECIES, source, from, ORDER);
            DoubleVector u2 = DoubleVector.fromMemorySegment(SPECIES, source, from + bytes, ORDER);
            DoubleVector u3 = DoubleVector.fromMemorySegment(SPECIES, source, from + 2 * bytes, ORDER);
            DoubleVector u4 = DoubleVector.fromMemorySegment(SPECIES, source, from + 3 * bytes, ORDER);
            DoubleVector energy = DoubleVector.fromMemorySegment(SPECIES, source, from + 4 * bytes, ORDER);
            density.intoArray(u, at + i);
            u2.intoArray(u, at + pitch + i);
            u3.intoArray(u, at + 2 * pitch + i);
            u4.intoArray(u, at + 3 * pitch + i);
            energy.intoArray(u, at + 4 * pitch + i);
            DoubleVector rho = DoubleVector.broadcast(SPECIES, 1).div(density);
            DoubleVector us = u2.mul(rho);
            DoubleVector vs = u3.mul(rho);
            DoubleVector ws = u4.mul(rho);
            DoubleVector qs = us.mul(us).add(vs.mul(vs)).add(ws.mul(ws)).mul(0.5);
            DoubleVector p = energy.sub(qs.mul(density)).mul(SpConstants.C2);
            rho.intoArray(derived, d + i);
            us.intoArray(derived, d + SpLayout.US * pitch + i);
            vs.intoArray(derived, d + SpLayout.VS * pitch + i);
            ws.intoArray(derived, d + SpLayout.WS * pitch + i);
            p.intoArray(derived, d + P * pitch + i);
            qs.mul(SpConstants.CONZ1).add(energy.mul(rho).mul(SpConstants.C1C5))
                .intoArray(derived, d + H * pitch + i);
            p.mul(rho).mul(SpConstants.C1).sqrt().intoArray(derived, d + SPEED * pitch + i);
        }
    }

    @Override
    void stencil(double[] rhs, int r, double[] forcing, int f, double[] u, int at, int[] z, StencilWeights weights,
        SpLayout layout) {
        int pitch = layout.pitch;
        int line = layout.line;
        double[] x = weights.x;
        double[] wy = weights.y;
        double[] wz = weights.z;
        DoubleVector y0 = DoubleVector.broadcast(SPECIES, wy[0]);
        DoubleVector y1 = DoubleVector.broadcast(SPECIES, wy[1]);
        DoubleVector y3 = DoubleVector.broadcast(SPECIES, wy[3]);
        DoubleVector y4 = DoubleVector.broadcast(SPECIES, wy[4]);
        DoubleVector z0 = DoubleVector.broadcast(SPECIES, wz[0]);
        DoubleVector z1 = DoubleVector.broadcast(SPECIES, wz[1]);
        DoubleVector z3 = DoubleVector.broadcast(SPECIES, wz[3]);
        DoubleVector z4 = DoubleVector.broadcast(SPECIES, wz[4]);
        DoubleVector centre = DoubleVector.broadcast(SPECIES, wy[2] + wz[2]);
        int zm2 = z[0];
        int zm1 = z[1];
        int zp1 = z[2];
        int zp2 = z[3];
        for (int i = 0; i < pitch; i += LANES) {
            int here = at + i;
            DoubleVector sum = DoubleVector.fromArray(SPECIES, forcing, f + i);
            sum = DoubleVector.fromArray(SPECIES, x, 2 * pitch + i).add(centre)
                .fma(DoubleVector.fromArray(SPECIES, u, here), sum);
            DoubleVector along = DoubleVector.fromArray(SPECIES, x, i)
                .mul(DoubleVector.fromArray(SPECIES, u, here - 2));
            along = DoubleVector.fromArray(SPECIES, x, pitch + i)
                .fma(DoubleVector.fromArray(SPECIES, u, here - 1), along);
            along = DoubleVector.fromArray(SPECIES, x, 3 * pitch + i)
                .fma(DoubleVector.fromArray(SPECIES, u, here + 1), along);
            along = DoubleVector.fromArray(SPECIES, x, 4 * pitch + i)
                .fma(DoubleVector.fromArray(SPECIES, u, here + 2), along);
            sum = y0.fma(DoubleVector.fromArray(SPECIES, u, here - 2 * line), sum);
            sum = y1.fma(DoubleVector.fromArray(SPECIES, u, here - line), sum);
            sum = y3.fma(DoubleVector.fromArray(SPECIES, u, here + line), sum);
            sum = y4.fma(DoubleVector.fromArray(SPECIES, u, here + 2 * line), sum);
            along = z0.fma(DoubleVector.fromArray(SPECIES, u, zm2 + i), along);
            along = z1.fma(DoubleVector.fromArray(SPECIES, u, zm1 + i), along);
            along = z3.fma(DoubleVector.fromArray(SPECIES, u, zp1 + i), along);
            along = z4.fma(DoubleVector.fromArray(SPECIES, u, zp2 + i), along);
            sum.add(along).intoArray(rhs, r + i);
        }
    }

    @Override
    void flux(double[] rhs, int r, double[] u, int before, int behind, double[] derived, int dBefore, int d,
        int dBehind, int direction, SpConstants c, SpLayout layout) {
        int pitch = layout.pitch;
        int normal = (1 + direction) * pitch;
        fluxAlong(rhs, r, u, before, behind, derived, dBefore, d, dBehind, normal, c, pitch);
        int second = (1 + (direction + 1) % SpConstants.DIRECTIONS) * pitch;
        int third = (1 + (direction + 2) % SpConstants.DIRECTIONS) * pitch;
        fluxAcross(rhs, r + second, u, before + second, behind + second, derived, dBefore + second, d + second,
            dBehind + second, normal - second, c, pitch);
        fluxAcross(rhs, r + third, u, before + third, behind + third, derived, dBefore + third, d + third,
            dBehind + third, normal - third, c, pitch);
    }

    /** Density, energy, and momentum in the direction itself. */
    private static void fluxAlong(double[] rhs, int r, double[] u, int before, int behind, double[] derived,
        int dBefore, int d, int dBehind, int normal, SpConstants c, int pitch) {
        double convection = c.convection;
        double viscosity = c.viscosity;
        int energy = 4 * pitch;
        for (int i = 0; i < pitch; i += LANES) {
            DoubleVector minus = DoubleVector.fromArray(SPECIES, derived, dBefore + normal + i);
            DoubleVector here = DoubleVector.fromArray(SPECIES, derived, d + normal + i);
            DoubleVector plus = DoubleVector.fromArray(SPECIES, derived, dBehind + normal + i);
            DoubleVector pressureMinus = DoubleVector.fromArray(SPECIES, derived, dBefore + P * pitch + i);
            DoubleVector pressurePlus = DoubleVector.fromArray(SPECIES, derived, dBehind + P * pitch + i);
            DoubleVector momentumMinus = DoubleVector.fromArray(SPECIES, u, before + normal + i);
            DoubleVector momentumPlus = DoubleVector.fromArray(SPECIES, u, behind + normal + i);
            DoubleVector.fromArray(SPECIES, rhs, r + i)
                .sub(momentumPlus.sub(momentumMinus).mul(convection)).intoArray(rhs, r + i);
            DoubleVector bend = plus.add(minus).sub(here.add(here));
            DoubleVector carried = momentumPlus.fma(plus, pressurePlus)
                .sub(momentumMinus.fma(minus, pressureMinus));
            DoubleVector.fromArray(SPECIES, rhs, r + normal + i)
                .add(bend.mul(viscosity * SpConstants.CON43)).sub(carried.mul(convection))
                .intoArray(rhs, r + normal + i);
            DoubleVector conduction = DoubleVector.fromArray(SPECIES, derived, dBehind + H * pitch + i)
                .add(DoubleVector.fromArray(SPECIES, derived, dBefore + H * pitch + i));
            DoubleVector heat = DoubleVector.fromArray(SPECIES, derived, d + H * pitch + i);
            conduction = conduction.sub(heat.add(heat));
            DoubleVector dissipated = plus.mul(plus).add(minus.mul(minus)).sub(here.mul(here).mul(2));
            conduction = dissipated.mul(SpConstants.CON16).add(conduction);
            DoubleVector enthalpy = DoubleVector.fromArray(SPECIES, u, behind + energy + i).add(pressurePlus).mul(plus)
                .sub(DoubleVector.fromArray(SPECIES, u, before + energy + i).add(pressureMinus).mul(minus));
            DoubleVector.fromArray(SPECIES, rhs, r + energy + i)
                .add(conduction.mul(viscosity)).sub(enthalpy.mul(convection)).intoArray(rhs, r + energy + i);
        }
    }

    /** Momentum in another direction; {@code normal} leads from its velocity to that of the direction itself. */
    private static void fluxAcross(double[] rhs, int r, double[] u, int before, int behind, double[] derived,
        int dBefore, int d, int dBehind, int normal, SpConstants c, int pitch) {
        double convection = c.convection;
        double viscosity = c.viscosity;
        for (int i = 0; i < pitch; i += LANES) {
            DoubleVector minus = DoubleVector.fromArray(SPECIES, derived, dBefore + normal + i);
            DoubleVector plus = DoubleVector.fromArray(SPECIES, derived, dBehind + normal + i);
            DoubleVector here = DoubleVector.fromArray(SPECIES, derived, d + i);
            DoubleVector bend = DoubleVector.fromArray(SPECIES, derived, dBehind + i)
                .add(DoubleVector.fromArray(SPECIES, derived, dBefore + i)).sub(here.add(here));
            DoubleVector carried = DoubleVector.fromArray(SPECIES, u, behind + i).mul(plus)
                .sub(DoubleVector.fromArray(SPECIES, u, before + i).mul(minus));
            DoubleVector.fromArray(SPECIES, rhs, r + i).add(bend.mul(viscosity)).sub(carried.mul(convection))
                .intoArray(rhs, r + i);
        }
    }

    @Override
    void txinvr(double[] rhs, int r, double[] derived, int d, double[] mask, SpLayout layout) {
        int pitch = layout.pitch;
        DoubleVector c2 = DoubleVector.broadcast(SPECIES, SpConstants.C2);
        for (int i = 0; i < pitch; i += LANES) {
            DoubleVector inside = DoubleVector.fromArray(SPECIES, mask, i);
            DoubleVector ru1 = DoubleVector.fromArray(SPECIES, derived, d + i);
            DoubleVector us = DoubleVector.fromArray(SPECIES, derived, d + SpLayout.US * pitch + i);
            DoubleVector vs = DoubleVector.fromArray(SPECIES, derived, d + SpLayout.VS * pitch + i);
            DoubleVector ws = DoubleVector.fromArray(SPECIES, derived, d + SpLayout.WS * pitch + i);
            DoubleVector ac = DoubleVector.fromArray(SPECIES, derived, d + SPEED * pitch + i);
            DoubleVector r1 = DoubleVector.fromArray(SPECIES, rhs, r + i).mul(inside);
            DoubleVector r2 = DoubleVector.fromArray(SPECIES, rhs, r + pitch + i).mul(inside);
            DoubleVector r3 = DoubleVector.fromArray(SPECIES, rhs, r + 2 * pitch + i).mul(inside);
            DoubleVector r4 = DoubleVector.fromArray(SPECIES, rhs, r + 3 * pitch + i).mul(inside);
            DoubleVector r5 = DoubleVector.fromArray(SPECIES, rhs, r + 4 * pitch + i).mul(inside);
            DoubleVector qs = us.mul(us).add(vs.mul(vs)).add(ws.mul(ws)).mul(0.5);
            DoubleVector t1 = qs.mul(r1).sub(us.mul(r2)).sub(vs.mul(r3)).sub(ws.mul(r4)).add(r5)
                .mul(c2).div(ac.mul(ac));
            DoubleVector scaled = ru1.mul(SpConstants.BT);
            DoubleVector t2 = us.mul(r1).sub(r2).mul(scaled);
            DoubleVector t3 = scaled.mul(ac).mul(t1);
            r1.sub(t1).intoArray(rhs, r + i);
            r4.sub(ws.mul(r1)).mul(ru1).intoArray(rhs, r + pitch + i);
            vs.mul(r1).sub(r3).mul(ru1).intoArray(rhs, r + 2 * pitch + i);
            t3.sub(t2).intoArray(rhs, r + 3 * pitch + i);
            t2.add(t3).intoArray(rhs, r + 4 * pitch + i);
        }
    }
}
