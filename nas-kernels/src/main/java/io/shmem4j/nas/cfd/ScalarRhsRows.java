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
import static io.shmem4j.nas.npb.Ram.known;

import io.shmem4j.nas.npb.Ram;

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
            double density = Ram.get(in);
            double energy = Ram.get(in + 4 * pitch);
            double rho = 1 / density;
            double us = Ram.get(in + pitch) * rho;
            double vs = Ram.get(in + 2 * pitch) * rho;
            double ws = Ram.get(in + 3 * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double p = FlowConstants.C2 * (energy - qs * density);
            Ram.set(at + RHO * pitch, rho);
            Ram.set(at + US * pitch, us);
            Ram.set(at + VS * pitch, vs);
            Ram.set(at + WS * pitch, ws);
            Ram.set(at + P * pitch, p);
            Ram.set(at + H * pitch, FlowConstants.CONZ1 * qs + FlowConstants.C1C5 * energy * rho);
            Ram.set(at + SPEED * pitch, Math.sqrt(FlowConstants.C1 * p * rho));
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
            double x0 = Ram.get(weights);
            double x1 = Ram.get(weights + WEIGHTS) + convection * Ram.get(here + i - NEXT);
            double x2 = Ram.get(weights + 2 * WEIGHTS) + centre;
            double x3 = Ram.get(weights + 3 * WEIGHTS) - convection * Ram.get(here + i + NEXT);
            double x4 = Ram.get(weights + 4 * WEIGHTS);
            double fromSouth = y1 + convection * Ram.get(south + i);
            double fromNorth = y3 - convection * Ram.get(north + i);
            for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
                int at = known(i + m * pitch);
                double along = Ram.get(forcing + at) + Ram.get(u + at - 2 * NEXT) * x0 + Ram.get(u + at - NEXT) * x1
                    + Ram.get(u + at) * x2 + Ram.get(u + at + NEXT) * x3 + Ram.get(u + at + 2 * NEXT) * x4;
                double across = Ram.get(u + at - line) * fromSouth + Ram.get(u + at + line) * fromNorth
                    + Ram.get(uSouth2 + at) * y0 + Ram.get(uNorth2 + at) * y4;
                Ram.set(rhs + at, along + across);
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
            double fromBelow = z1 + convection * Ram.get(below + i);
            double fromAbove = z3 - convection * Ram.get(above + i);
            for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
                int at = known(i + m * pitch);
                Ram.set(rhs + at, Ram.get(rhs + at)
                    + Ram.get(uBelow + at) * fromBelow + Ram.get(uAbove + at) * fromAbove
                    + Ram.get(uBelow2 + at) * z0 + Ram.get(uAbove2 + at) * z4);
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
            double around = Ram.get(here + i - NEXT) + Ram.get(here + i + NEXT) + Ram.get(south + i)
                + Ram.get(north + i) + Ram.get(below + i) + Ram.get(above + i);
            double ends = Ram.get(first + i) + Ram.get(last + i);
            double slope = Ram.get(first + pressure + i) - Ram.get(last + pressure + i);
            Ram.set(rhs + i, Ram.get(rhs + i) + centre * Ram.get(here + i) + viscous * around + stretch * ends
                + push * slope);
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
            double west = Ram.get(at + us - NEXT);
            double east = Ram.get(at + us + NEXT);
            double before = Ram.get(south + vs);
            double behind = Ram.get(north + vs);
            double squares = west * west + east * east + before * before + behind * behind;
            double gain = west * Ram.get(at + p - NEXT) - east * Ram.get(at + p + NEXT)
                + before * Ram.get(south + p) - behind * Ram.get(north + p);
            double around = Ram.get(at + heat - NEXT) + Ram.get(at + heat + NEXT) + Ram.get(south + heat)
                + Ram.get(north + heat);
            Ram.set(rhs + i, Ram.get(rhs + i) + viscous * around + kinetic * squares + convection * gain);
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
            double u = Ram.get(at + US * pitch);
            double v = Ram.get(at + VS * pitch);
            double w = Ram.get(at + ws);
            double before = Ram.get(below + ws);
            double behind = Ram.get(above + ws);
            double squares = before * before + behind * behind - 2 * (u * u + v * v + w * w);
            double gain = before * Ram.get(below + p) - behind * Ram.get(above + p);
            double around = Ram.get(below + heat) + Ram.get(above + heat) - 6 * Ram.get(at + heat);
            Ram.set(rhs + i, Ram.get(rhs + i) + viscous * around + kinetic * squares + convection * gain);
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
            double ru1 = Ram.get(at + RHO * pitch);
            double us = Ram.get(at + US * pitch);
            double vs = Ram.get(at + VS * pitch);
            double ws = Ram.get(at + WS * pitch);
            double ac = Ram.get(at + SPEED * pitch);
            double inside = Ram.get(mask + i);
            double r1 = Ram.get(r) * inside;
            double r2 = Ram.get(r + pitch) * inside;
            double r3 = Ram.get(r + 2 * pitch) * inside;
            double r4 = Ram.get(r + 3 * pitch) * inside;
            double r5 = Ram.get(r + 4 * pitch) * inside;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double t1 = FlowConstants.C2 / (ac * ac) * (qs * r1 - us * r2 - vs * r3 - ws * r4 + r5);
            double t2 = FlowConstants.BT * ru1 * (us * r1 - r2);
            double t3 = FlowConstants.BT * ru1 * ac * t1;
            Ram.set(r, r1 - t1);
            Ram.set(r + pitch, ru1 * (r4 - ws * r1));
            Ram.set(r + 2 * pitch, ru1 * (vs * r1 - r3));
            Ram.set(r + 3 * pitch, t3 - t2);
            Ram.set(r + 4 * pitch, t2 + t3);
        }
    }
}
