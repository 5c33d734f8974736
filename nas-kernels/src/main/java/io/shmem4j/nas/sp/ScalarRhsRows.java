// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import static io.shmem4j.nas.sp.SpLayout.H;
import static io.shmem4j.nas.sp.SpLayout.P;
import static io.shmem4j.nas.sp.SpLayout.RHO;
import static io.shmem4j.nas.sp.SpLayout.SPEED;
import static io.shmem4j.nas.sp.SpLayout.US;
import static io.shmem4j.nas.sp.SpLayout.VS;
import static io.shmem4j.nas.sp.SpLayout.WS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;

/** The rows of the right-hand side number by number. */
final class ScalarRhsRows extends RhsRows {
    private static final int NEXT = Double.BYTES;

    @Override
    void derive(MemorySegment source, long offset, MemorySegment memory, long to, SpLayout layout) {
        int pitch = layout.pitch;
        MemorySegment.copy(source, offset, memory, to, layout.line);
        for (int i = 0; i < pitch; i += NEXT) {
            long at = to + i;
            double density = memory.get(JAVA_DOUBLE, at);
            double energy = memory.get(JAVA_DOUBLE, at + 4L * pitch);
            double rho = 1 / density;
            double us = memory.get(JAVA_DOUBLE, at + pitch) * rho;
            double vs = memory.get(JAVA_DOUBLE, at + 2L * pitch) * rho;
            double ws = memory.get(JAVA_DOUBLE, at + 3L * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double p = SpConstants.C2 * (energy - qs * density);
            memory.set(JAVA_DOUBLE, at + RHO * pitch, rho);
            memory.set(JAVA_DOUBLE, at + US * pitch, us);
            memory.set(JAVA_DOUBLE, at + VS * pitch, vs);
            memory.set(JAVA_DOUBLE, at + WS * pitch, ws);
            memory.set(JAVA_DOUBLE, at + P * pitch, p);
            memory.set(JAVA_DOUBLE, at + H * pitch, SpConstants.CONZ1 * qs + SpConstants.C1C5 * energy * rho);
            memory.set(JAVA_DOUBLE, at + SPEED * pitch, Math.sqrt(SpConstants.C1 * p * rho));
        }
    }

    @Override
    void advect(MemorySegment memory, RhsRow row, int unknown, SpLayout layout, SpConstants c) {
        int pitch = layout.pitch;
        int group = layout.group;
        long m = (long) unknown * pitch;
        long x = row.x;
        long us = US * pitch - m;
        long vs = VS * pitch - m;
        long ws = WS * pitch - m;
        double[] y = row.y;
        double[] z = row.z;
        for (int i = row.from, to = row.to; i < to; i += NEXT) {
            long at = row.here + m + i;
            double minus = memory.get(JAVA_DOUBLE, at - NEXT);
            double plus = memory.get(JAVA_DOUBLE, at + NEXT);
            double sum = memory.get(JAVA_DOUBLE, row.forcing + m + i)
                + memory.get(JAVA_DOUBLE, x + i) * memory.get(JAVA_DOUBLE, at - 2 * NEXT)
                + memory.get(JAVA_DOUBLE, x + pitch + i) * minus
                + (memory.get(JAVA_DOUBLE, x + 2L * pitch + i) + y[2] + z[2]) * memory.get(JAVA_DOUBLE, at)
                + memory.get(JAVA_DOUBLE, x + 3L * pitch + i) * plus
                + memory.get(JAVA_DOUBLE, x + 4L * pitch + i) * memory.get(JAVA_DOUBLE, at + 2 * NEXT);
            double flow = plus * memory.get(JAVA_DOUBLE, at + us + NEXT)
                - minus * memory.get(JAVA_DOUBLE, at + us - NEXT);
            minus = memory.get(JAVA_DOUBLE, at - group);
            plus = memory.get(JAVA_DOUBLE, at + group);
            sum += y[1] * minus + y[3] * plus + y[0] * memory.get(JAVA_DOUBLE, at - 2L * group)
                + y[4] * memory.get(JAVA_DOUBLE, at + 2L * group);
            flow += plus * memory.get(JAVA_DOUBLE, at + group + vs)
                - minus * memory.get(JAVA_DOUBLE, at - group + vs);
            long below = row.below + m + i;
            long above = row.above + m + i;
            minus = memory.get(JAVA_DOUBLE, below);
            plus = memory.get(JAVA_DOUBLE, above);
            sum += z[1] * minus + z[3] * plus + z[0] * memory.get(JAVA_DOUBLE, row.below2 + m + i)
                + z[4] * memory.get(JAVA_DOUBLE, row.above2 + m + i);
            flow += plus * memory.get(JAVA_DOUBLE, above + ws) - minus * memory.get(JAVA_DOUBLE, below + ws);
            memory.set(JAVA_DOUBLE, row.rhs + m + i, sum - c.convection * flow);
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
        long own = velocity - P * pitch;
        long rhs = row.rhs + (long) (1 + direction) * pitch;
        double stretch = c.viscosity * (SpConstants.CON43 - 1);
        for (int i = row.from, to = row.to; i < to; i += NEXT) {
            long at = row.here + velocity + i;
            double twice = 2 * memory.get(JAVA_DOUBLE, at);
            double bend = memory.get(JAVA_DOUBLE, at - NEXT) + memory.get(JAVA_DOUBLE, at + NEXT)
                + memory.get(JAVA_DOUBLE, at - group) + memory.get(JAVA_DOUBLE, at + group)
                + memory.get(JAVA_DOUBLE, row.below + velocity + i) + memory.get(JAVA_DOUBLE, row.above + velocity + i)
                - 3 * twice;
            double along = memory.get(JAVA_DOUBLE, before + own + i) + memory.get(JAVA_DOUBLE, behind + own + i)
                - twice;
            double push = memory.get(JAVA_DOUBLE, behind + i) - memory.get(JAVA_DOUBLE, before + i);
            memory.set(JAVA_DOUBLE, rhs + i, memory.get(JAVA_DOUBLE, rhs + i) + c.viscosity * bend + stretch * along
                - c.convection * push);
        }
    }

    @Override
    void addHeat(MemorySegment memory, RhsRow row, SpLayout layout, SpConstants c) {
        int pitch = layout.pitch;
        int group = layout.group;
        long rhs = row.rhs + 4L * pitch;
        for (int i = row.from, to = row.to; i < to; i += NEXT) {
            long at = row.here + i;
            long below = row.below + i;
            long above = row.above + i;
            double sum = heat(memory, at - NEXT, at + NEXT, US * pitch, pitch, c)
                + heat(memory, at - group, at + group, VS * pitch, pitch, c)
                + heat(memory, below, above, WS * pitch, pitch, c);
            double u = memory.get(JAVA_DOUBLE, at + US * pitch);
            double v = memory.get(JAVA_DOUBLE, at + VS * pitch);
            double w = memory.get(JAVA_DOUBLE, at + WS * pitch);
            sum -= c.viscosity * (6 * memory.get(JAVA_DOUBLE, at + H * pitch)
                + 2 * SpConstants.CON16 * (u * u + v * v + w * w));
            memory.set(JAVA_DOUBLE, rhs + i, memory.get(JAVA_DOUBLE, rhs + i) + sum);
        }
    }

    /** {@return what the neighbours in one direction give} */
    private static double heat(MemorySegment memory, long before, long behind, int velocity, int pitch, SpConstants c) {
        double minus = memory.get(JAVA_DOUBLE, before + velocity);
        double plus = memory.get(JAVA_DOUBLE, behind + velocity);
        double conduction = memory.get(JAVA_DOUBLE, before + H * pitch) + memory.get(JAVA_DOUBLE, behind + H * pitch)
            + SpConstants.CON16 * (minus * minus + plus * plus);
        double work = plus * memory.get(JAVA_DOUBLE, behind + P * pitch)
            - minus * memory.get(JAVA_DOUBLE, before + P * pitch);
        return c.viscosity * conduction - c.convection * work;
    }

    @Override
    void txinvr(MemorySegment memory, RhsRow row, SpLayout layout) {
        int pitch = layout.pitch;
        for (int i = row.from, to = row.to; i < to; i += NEXT) {
            long at = row.here + i;
            long r = row.rhs + i;
            double inside = memory.get(JAVA_DOUBLE, row.inside + i);
            double ru1 = memory.get(JAVA_DOUBLE, at + RHO * pitch);
            double us = memory.get(JAVA_DOUBLE, at + US * pitch);
            double vs = memory.get(JAVA_DOUBLE, at + VS * pitch);
            double ws = memory.get(JAVA_DOUBLE, at + WS * pitch);
            double ac = memory.get(JAVA_DOUBLE, at + SPEED * pitch);
            double r1 = memory.get(JAVA_DOUBLE, r) * inside;
            double r2 = memory.get(JAVA_DOUBLE, r + pitch) * inside;
            double r3 = memory.get(JAVA_DOUBLE, r + 2L * pitch) * inside;
            double r4 = memory.get(JAVA_DOUBLE, r + 3L * pitch) * inside;
            double r5 = memory.get(JAVA_DOUBLE, r + 4L * pitch) * inside;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double t1 = SpConstants.C2 / (ac * ac) * (qs * r1 - us * r2 - vs * r3 - ws * r4 + r5);
            double t2 = SpConstants.BT * ru1 * (us * r1 - r2);
            double t3 = SpConstants.BT * ru1 * ac * t1;
            memory.set(JAVA_DOUBLE, r, r1 - t1);
            memory.set(JAVA_DOUBLE, r + pitch, ru1 * (r4 - ws * r1));
            memory.set(JAVA_DOUBLE, r + 2L * pitch, ru1 * (vs * r1 - r3));
            memory.set(JAVA_DOUBLE, r + 3L * pitch, t3 - t2);
            memory.set(JAVA_DOUBLE, r + 4L * pitch, t2 + t3);
        }
    }
}
