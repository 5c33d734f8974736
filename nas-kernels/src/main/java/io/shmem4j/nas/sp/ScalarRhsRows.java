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
    @Override
    void derive(MemorySegment source, long offset, double[] u, int at, double[] derived, int d, SpLayout layout) {
        int pitch = layout.pitch;
        MemorySegment.copy(source, JAVA_DOUBLE, offset, u, at, layout.line);
        for (int i = 0; i < pitch; i++) {
            double rho = 1 / u[at + i];
            double us = u[at + pitch + i] * rho;
            double vs = u[at + 2 * pitch + i] * rho;
            double ws = u[at + 3 * pitch + i] * rho;
            double energy = u[at + 4 * pitch + i];
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double p = SpConstants.C2 * (energy - qs * u[at + i]);
            derived[d + RHO * pitch + i] = rho;
            derived[d + US * pitch + i] = us;
            derived[d + VS * pitch + i] = vs;
            derived[d + WS * pitch + i] = ws;
            derived[d + P * pitch + i] = p;
            derived[d + H * pitch + i] = SpConstants.CONZ1 * qs + SpConstants.C1C5 * energy * rho;
            derived[d + SPEED * pitch + i] = Math.sqrt(SpConstants.C1 * p * rho);
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
        double centre = wy[2] + wz[2];
        for (int i = 0; i < pitch; i++) {
            int here = at + i;
            double sum = forcing[f + i] + (x[2 * pitch + i] + centre) * u[here];
            sum += x[i] * u[here - 2] + x[pitch + i] * u[here - 1] + x[3 * pitch + i] * u[here + 1]
                + x[4 * pitch + i] * u[here + 2];
            sum += wy[0] * u[here - 2 * line] + wy[1] * u[here - line] + wy[3] * u[here + line]
                + wy[4] * u[here + 2 * line];
            sum += wz[0] * u[z[0] + i] + wz[1] * u[z[1] + i] + wz[3] * u[z[2] + i] + wz[4] * u[z[3] + i];
            rhs[r + i] = sum;
        }
    }

    @Override
    void flux(double[] rhs, int r, double[] u, int before, int behind, double[] derived, int dBefore, int d,
        int dBehind, int direction, SpConstants c, SpLayout layout) {
        int pitch = layout.pitch;
        int normal = (1 + direction) * pitch;
        int second = (1 + (direction + 1) % SpConstants.DIRECTIONS) * pitch;
        int third = (1 + (direction + 2) % SpConstants.DIRECTIONS) * pitch;
        double convection = c.convection;
        double viscosity = c.viscosity;
        for (int i = 0; i < pitch; i++) {
            double minus = derived[dBefore + normal + i];
            double here = derived[d + normal + i];
            double plus = derived[dBehind + normal + i];
            double pressureMinus = derived[dBefore + P * pitch + i];
            double pressurePlus = derived[dBehind + P * pitch + i];
            double momentumMinus = u[before + normal + i];
            double momentumPlus = u[behind + normal + i];
            rhs[r + i] -= convection * (momentumPlus - momentumMinus);
            rhs[r + normal + i] += viscosity * SpConstants.CON43 * (plus - 2 * here + minus)
                - convection * (momentumPlus * plus + pressurePlus - momentumMinus * minus - pressureMinus);
            rhs[r + second + i] += viscosity
                * (derived[dBehind + second + i] - 2 * derived[d + second + i] + derived[dBefore + second + i])
                - convection * (u[behind + second + i] * plus - u[before + second + i] * minus);
            rhs[r + third + i] += viscosity
                * (derived[dBehind + third + i] - 2 * derived[d + third + i] + derived[dBefore + third + i])
                - convection * (u[behind + third + i] * plus - u[before + third + i] * minus);
            double conduction = derived[dBehind + H * pitch + i] - 2 * derived[d + H * pitch + i]
                + derived[dBefore + H * pitch + i];
            double dissipated = SpConstants.CON16 * (plus * plus - 2 * here * here + minus * minus);
            rhs[r + 4 * pitch + i] += viscosity * (conduction + dissipated)
                - convection * ((u[behind + 4 * pitch + i] + pressurePlus) * plus
                - (u[before + 4 * pitch + i] + pressureMinus) * minus);
        }
    }

    @Override
    void txinvr(double[] rhs, int r, double[] derived, int d, double[] mask, SpLayout layout) {
        int pitch = layout.pitch;
        for (int i = 0; i < pitch; i++) {
            double ru1 = derived[d + RHO * pitch + i];
            double us = derived[d + US * pitch + i];
            double vs = derived[d + VS * pitch + i];
            double ws = derived[d + WS * pitch + i];
            double ac = derived[d + SPEED * pitch + i];
            double r1 = rhs[r + i] * mask[i];
            double r2 = rhs[r + pitch + i] * mask[i];
            double r3 = rhs[r + 2 * pitch + i] * mask[i];
            double r4 = rhs[r + 3 * pitch + i] * mask[i];
            double r5 = rhs[r + 4 * pitch + i] * mask[i];
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double t1 = SpConstants.C2 / (ac * ac) * (qs * r1 - us * r2 - vs * r3 - ws * r4 + r5);
            double t2 = SpConstants.BT * ru1 * (us * r1 - r2);
            double t3 = SpConstants.BT * ru1 * ac * t1;
            rhs[r + i] = r1 - t1;
            rhs[r + pitch + i] = -ru1 * (ws * r1 - r4);
            rhs[r + 2 * pitch + i] = ru1 * (vs * r1 - r3);
            rhs[r + 3 * pitch + i] = t3 - t2;
            rhs[r + 4 * pitch + i] = t2 + t3;
        }
    }
}
