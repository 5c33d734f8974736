// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import java.util.Arrays;

/**
 * What verification looks at.
 *
 * @param residuals root mean squares of the right-hand side, one for each unknown
 * @param errors    root mean squares of the difference to the exact solution
 */
public record FlowNorms(double[] residuals, double[] errors) {
    /**
     * {@return the norms of a state}
     *
     * @param sums over all points: squares of the right-hand sides, then of the errors
     * @param n    grid points along each edge
     * @param dt   time step, which the right-hand sides were multiplied by
     */
    public static FlowNorms of(double[] sums, int n, double dt) {
        double[] residuals = new double[FlowConstants.UNKNOWNS];
        double[] errors = new double[FlowConstants.UNKNOWNS];
        double points = Math.pow(n - 2, FlowConstants.DIRECTIONS);
        for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
            residuals[m] = Math.sqrt(sums[m] / points) / dt;
            errors[m] = Math.sqrt(sums[FlowConstants.UNKNOWNS + m] / points);
        }
        return new FlowNorms(residuals, errors);
    }

    /**
     * {@return residuals, then errors, then more}
     *
     * @param more what else is verified
     */
    public double[] with(double... more) {
        double[] values = Arrays.copyOf(residuals, 2 * FlowConstants.UNKNOWNS + more.length);
        System.arraycopy(errors, 0, values, FlowConstants.UNKNOWNS, FlowConstants.UNKNOWNS);
        System.arraycopy(more, 0, values, 2 * FlowConstants.UNKNOWNS, more.length);
        return values;
    }
}
