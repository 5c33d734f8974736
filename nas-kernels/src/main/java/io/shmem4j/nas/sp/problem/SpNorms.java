// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.problem;

/**
 * What verification looks at.
 *
 * @param residuals root mean squares of the right-hand side, one for each unknown
 * @param errors    root mean squares of the difference to the exact solution
 */
public record SpNorms(double[] residuals, double[] errors) {
    /**
     * {@return the norms of a state}
     *
     * @param sums over all points: squares of the right-hand sides, then of the errors
     * @param n    grid points along each edge
     * @param dt   time step, which the right-hand sides were multiplied by
     */
    public static SpNorms of(double[] sums, int n, double dt) {
        double[] residuals = new double[SpConstants.UNKNOWNS];
        double[] errors = new double[SpConstants.UNKNOWNS];
        double points = Math.pow(n - 2, SpConstants.DIRECTIONS);
        for (int m = 0; m < SpConstants.UNKNOWNS; m++) {
            residuals[m] = Math.sqrt(sums[m] / points) / dt;
            errors[m] = Math.sqrt(sums[SpConstants.UNKNOWNS + m] / points);
        }
        return new SpNorms(residuals, errors);
    }
}
