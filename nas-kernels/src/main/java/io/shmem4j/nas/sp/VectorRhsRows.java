// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import static io.shmem4j.nas.npb.Ram.ALL;
import static io.shmem4j.nas.npb.Ram.known;
import static io.shmem4j.nas.sp.SpLayout.H;
import static io.shmem4j.nas.sp.SpLayout.P;
import static io.shmem4j.nas.sp.SpLayout.RHO;
import static io.shmem4j.nas.sp.SpLayout.SPEED;
import static io.shmem4j.nas.sp.SpLayout.US;
import static io.shmem4j.nas.sp.SpLayout.VS;
import static io.shmem4j.nas.sp.SpLayout.WEIGHTS;
import static io.shmem4j.nas.sp.SpLayout.WS;
import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;

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
    void derive(long from, long to, SpLayout layout) {
        int pitch = known(layout.pitch);
        long source = known(from);
        long target = known(to);
        DoubleVector one = broadcast(SPECIES, 1);
        for (int next = 0; next < pitch; next += BYTES) {
            int i = known(next);
            long in = source + i;
            long at = target + i;
            DoubleVector density = fromMemorySegment(SPECIES, ALL, in, ORDER);
            DoubleVector energy = fromMemorySegment(SPECIES, ALL, in + 4 * pitch, ORDER);
            DoubleVector rho = one.div(density);
            DoubleVector us = fromMemorySegment(SPECIES, ALL, in + pitch, ORDER).mul(rho);
            DoubleVector vs = fromMemorySegment(SPECIES, ALL, in + 2 * pitch, ORDER).mul(rho);
            DoubleVector ws = fromMemorySegment(SPECIES, ALL, in + 3 * pitch, ORDER).mul(rho);
            DoubleVector qs = us.mul(us).add(vs.mul(vs)).add(ws.mul(ws)).mul(0.5);
            DoubleVector inner = energy.sub(qs.mul(density));
            rho.intoMemorySegment(ALL, at + RHO * pitch, ORDER);
            us.intoMemorySegment(ALL, at + US * pitch, ORDER);
            vs.intoMemorySegment(ALL, at + VS * pitch, ORDER);
            ws.intoMemorySegment(ALL, at + WS * pitch, ORDER);
            inner.mul(SpConstants.C2).intoMemorySegment(ALL, at + P * pitch, ORDER);
            qs.mul(SpConstants.CONZ1).add(energy.mul(rho).mul(SpConstants.C1C5))
                .intoMemorySegment(ALL, at + H * pitch, ORDER);
            inner.mul(rho).mul(SpConstants.C1 * SpConstants.C2).sqrt()
                .intoMemorySegment(ALL, at + SPEED * pitch, ORDER);
        }
    }

    @Override
    void advect(RhsRow row, SpLayout layout, SpConstants c) {
        int pitch = known(layout.pitch);
        int line = known(layout.line);
        long x = known(row.x);
        long u = known(row.u);
        long uSouth2 = known(row.uSouth2);
        long uNorth2 = known(row.uNorth2);
        long uBelow2 = known(row.uBelow2);
        long uBelow = known(row.uBelow);
        long uAbove = known(row.uAbove);
        long uAbove2 = known(row.uAbove2);
        long here = known(row.here) + US * pitch;
        long south = known(row.south) + VS * pitch;
        long north = known(row.north) + VS * pitch;
        long below = known(row.below) + WS * pitch;
        long above = known(row.above) + WS * pitch;
        long forcing = known(row.forcing);
        long rhs = known(row.rhs);
        DoubleVector in = broadcast(SPECIES, c.convection);
        DoubleVector out = broadcast(SPECIES, -c.convection);
        double[] y = row.y;
        double[] z = row.z;
        DoubleVector y0 = broadcast(SPECIES, y[0]);
        DoubleVector y4 = broadcast(SPECIES, y[4]);
        DoubleVector z0 = broadcast(SPECIES, z[0]);
        DoubleVector z4 = broadcast(SPECIES, z[4]);
        for (int next = row.from, to = row.to; next < to; next += BYTES) {
            int i = known(next);
            long weights = x + i;
            DoubleVector x0 = fromMemorySegment(SPECIES, ALL, weights, ORDER);
            DoubleVector x1 = fromMemorySegment(SPECIES, ALL, here + i - NEXT, ORDER)
                .fma(in, fromMemorySegment(SPECIES, ALL, weights + WEIGHTS, ORDER));
            DoubleVector x2 = fromMemorySegment(SPECIES, ALL, weights + 2 * WEIGHTS, ORDER).add(y[2] + z[2]);
            DoubleVector x3 = fromMemorySegment(SPECIES, ALL, here + i + NEXT, ORDER)
                .fma(out, fromMemorySegment(SPECIES, ALL, weights + 3 * WEIGHTS, ORDER));
            DoubleVector x4 = fromMemorySegment(SPECIES, ALL, weights + 4 * WEIGHTS, ORDER);
            DoubleVector fromSouth = fromMemorySegment(SPECIES, ALL, south + i, ORDER).mul(in).add(y[1]);
            DoubleVector fromNorth = fromMemorySegment(SPECIES, ALL, north + i, ORDER).mul(out).add(y[3]);
            DoubleVector fromBelow = fromMemorySegment(SPECIES, ALL, below + i, ORDER).mul(in).add(z[1]);
            DoubleVector fromAbove = fromMemorySegment(SPECIES, ALL, above + i, ORDER).mul(out).add(z[3]);
            for (int m = 0; m < SpConstants.UNKNOWNS; m++) {
                int at = known(i + m * pitch);
                DoubleVector along = fromMemorySegment(SPECIES, ALL, u + at - 2 * NEXT, ORDER)
                    .fma(x0, fromMemorySegment(SPECIES, ALL, forcing + at, ORDER));
                along = fromMemorySegment(SPECIES, ALL, u + at - NEXT, ORDER).fma(x1, along);
                along = fromMemorySegment(SPECIES, ALL, u + at, ORDER).fma(x2, along);
                along = fromMemorySegment(SPECIES, ALL, u + at + NEXT, ORDER).fma(x3, along);
                along = fromMemorySegment(SPECIES, ALL, u + at + 2 * NEXT, ORDER).fma(x4, along);
                DoubleVector across = fromMemorySegment(SPECIES, ALL, u + at - line, ORDER).mul(fromSouth);
                across = fromMemorySegment(SPECIES, ALL, u + at + line, ORDER).fma(fromNorth, across);
                across = fromMemorySegment(SPECIES, ALL, uSouth2 + at, ORDER).fma(y0, across);
                across = fromMemorySegment(SPECIES, ALL, uNorth2 + at, ORDER).fma(y4, across);
                across = fromMemorySegment(SPECIES, ALL, uBelow + at, ORDER).fma(fromBelow, across);
                across = fromMemorySegment(SPECIES, ALL, uAbove + at, ORDER).fma(fromAbove, across);
                across = fromMemorySegment(SPECIES, ALL, uBelow2 + at, ORDER).fma(z0, across);
                across = fromMemorySegment(SPECIES, ALL, uAbove2 + at, ORDER).fma(z4, across);
                along.add(across).intoMemorySegment(ALL, rhs + at, ORDER);
            }
        }
    }

    @Override
    void addStress(RhsRow row, int direction, SpLayout layout, SpConstants c) {
        int pitch = known(layout.pitch);
        int velocity = known((US + direction) * pitch);
        int pressure = P * pitch - velocity;
        long here = known(row.here) + velocity;
        long south = known(row.south) + velocity;
        long north = known(row.north) + velocity;
        long below = known(row.below) + velocity;
        long above = known(row.above) + velocity;
        long first = known(direction == 0 ? row.here - NEXT : direction == 1 ? row.south : row.below) + velocity;
        long last = known(direction == 0 ? row.here + NEXT : direction == 1 ? row.north : row.above) + velocity;
        long rhs = known(row.rhs) + known((1 + direction) * pitch);
        double stretch = c.viscosity * (SpConstants.CON43 - 1);
        DoubleVector along = broadcast(SPECIES, stretch);
        DoubleVector viscous = broadcast(SPECIES, c.viscosity);
        DoubleVector centre = broadcast(SPECIES, -6 * c.viscosity - 2 * stretch);
        DoubleVector push = broadcast(SPECIES, c.convection);
        for (int next = row.from, to = row.to; next < to; next += BYTES) {
            int i = known(next);
            DoubleVector around = fromMemorySegment(SPECIES, ALL, here + i - NEXT, ORDER)
                .add(fromMemorySegment(SPECIES, ALL, here + i + NEXT, ORDER))
                .add(fromMemorySegment(SPECIES, ALL, south + i, ORDER))
                .add(fromMemorySegment(SPECIES, ALL, north + i, ORDER))
                .add(fromMemorySegment(SPECIES, ALL, below + i, ORDER))
                .add(fromMemorySegment(SPECIES, ALL, above + i, ORDER));
            DoubleVector ends = fromMemorySegment(SPECIES, ALL, first + i, ORDER)
                .add(fromMemorySegment(SPECIES, ALL, last + i, ORDER));
            DoubleVector slope = fromMemorySegment(SPECIES, ALL, first + pressure + i, ORDER)
                .sub(fromMemorySegment(SPECIES, ALL, last + pressure + i, ORDER));
            DoubleVector sum = fromMemorySegment(SPECIES, ALL, here + i, ORDER)
                .fma(centre, fromMemorySegment(SPECIES, ALL, rhs + i, ORDER));
            slope.fma(push, ends.fma(along, around.fma(viscous, sum))).intoMemorySegment(ALL, rhs + i, ORDER);
        }
    }

    @Override
    void addHeat(RhsRow row, SpLayout layout, SpConstants c) {
        int pitch = known(layout.pitch);
        int us = US * pitch;
        int vs = VS * pitch;
        int p = P * pitch;
        int heat = H * pitch;
        long here = known(row.here);
        long rowSouth = known(row.south);
        long rowNorth = known(row.north);
        long rhs = known(row.rhs) + 4 * pitch;
        DoubleVector viscous = broadcast(SPECIES, c.viscosity);
        DoubleVector kinetic = broadcast(SPECIES, c.viscosity * SpConstants.CON16);
        DoubleVector convection = broadcast(SPECIES, c.convection);
        for (int next = row.from, to = row.to; next < to; next += BYTES) {
            int i = known(next);
            long at = here + i;
            long south = rowSouth + i;
            long north = rowNorth + i;
            DoubleVector before = fromMemorySegment(SPECIES, ALL, at + us - NEXT, ORDER);
            DoubleVector behind = fromMemorySegment(SPECIES, ALL, at + us + NEXT, ORDER);
            DoubleVector squares = behind.fma(behind, before.mul(before));
            DoubleVector gain = before.mul(fromMemorySegment(SPECIES, ALL, at + p - NEXT, ORDER));
            DoubleVector loss = behind.mul(fromMemorySegment(SPECIES, ALL, at + p + NEXT, ORDER));
            before = fromMemorySegment(SPECIES, ALL, south + vs, ORDER);
            behind = fromMemorySegment(SPECIES, ALL, north + vs, ORDER);
            squares = behind.fma(behind, before.fma(before, squares));
            gain = before.fma(fromMemorySegment(SPECIES, ALL, south + p, ORDER), gain);
            loss = behind.fma(fromMemorySegment(SPECIES, ALL, north + p, ORDER), loss);
            DoubleVector around = fromMemorySegment(SPECIES, ALL, at + heat - NEXT, ORDER)
                .add(fromMemorySegment(SPECIES, ALL, at + heat + NEXT, ORDER))
                .add(fromMemorySegment(SPECIES, ALL, south + heat, ORDER))
                .add(fromMemorySegment(SPECIES, ALL, north + heat, ORDER));
            DoubleVector sum = around.fma(viscous, fromMemorySegment(SPECIES, ALL, rhs + i, ORDER));
            gain.sub(loss).fma(convection, squares.fma(kinetic, sum)).intoMemorySegment(ALL, rhs + i, ORDER);
        }
    }

    @Override
    void addHeatAcross(RhsRow row, SpLayout layout, SpConstants c) {
        int pitch = known(layout.pitch);
        int ws = WS * pitch;
        int p = P * pitch;
        int heat = H * pitch;
        long here = known(row.here);
        long rowBelow = known(row.below);
        long rowAbove = known(row.above);
        long rhs = known(row.rhs) + 4 * pitch;
        DoubleVector viscous = broadcast(SPECIES, c.viscosity);
        DoubleVector centre = broadcast(SPECIES, -6 * c.viscosity);
        DoubleVector kinetic = broadcast(SPECIES, c.viscosity * SpConstants.CON16);
        DoubleVector convection = broadcast(SPECIES, c.convection);
        for (int next = row.from, to = row.to; next < to; next += BYTES) {
            int i = known(next);
            long at = here + i;
            long below = rowBelow + i;
            long above = rowAbove + i;
            DoubleVector u = fromMemorySegment(SPECIES, ALL, at + US * pitch, ORDER);
            DoubleVector v = fromMemorySegment(SPECIES, ALL, at + VS * pitch, ORDER);
            DoubleVector w = fromMemorySegment(SPECIES, ALL, at + ws, ORDER);
            DoubleVector squares = w.fma(w, v.fma(v, u.mul(u))).mul(-2);
            DoubleVector before = fromMemorySegment(SPECIES, ALL, below + ws, ORDER);
            DoubleVector behind = fromMemorySegment(SPECIES, ALL, above + ws, ORDER);
            squares = behind.fma(behind, before.fma(before, squares));
            DoubleVector gain = before.mul(fromMemorySegment(SPECIES, ALL, below + p, ORDER));
            DoubleVector loss = behind.mul(fromMemorySegment(SPECIES, ALL, above + p, ORDER));
            DoubleVector sum = fromMemorySegment(SPECIES, ALL, below + heat, ORDER)
                .add(fromMemorySegment(SPECIES, ALL, above + heat, ORDER))
                .fma(viscous, fromMemorySegment(SPECIES, ALL, rhs + i, ORDER));
            sum = fromMemorySegment(SPECIES, ALL, at + heat, ORDER).fma(centre, sum);
            gain.sub(loss).fma(convection, squares.fma(kinetic, sum)).intoMemorySegment(ALL, rhs + i, ORDER);
        }
    }

    @Override
    void txinvr(RhsRow row, SpLayout layout) {
        int pitch = known(layout.pitch);
        long here = known(row.here);
        long rhs = known(row.rhs);
        long mask = known(row.inside);
        for (int next = row.from, to = row.to; next < to; next += BYTES) {
            int i = known(next);
            long at = here + i;
            long r = rhs + i;
            DoubleVector ru1 = fromMemorySegment(SPECIES, ALL, at + RHO * pitch, ORDER);
            DoubleVector us = fromMemorySegment(SPECIES, ALL, at + US * pitch, ORDER);
            DoubleVector vs = fromMemorySegment(SPECIES, ALL, at + VS * pitch, ORDER);
            DoubleVector ws = fromMemorySegment(SPECIES, ALL, at + WS * pitch, ORDER);
            DoubleVector ac = fromMemorySegment(SPECIES, ALL, at + SPEED * pitch, ORDER);
            DoubleVector inside = fromMemorySegment(SPECIES, ALL, mask + i, ORDER);
            DoubleVector r1 = fromMemorySegment(SPECIES, ALL, r, ORDER).mul(inside);
            DoubleVector r2 = fromMemorySegment(SPECIES, ALL, r + pitch, ORDER).mul(inside);
            DoubleVector r3 = fromMemorySegment(SPECIES, ALL, r + 2 * pitch, ORDER).mul(inside);
            DoubleVector r4 = fromMemorySegment(SPECIES, ALL, r + 3 * pitch, ORDER).mul(inside);
            DoubleVector r5 = fromMemorySegment(SPECIES, ALL, r + 4 * pitch, ORDER).mul(inside);
            DoubleVector qs = ws.fma(ws, vs.fma(vs, us.mul(us))).mul(0.5);
            DoubleVector flow = ws.fma(r4, vs.fma(r3, us.mul(r2)));
            DoubleVector t1 = qs.fma(r1, r5).sub(flow)
                .mul(SpConstants.C2).div(ac.mul(ac));
            DoubleVector scaled = ru1.mul(SpConstants.BT);
            DoubleVector t2 = us.mul(r1).sub(r2).mul(scaled);
            DoubleVector t3 = scaled.mul(ac).mul(t1);
            r1.sub(t1).intoMemorySegment(ALL, r, ORDER);
            r4.sub(ws.mul(r1)).mul(ru1).intoMemorySegment(ALL, r + pitch, ORDER);
            vs.mul(r1).sub(r3).mul(ru1).intoMemorySegment(ALL, r + 2 * pitch, ORDER);
            t3.sub(t2).intoMemorySegment(ALL, r + 3 * pitch, ORDER);
            t2.add(t3).intoMemorySegment(ALL, r + 4 * pitch, ORDER);
        }
    }
}
