// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

/** Fits T(N) = o N + q - p / N to measured messages of N lines, with o above 0 and p from 0 to q. */
final class LineFit {
    private LineFit() {
    }

    /**
     * {@return o, q and p with the least sum of squares of relative errors}
     *
     * <p>Where the best fit has an impossible p, the best one with the nearest possible p is taken.
     */
    static double[] of(double[] lines, double[] nanos) {
        double[] fit = solve(lines, nanos, true);
        if (fit[2] < 0 || fit[2] > fit[1] || fit[0] <= 0) {
            double[] straight = solve(lines, nanos, false);
            fit = new double[] {Math.max(straight[0], 1e-3), Math.max(straight[1], 0), 0};
        }
        return fit;
    }

    /** Normal equations by Gauss's elimination; where they are not curved, p is 0. */
    private static double[] solve(double[] lines, double[] nanos, boolean curved) {
        int n = curved ? 3 : 2;
        double[][] a = new double[n][n + 1];
        for (int k = 0; k < lines.length; k++) {
            double[] base = {lines[k] / nanos[k], 1 / nanos[k], -1 / lines[k] / nanos[k], 1};
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    a[i][j] += base[i] * base[j];
                }
                a[i][n] += base[i];
            }
        }
        for (int i = 0; i < n; i++) {
            for (int row = i + 1; row < n; row++) {
                double factor = a[row][i] / a[i][i];
                for (int j = i; j <= n; j++) {
                    a[row][j] -= factor * a[i][j];
                }
            }
        }
        double[] fit = new double[3];
        for (int i = n - 1; i >= 0; i--) {
            double sum = a[i][n];
            for (int j = i + 1; j < n; j++) {
                sum -= a[i][j] * fit[j];
            }
            fit[i] = sum / a[i][i];
        }
        return fit;
    }
}
