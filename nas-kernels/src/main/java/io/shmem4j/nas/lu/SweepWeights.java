// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.lu;

import io.shmem4j.nas.cfd.FlowConstants;

/**
 * The numbers of a sweep: of a neighbour's matrix, multiplied by the over-relaxation, and of the matrix of the point.
 *
 * <p>A neighbour's matrix is a part of the convective Jacobian, of the viscous one and of the identity; a point's own
 * is lower triangular but for its scale.
 */
final class SweepWeights {
    private static final double C1345 = FlowConstants.C1C5 * FlowConstants.C3C4;
    private static final double[] SMOOTHING = {0.75, 0.75, 1.0};

    /** Convection: negative for the neighbour before. */
    final double convection;
    /** Viscosity of a momentum along the direction, across it, and of the energy. */
    final double along;
    final double across;
    final double heat;
    /** Second difference, by direction. */
    final double[] smoothing = new double[FlowConstants.DIRECTIONS];
    /** Of the point's own matrix: what is on the diagonal whatever the state. */
    final double centre;
    /** What times 1/density is added for a momentum, for the energy, and the difference of both. */
    final double momentum;
    final double energy;
    final double difference;

    /**
     * For a sweep.
     *
     * @param c    numbers of the scheme
     * @param sign -1 where the neighbours are those before, 1 where they are those behind
     */
    SweepWeights(FlowConstants c, int sign) {
        double inverse = c.n - 1;
        double second = c.dt * inverse * inverse;
        convection = sign * LuProblem.OMEGA * c.convection;
        across = -LuProblem.OMEGA * second * FlowConstants.C3C4;
        along = across * FlowConstants.CON43;
        heat = -LuProblem.OMEGA * second * C1345;
        double sum = 0;
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            smoothing[d] = -LuProblem.OMEGA * second * SMOOTHING[d];
            sum += SMOOTHING[d];
        }
        centre = 1 + 2 * second * sum;
        momentum = 2 * second * FlowConstants.C3C4 * (FlowConstants.CON43 + 2);
        energy = 2 * FlowConstants.DIRECTIONS * second * C1345;
        difference = momentum - energy;
    }
}
