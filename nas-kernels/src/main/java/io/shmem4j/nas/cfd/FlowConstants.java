// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/**
 * The numbers of the scheme for one grid and time step.
 *
 * <p>The grid has the same spacing in all directions, so the viscous and convective numbers serve all three. Everything
 * that makes up the right-hand side is multiplied by the time step beforehand. In each direction the second difference
 * and the fourth-order dissipation are one five-point stencil, whose numbers differ next to the boundary.
 */
public final class FlowConstants {
    /** Unknowns at a grid point. */
    public static final int UNKNOWNS = 5;
    public static final int DIRECTIONS = 3;
    /** Ratio of specific heats. */
    public static final double C1 = 1.4;
    public static final double C2 = 0.4;
    public static final double BT = Math.sqrt(0.5);
    public static final double C2IV = 2.5;
    public static final double CON43 = 4.0 / 3.0;
    public static final double CON16 = 1.0 / 6.0;
    public static final double C1C5 = 1.4 * 1.4;
    public static final double C3C4 = 0.1;
    public static final double CONZ1 = 1 - C1C5;
    private static final double[] SMOOTHING = {0.75, 0.75, 1.0};
    private static final double DSSP = 0.25;
    /** Dissipation of a row next to the boundary, of the second row, and of an inner one. */
    private static final double[][] DISSIPATION = {{0, 0, 5, -4, 1}, {0, -4, 6, -4, 1}, {1, -4, 6, -4, 1},
        {1, -4, 6, -4, 0}, {1, -4, 5, 0, 0}};

    public final int n;
    public final double dt;
    /** Time step times half of the inverse spacing, of first differences. */
    public final double convection;
    /** Time step times viscosity times the inverse spacing squared, of second differences. */
    public final double viscosity;
    /** The five numbers of the stencil of the right-hand side, by direction and index of a row. */
    public final double[][][] stencil = new double[DIRECTIONS][][];
    /** Constant part of the five diagonals by direction and index of a row, negated in the lower two. */
    public final double[][][] diagonals = new double[DIRECTIONS][][];
    /** Second difference that is added to the scheme for stability, by direction. */
    public final double[] smoothing = new double[DIRECTIONS];
    /** Part of the implicit second difference that is proportional to 1/density. */
    public final double implicitViscosity;

    public FlowConstants(int n, double dt) {
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
