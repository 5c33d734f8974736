// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import static io.shmem4j.nas.cfd.FlowLayout.H;
import static io.shmem4j.nas.cfd.FlowLayout.P;
import static io.shmem4j.nas.cfd.FlowLayout.RHO;
import static io.shmem4j.nas.cfd.FlowLayout.SPEED;
import static io.shmem4j.nas.cfd.FlowLayout.US;
import static io.shmem4j.nas.cfd.FlowLayout.VS;
import static io.shmem4j.nas.cfd.FlowLayout.WEIGHTS;
import static io.shmem4j.nas.cfd.FlowLayout.WS;
import static io.shmem4j.nas.npb.RawMemory.known;

import io.shmem4j.nas.npb.RawMemory;

/** The rows of the right-hand side number by number. */
final class ScalarRhsRows extends RhsRows {
    private static final int NEXT = Double.BYTES;

    @Override
    void derive(long from, long to, FlowLayout layout) {
        int pitch = known(layout.pitch);
        long source = known(from);
        long target = known(to);
        for (int next = 0; next < pitch; next += NEXT) {
            int i = known(next);
            long in = source + i;
            long at = target + i;
            double density = RawMemory.get(in);
            double energy = RawMemory.get(in + 4 * pitch);
            double rho = 1 / density;
            double us = RawMemory.get(in + pitch) * rho;
            double vs = RawMemory.get(in + 2 * pitch) * rho;
            double ws = RawMemory.get(in + 3 * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double p = FlowConstants.C2 * (energy - qs * density);
            RawMemory.set(at + RHO * pitch, rho);
            RawMemory.set(at + US * pitch, us);
            RawMemory.set(at + VS * pitch, vs);
            RawMemory.set(at + WS * pitch, ws);
            RawMemory.set(at + P * pitch, p);
            RawMemory.set(at + H * pitch, FlowConstants.CONZ1 * qs + FlowConstants.C1C5 * energy * rho);
            RawMemory.set(at + SPEED * pitch, Math.sqrt(FlowConstants.C1 * p * rho));
        }
    }

    /** In two loops, since the rows of both are more than there are registers for addresses. */
    @Override
    void advect(RhsRow row, FlowLayout layout, FlowConstants c) {
        advectInPlane(row, layout, c);
        advectAcross(row, layout, c);
    }

    private void advectInPlane(RhsRow row, FlowLayout layout, FlowConstants c) {
        int pitch = known(layout.pitch);
        int line = known(layout.line);
        long x = known(row.x);
        long u = known(row.u);
        long uSouth2 = known(row.uSouth2);
        long uNorth2 = known(row.uNorth2);
        long here = known(row.here) + US * pitch;
        long south = known(row.south) + VS * pitch;
        long north = known(row.north) + VS * pitch;
        long forcing = known(row.forcing);
        long rhs = known(row.rhs);
        double convection = c.convection;
        double y0 = row.y[0];
        double y1 = row.y[1];
        double y3 = row.y[3];
        double y4 = row.y[4];
        double centre = row.y[2] + row.z[2];
        for (int next = row.from, to = row.to; next < to; next += NEXT) {
            int i = known(next);
            long weights = x + i;
            double x0 = RawMemory.get(weights);
            double x1 = RawMemory.get(weights + WEIGHTS) + convection * RawMemory.get(here + i - NEXT);
            double x2 = RawMemory.get(weights + 2 * WEIGHTS) + centre;
            double x3 = RawMemory.get(weights + 3 * WEIGHTS) - convection * RawMemory.get(here + i + NEXT);
            double x4 = RawMemory.get(weights + 4 * WEIGHTS);
            double fromSouth = y1 + convection * RawMemory.get(south + i);
            double fromNorth = y3 - convection * RawMemory.get(north + i);
            for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
                int at = known(i + m * pitch);
                double along = RawMemory.get(forcing + at) + RawMemory.get(u + at - 2 * NEXT) * x0
                    + RawMemory.get(u + at - NEXT) * x1 + RawMemory.get(u + at) * x2
                    + RawMemory.get(u + at + NEXT) * x3 + RawMemory.get(u + at + 2 * NEXT) * x4;
                double across = RawMemory.get(u + at - line) * fromSouth + RawMemory.get(u + at + line) * fromNorth
                    + RawMemory.get(uSouth2 + at) * y0 + RawMemory.get(uNorth2 + at) * y4;
                RawMemory.set(rhs + at, along + across);
            }
        }
    }

    private void advectAcross(RhsRow row, FlowLayout layout, FlowConstants c) {
        int pitch = known(layout.pitch);
        long uBelow2 = known(row.uBelow2);
        long uBelow = known(row.uBelow);
        long uAbove = known(row.uAbove);
        long uAbove2 = known(row.uAbove2);
        long below = known(row.below) + WS * pitch;
        long above = known(row.above) + WS * pitch;
        long rhs = known(row.rhs);
        double convection = c.convection;
        double z0 = row.z[0];
        double z1 = row.z[1];
        double z3 = row.z[3];
        double z4 = row.z[4];
        for (int next = row.from, to = row.to; next < to; next += NEXT) {
            int i = known(next);
            double fromBelow = z1 + convection * RawMemory.get(below + i);
            double fromAbove = z3 - convection * RawMemory.get(above + i);
            for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
                int at = known(i + m * pitch);
                RawMemory.set(rhs + at, RawMemory.get(rhs + at)
                    + RawMemory.get(uBelow + at) * fromBelow + RawMemory.get(uAbove + at) * fromAbove
                    + RawMemory.get(uBelow2 + at) * z0 + RawMemory.get(uAbove2 + at) * z4);
            }
        }
    }

    /** Short loops, one for each momentum and two for the energy: one long loop takes longer. */
    @Override
    void addStress(RhsRow row, FlowLayout layout, FlowConstants c) {
        for (int direction = 0; direction < FlowConstants.DIRECTIONS; direction++) {
            addStress(row, direction, layout, c);
        }
        addHeat(row, layout, c);
        addHeatAcross(row, layout, c);
    }

    private void addStress(RhsRow row, int direction, FlowLayout layout, FlowConstants c) {
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
        double stretch = c.viscosity * (FlowConstants.CON43 - 1);
        double viscous = c.viscosity;
        double centre = -6 * c.viscosity - 2 * stretch;
        double push = c.convection;
        for (int next = row.from, to = row.to; next < to; next += NEXT) {
            int i = known(next);
            double around = RawMemory.get(here + i - NEXT) + RawMemory.get(here + i + NEXT) + RawMemory.get(south + i)
                + RawMemory.get(north + i) + RawMemory.get(below + i) + RawMemory.get(above + i);
            double ends = RawMemory.get(first + i) + RawMemory.get(last + i);
            double slope = RawMemory.get(first + pressure + i) - RawMemory.get(last + pressure + i);
            RawMemory.set(rhs + i, RawMemory.get(rhs + i) + centre * RawMemory.get(here + i) + viscous * around
                + stretch * ends + push * slope);
        }
    }

    /** What the neighbours in the plane give. */
    private void addHeat(RhsRow row, FlowLayout layout, FlowConstants c) {
        int pitch = known(layout.pitch);
        int us = US * pitch;
        int vs = VS * pitch;
        int p = P * pitch;
        int heat = H * pitch;
        long here = known(row.here);
        long rowSouth = known(row.south);
        long rowNorth = known(row.north);
        long rhs = known(row.rhs) + 4 * pitch;
        double viscous = c.viscosity;
        double kinetic = c.viscosity * FlowConstants.CON16;
        double convection = c.convection;
        for (int next = row.from, to = row.to; next < to; next += NEXT) {
            int i = known(next);
            long at = here + i;
            long south = rowSouth + i;
            long north = rowNorth + i;
            double west = RawMemory.get(at + us - NEXT);
            double east = RawMemory.get(at + us + NEXT);
            double before = RawMemory.get(south + vs);
            double behind = RawMemory.get(north + vs);
            double squares = west * west + east * east + before * before + behind * behind;
            double gain = west * RawMemory.get(at + p - NEXT) - east * RawMemory.get(at + p + NEXT)
                + before * RawMemory.get(south + p) - behind * RawMemory.get(north + p);
            double around = RawMemory.get(at + heat - NEXT) + RawMemory.get(at + heat + NEXT)
                + RawMemory.get(south + heat) + RawMemory.get(north + heat);
            RawMemory.set(rhs + i, RawMemory.get(rhs + i) + viscous * around + kinetic * squares + convection * gain);
        }
    }

    /** What the neighbours above and below give. */
    private void addHeatAcross(RhsRow row, FlowLayout layout, FlowConstants c) {
        int pitch = known(layout.pitch);
        int ws = WS * pitch;
        int p = P * pitch;
        int heat = H * pitch;
        long here = known(row.here);
        long rowBelow = known(row.below);
        long rowAbove = known(row.above);
        long rhs = known(row.rhs) + 4 * pitch;
        double viscous = c.viscosity;
        double kinetic = c.viscosity * FlowConstants.CON16;
        double convection = c.convection;
        for (int next = row.from, to = row.to; next < to; next += NEXT) {
            int i = known(next);
            long at = here + i;
            long below = rowBelow + i;
            long above = rowAbove + i;
            double u = RawMemory.get(at + US * pitch);
            double v = RawMemory.get(at + VS * pitch);
            double w = RawMemory.get(at + ws);
            double before = RawMemory.get(below + ws);
            double behind = RawMemory.get(above + ws);
            double squares = before * before + behind * behind - 2 * (u * u + v * v + w * w);
            double gain = before * RawMemory.get(below + p) - behind * RawMemory.get(above + p);
            double around = RawMemory.get(below + heat) + RawMemory.get(above + heat) - 6 * RawMemory.get(at + heat);
            RawMemory.set(rhs + i, RawMemory.get(rhs + i) + viscous * around + kinetic * squares + convection * gain);
        }
    }

    @Override
    void txinvr(RhsRow row, FlowLayout layout) {
        int pitch = known(layout.pitch);
        long here = known(row.here);
        long rhs = known(row.rhs);
        long mask = known(row.inside);
        for (int next = row.from, to = row.to; next < to; next += NEXT) {
            int i = known(next);
            long at = here + i;
            long r = rhs + i;
            double ru1 = RawMemory.get(at + RHO * pitch);
            double us = RawMemory.get(at + US * pitch);
            double vs = RawMemory.get(at + VS * pitch);
            double ws = RawMemory.get(at + WS * pitch);
            double ac = RawMemory.get(at + SPEED * pitch);
            double inside = RawMemory.get(mask + i);
            double r1 = RawMemory.get(r) * inside;
            double r2 = RawMemory.get(r + pitch) * inside;
            double r3 = RawMemory.get(r + 2 * pitch) * inside;
            double r4 = RawMemory.get(r + 3 * pitch) * inside;
            double r5 = RawMemory.get(r + 4 * pitch) * inside;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double t1 = FlowConstants.C2 / (ac * ac) * (qs * r1 - us * r2 - vs * r3 - ws * r4 + r5);
            double t2 = FlowConstants.BT * ru1 * (us * r1 - r2);
            double t3 = FlowConstants.BT * ru1 * ac * t1;
            RawMemory.set(r, r1 - t1);
            RawMemory.set(r + pitch, ru1 * (r4 - ws * r1));
            RawMemory.set(r + 2 * pitch, ru1 * (vs * r1 - r3));
            RawMemory.set(r + 3 * pitch, t3 - t2);
            RawMemory.set(r + 4 * pitch, t2 + t3);
        }
    }
}
