// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/**
 * Coefficients of the scheme for a grid and a time step.
 *
 * <p>The spacing is equal in all directions, so one set of viscous and convective coefficients serves all. Terms of the
 * right-hand side are premultiplied by the time step. In each direction second difference and fourth-order dissipation
 * form one five-point stencil, which differs near the boundary.
 */
final class FlowConstants {
    /** Unknowns of a grid point. */
    static final int UNKNOWNS = 5;
    static final int DIRECTIONS = 3;
    /** Ratio of specific heats. */
    static final double C1 = 1.4;
    static final double C2 = 0.4;
    static final double BT = Math.sqrt(0.5);
    static final double C2IV = 2.5;
    static final double CON43 = 4.0 / 3.0;
    static final double CON16 = 1.0 / 6.0;
    static final double C1C5 = 1.4 * 1.4;
    static final double C3C4 = 0.1;
    static final double CONZ1 = 1 - C1C5;
    private static final double[] SMOOTHING = {0.75, 0.75, 1.0};
    private static final double DSSP = 0.25;
    /** Dissipation of the first, second, inner, next to last and last inner row. */
    private static final double[][] DISSIPATION = {{0, 0, 5, -4, 1}, {0, -4, 6, -4, 1}, {1, -4, 6, -4, 1},
        {1, -4, 6, -4, 0}, {1, -4, 5, 0, 0}};

    final int n;
    final double dt;
    /** Time step times half the inverse spacing: first differences. */
    final double convection;
    /** Time step times viscosity times the squared inverse spacing: second differences. */
    final double viscosity;
    /** Stencil of the right-hand side by direction and row. */
    final double[][][] stencil = new double[DIRECTIONS][][];
    /** Constant part of the five diagonals by direction and row; the lower two are negated. */
    final double[][][] diagonals = new double[DIRECTIONS][][];
    /** Artificial second difference by direction. */
    final double[] smoothing = new double[DIRECTIONS];
    /** Factor of 1/density in the implicit second difference. */
    final double implicitViscosity;

    FlowConstants(int n, double dt) {
        this.n = n;
        this.dt = dt;
        double inverse = n - 1;
        convection = dt * inverse / 2;
        viscosity = dt * C3C4 * inverse * inverse;
        implicitViscosity = dt * inverse * inverse * C1C5 * C3C4;
        for (int d = 0; d < DIRECTIONS; d++) {
            double second = dt * SMOOTHING[d] * inverse * inverse;
            smoothing[d] = second;
            stencil[d] = new double[n][];
            diagonals[d] = new double[n][];
            for (int row = 0; row < n; row++) {
                double[] numbers = scaled(dissipation(row, n), -dt * DSSP);
                numbers[1] += second;
                numbers[2] -= 2 * second;
                numbers[3] += second;
                stencil[d][row] = numbers;
                double[] plus = scaled(dissipation(row, n), dt * DSSP);
                diagonals[d][row] = new double[] {-plus[0], second - plus[1], 1 + 2 * second + plus[2],
                    plus[3] - second, plus[4]};
            }
        }
    }

    private static double[] dissipation(int row, int n) {
        if (row == 0 || row == n - 1) {
            return new double[UNKNOWNS];
        }
        return DISSIPATION[row <= 2 ? row - 1 : row >= n - 3 ? row - (n - 6) : 2];
    }

    private static double[] scaled(double[] numbers, double factor) {
        double[] result = new double[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            result[i] = numbers[i] * factor;
        }
        return result;
    }
}
