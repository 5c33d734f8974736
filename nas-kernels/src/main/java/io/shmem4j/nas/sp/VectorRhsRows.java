// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import static io.shmem4j.nas.sp.SpLayout.H;
import static io.shmem4j.nas.sp.SpLayout.P;
import static io.shmem4j.nas.sp.SpLayout.RHO;
import static io.shmem4j.nas.sp.SpLayout.SPEED;
import static io.shmem4j.nas.sp.SpLayout.US;
import static io.shmem4j.nas.sp.SpLayout.VS;
import static io.shmem4j.nas.sp.SpLayout.WS;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;

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
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final int BYTES = SPECIES.vectorByteSize();
    private static final int NEXT = Double.BYTES;

    @Override
    void derive(MemorySegment source, long offset, MemorySegment memory, long to, SpLayout layout) {
        int pitch = layout.pitch;
        for (int i = 0; i < pitch; i += BYTES) {
            long from = offset + i;
            long at = to + i;
            DoubleVector density = fromMemorySegment(SPECIES, source, from, ORDER);
            DoubleVector u2 = fromMemorySegment(SPECIES, source, from + pitch, ORDER);
            DoubleVector u3 = fromMemorySegment(SPECIES, source, from + 2L * pitch, ORDER);
            DoubleVector u4 = fromMemorySegment(SPECIES, source, from + 3L * pitch, ORDER);
            DoubleVector energy = fromMemorySegment(SPECIES, source, from + 4L * pitch, ORDER);
            density.intoMemorySegment(memory, at, ORDER);
            u2.intoMemorySegment(memory, at + pitch, ORDER);
            u3.intoMemorySegment(memory, at + 2L * pitch, ORDER);
            u4.intoMemorySegment(memory, at + 3L * pitch, ORDER);
            energy.intoMemorySegment(memory, at + 4L * pitch, ORDER);
            DoubleVector rho = DoubleVector.broadcast(SPECIES, 1).div(density);
            DoubleVector us = u2.mul(rho);
            DoubleVector vs = u3.mul(rho);
            DoubleVector ws = u4.mul(rho);
            DoubleVector qs = us.mul(us).add(vs.mul(vs)).add(ws.mul(ws)).mul(0.5);
            DoubleVector p = energy.sub(qs.mul(density)).mul(SpConstants.C2);
            rho.intoMemorySegment(memory, at + RHO * pitch, ORDER);
            us.intoMemorySegment(memory, at + US * pitch, ORDER);
            vs.intoMemorySegment(memory, at + VS * pitch, ORDER);
            ws.intoMemorySegment(memory, at + WS * pitch, ORDER);
            p.intoMemorySegment(memory, at + P * pitch, ORDER);
            qs.mul(SpConstants.CONZ1).add(energy.mul(rho).mul(SpConstants.C1C5))
                .intoMemorySegment(memory, at + H * pitch, ORDER);
            p.mul(rho).mul(SpConstants.C1).sqrt().intoMemorySegment(memory, at + SPEED * pitch, ORDER);
        }
    }

    @Override
    void advect(MemorySegment memory, RhsRow row, int unknown, SpLayout layout, SpConstants c) {
        int pitch = layout.pitch;
        int group = layout.group;
        long m = (long) unknown * pitch;
        long x = row.x;
        long here = row.here + m;
        long below = row.below + m;
        long above = row.above + m;
        long below2 = row.below2 + m;
        long above2 = row.above2 + m;
        long us = US * pitch - m;
        long vs = VS * pitch - m;
        long ws = WS * pitch - m;
        long forcing = row.forcing + m;
        long rhs = row.rhs + m;
        double y0 = row.y[0];
        double y1 = row.y[1];
        double y3 = row.y[3];
        double y4 = row.y[4];
        double z0 = row.z[0];
        double z1 = row.z[1];
        double z3 = row.z[3];
        double z4 = row.z[4];
        double centre = row.y[2] + row.z[2];
        double convection = -c.convection;
        for (int i = row.from, to = row.to; i < to; i += BYTES) {
            long at = here + i;
            DoubleVector minus = fromMemorySegment(SPECIES, memory, at - NEXT, ORDER);
            DoubleVector plus = fromMemorySegment(SPECIES, memory, at + NEXT, ORDER);
            DoubleVector sum = fromMemorySegment(SPECIES, memory, x + i, ORDER)
                .mul(fromMemorySegment(SPECIES, memory, at - 2 * NEXT, ORDER));
            sum = fromMemorySegment(SPECIES, memory, x + pitch + i, ORDER).fma(minus, sum);
            sum = fromMemorySegment(SPECIES, memory, x + 2L * pitch + i, ORDER).add(centre)
                .fma(fromMemorySegment(SPECIES, memory, at, ORDER), sum);
            sum = fromMemorySegment(SPECIES, memory, x + 3L * pitch + i, ORDER).fma(plus, sum);
            sum = fromMemorySegment(SPECIES, memory, x + 4L * pitch + i, ORDER)
                .fma(fromMemorySegment(SPECIES, memory, at + 2 * NEXT, ORDER), sum);
            DoubleVector flow = plus.mul(fromMemorySegment(SPECIES, memory, at + us + NEXT, ORDER))
                .sub(minus.mul(fromMemorySegment(SPECIES, memory, at + us - NEXT, ORDER)));
            minus = fromMemorySegment(SPECIES, memory, at - group, ORDER);
            plus = fromMemorySegment(SPECIES, memory, at + group, ORDER);
            sum = sum.add(fromMemorySegment(SPECIES, memory, forcing + i, ORDER)).add(minus.mul(y1))
                .add(plus.mul(y3)).add(fromMemorySegment(SPECIES, memory, at - 2L * group, ORDER).mul(y0))
                .add(fromMemorySegment(SPECIES, memory, at + 2L * group, ORDER).mul(y4));
            flow = flow.add(plus.mul(fromMemorySegment(SPECIES, memory, at + group + vs, ORDER)))
                .sub(minus.mul(fromMemorySegment(SPECIES, memory, at - group + vs, ORDER)));
            minus = fromMemorySegment(SPECIES, memory, below + i, ORDER);
            plus = fromMemorySegment(SPECIES, memory, above + i, ORDER);
            sum = sum.add(minus.mul(z1)).add(plus.mul(z3))
                .add(fromMemorySegment(SPECIES, memory, below2 + i, ORDER).mul(z0))
                .add(fromMemorySegment(SPECIES, memory, above2 + i, ORDER).mul(z4));
            flow = flow.add(plus.mul(fromMemorySegment(SPECIES, memory, above + ws + i, ORDER)))
                .sub(minus.mul(fromMemorySegment(SPECIES, memory, below + ws + i, ORDER)));
            sum.add(flow.mul(convection)).intoMemorySegment(memory, rhs + i, ORDER);
        }
    }

    @Override
    void addStress(MemorySegment memory, RhsRow row, SpLayout layout, SpConstants c) {
        int pitch = layout.pitch;
        long p = row.here + P * pitch;
        addStress(memory, row, 0, p - NEXT, p + NEXT, layout, c);
        addStress(memory, row, 1, p - layout.group, p + layout.group, layout, c);
        addStress(memory, row, 2, row.below + P * pitch, row.above + P * pitch, layout, c);
    }

    /** Adds to the momentum in a direction; {@code before} and {@code behind}: pressure next to the row there. */
    private static void addStress(MemorySegment memory, RhsRow row, int direction, long before, long behind,
        SpLayout layout, SpConstants c) {
        int pitch = layout.pitch;
        int group = layout.group;
        long velocity = (long) (US + direction) * pitch;
        long here = row.here + velocity;
        long below = row.below + velocity;
        long above = row.above + velocity;
        long own = velocity - P * pitch;
        long rhs = row.rhs + (long) (1 + direction) * pitch;
        double viscosity = c.viscosity;
        double stretch = c.viscosity * (SpConstants.CON43 - 1);
        double convection = c.convection;
        for (int i = row.from, to = row.to; i < to; i += BYTES) {
            long at = here + i;
            DoubleVector twice = fromMemorySegment(SPECIES, memory, at, ORDER).mul(2);
            DoubleVector bend = fromMemorySegment(SPECIES, memory, at - NEXT, ORDER)
                .add(fromMemorySegment(SPECIES, memory, at + NEXT, ORDER))
                .add(fromMemorySegment(SPECIES, memory, at - group, ORDER))
                .add(fromMemorySegment(SPECIES, memory, at + group, ORDER))
                .add(fromMemorySegment(SPECIES, memory, below + i, ORDER))
                .add(fromMemorySegment(SPECIES, memory, above + i, ORDER)).sub(twice.mul(3));
            DoubleVector along = fromMemorySegment(SPECIES, memory, before + own + i, ORDER)
                .add(fromMemorySegment(SPECIES, memory, behind + own + i, ORDER)).sub(twice);
            DoubleVector push = fromMemorySegment(SPECIES, memory, behind + i, ORDER)
                .sub(fromMemorySegment(SPECIES, memory, before + i, ORDER));
            fromMemorySegment(SPECIES, memory, rhs + i, ORDER).add(bend.mul(viscosity)).add(along.mul(stretch))
                .sub(push.mul(convection)).intoMemorySegment(memory, rhs + i, ORDER);
        }
    }

    @Override
    void addHeat(MemorySegment memory, RhsRow row, SpLayout layout, SpConstants c) {
        int pitch = layout.pitch;
        int group = layout.group;
        long heat = H * pitch;
        long p = P * pitch;
        long us = US * pitch;
        long vs = VS * pitch;
        long ws = WS * pitch;
        long rhs = row.rhs + 4L * pitch;
        long here = row.here;
        long rowBelow = row.below;
        long rowAbove = row.above;
        double viscosity = c.viscosity;
        double convection = c.convection;
        for (int i = row.from, to = row.to; i < to; i += BYTES) {
            long at = here + i;
            long below = rowBelow + i;
            long above = rowAbove + i;
            DoubleVector minus = fromMemorySegment(SPECIES, memory, at + us - NEXT, ORDER);
            DoubleVector plus = fromMemorySegment(SPECIES, memory, at + us + NEXT, ORDER);
            DoubleVector squares = minus.mul(minus).add(plus.mul(plus));
            DoubleVector work = plus.mul(fromMemorySegment(SPECIES, memory, at + p + NEXT, ORDER))
                .sub(minus.mul(fromMemorySegment(SPECIES, memory, at + p - NEXT, ORDER)));
            minus = fromMemorySegment(SPECIES, memory, at + vs - group, ORDER);
            plus = fromMemorySegment(SPECIES, memory, at + vs + group, ORDER);
            squares = squares.add(minus.mul(minus)).add(plus.mul(plus));
            work = work.add(plus.mul(fromMemorySegment(SPECIES, memory, at + p + group, ORDER)))
                .sub(minus.mul(fromMemorySegment(SPECIES, memory, at + p - group, ORDER)));
            minus = fromMemorySegment(SPECIES, memory, below + ws, ORDER);
            plus = fromMemorySegment(SPECIES, memory, above + ws, ORDER);
            squares = squares.add(minus.mul(minus)).add(plus.mul(plus));
            work = work.add(plus.mul(fromMemorySegment(SPECIES, memory, above + p, ORDER)))
                .sub(minus.mul(fromMemorySegment(SPECIES, memory, below + p, ORDER)));
            DoubleVector u = fromMemorySegment(SPECIES, memory, at + us, ORDER);
            DoubleVector v = fromMemorySegment(SPECIES, memory, at + vs, ORDER);
            DoubleVector w = fromMemorySegment(SPECIES, memory, at + ws, ORDER);
            squares = squares.sub(u.mul(u).add(v.mul(v)).add(w.mul(w)).mul(2));
            at += heat;
            DoubleVector bend = fromMemorySegment(SPECIES, memory, at - NEXT, ORDER)
                .add(fromMemorySegment(SPECIES, memory, at + NEXT, ORDER))
                .add(fromMemorySegment(SPECIES, memory, at - group, ORDER))
                .add(fromMemorySegment(SPECIES, memory, at + group, ORDER))
                .add(fromMemorySegment(SPECIES, memory, below + heat, ORDER))
                .add(fromMemorySegment(SPECIES, memory, above + heat, ORDER))
                .sub(fromMemorySegment(SPECIES, memory, at, ORDER).mul(6));
            fromMemorySegment(SPECIES, memory, rhs + i, ORDER)
                .add(squares.mul(SpConstants.CON16).add(bend).mul(viscosity)).sub(work.mul(convection))
                .intoMemorySegment(memory, rhs + i, ORDER);
        }
    }

    @Override
    void txinvr(MemorySegment memory, RhsRow row, SpLayout layout) {
        int pitch = layout.pitch;
        long here = row.here;
        long rhs = row.rhs;
        long mask = row.inside;
        for (int i = row.from, to = row.to; i < to; i += BYTES) {
            long at = here + i;
            long r = rhs + i;
            DoubleVector inside = fromMemorySegment(SPECIES, memory, mask + i, ORDER);
            DoubleVector ru1 = fromMemorySegment(SPECIES, memory, at + RHO * pitch, ORDER);
            DoubleVector us = fromMemorySegment(SPECIES, memory, at + US * pitch, ORDER);
            DoubleVector vs = fromMemorySegment(SPECIES, memory, at + VS * pitch, ORDER);
            DoubleVector ws = fromMemorySegment(SPECIES, memory, at + WS * pitch, ORDER);
            DoubleVector ac = fromMemorySegment(SPECIES, memory, at + SPEED * pitch, ORDER);
            DoubleVector r1 = fromMemorySegment(SPECIES, memory, r, ORDER).mul(inside);
            DoubleVector r2 = fromMemorySegment(SPECIES, memory, r + pitch, ORDER).mul(inside);
            DoubleVector r3 = fromMemorySegment(SPECIES, memory, r + 2L * pitch, ORDER).mul(inside);
            DoubleVector r4 = fromMemorySegment(SPECIES, memory, r + 3L * pitch, ORDER).mul(inside);
            DoubleVector r5 = fromMemorySegment(SPECIES, memory, r + 4L * pitch, ORDER).mul(inside);
            DoubleVector qs = us.mul(us).add(vs.mul(vs)).add(ws.mul(ws)).mul(0.5);
            DoubleVector t1 = qs.mul(r1).sub(us.mul(r2)).sub(vs.mul(r3)).sub(ws.mul(r4)).add(r5).mul(SpConstants.C2)
                .div(ac.mul(ac));
            DoubleVector scaled = ru1.mul(SpConstants.BT);
            DoubleVector t2 = us.mul(r1).sub(r2).mul(scaled);
            DoubleVector t3 = scaled.mul(ac).mul(t1);
            r1.sub(t1).intoMemorySegment(memory, r, ORDER);
            r4.sub(ws.mul(r1)).mul(ru1).intoMemorySegment(memory, r + pitch, ORDER);
            vs.mul(r1).sub(r3).mul(ru1).intoMemorySegment(memory, r + 2L * pitch, ORDER);
            t3.sub(t2).intoMemorySegment(memory, r + 3L * pitch, ORDER);
            t2.add(t3).intoMemorySegment(memory, r + 4L * pitch, ORDER);
        }
    }
}
