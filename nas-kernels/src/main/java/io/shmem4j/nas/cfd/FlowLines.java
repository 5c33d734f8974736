// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.RawMemory;

/** One-time work on a part of the grid: initial states, forcing, and sums for the norms. */
final class FlowLines {
    /** Number of sums of squares. */
    static final int SUMS = 2 * FlowConstants.UNKNOWNS;
    private final FlowLayout layout;
    private final ExactSolution exact;
    private final int n;

    FlowLines(FlowLayout layout, int n) {
        this.layout = layout;
        this.n = n;
        exact = new ExactSolution(n);
    }

    /** Fills planes with the exact solution or the initial state; points outside the grid are at rest. */
    void fill(FlowLayout.Box part, long[] planes, int from, int to, boolean exactly) {
        for (int k = from; k < to; k++) {
            for (int j = 0; j < layout.plane / layout.line; j++) {
                for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
                    long row = planes[k] + (long) j * layout.line + (long) m * layout.pitch;
                    for (int i = 0; i < layout.pitch / Double.BYTES; i++) {
                        RawMemory.set(row + 8L * i,
                            value(exactly, m, part.origin(0) + i, part.origin(1) + j, part.origin(2) + k));
                    }
                }
            }
        }
    }

    private double value(boolean exactly, int m, int i, int j, int k) {
        if (Math.min(i, Math.min(j, k)) < 0 || Math.max(i, Math.max(j, k)) >= n) {
            return m == 0 || m == FlowConstants.UNKNOWNS - 1 ? 1 : 0;
        }
        return exactly ? exact.at(m, i, j, k) : exact.start(m, i, j, k);
    }

    /** Sets the forcing of a plane to minus its right-hand side, which keeps the exact solution steady. */
    void force(FlowLayout.Box part, long forcing, long rhs) {
        for (int j = part.first(1); j < part.end(1); j++) {
            for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
                long row = (long) j * layout.line + (long) m * layout.pitch;
                for (int i = part.first(0); i < part.end(0); i++) {
                    RawMemory.set(forcing + row + 8L * i, -RawMemory.get(rhs + row + 8L * i));
                }
            }
        }
    }

    /**
     * Adds squares of a plane's right-hand side to the first five sums, and squares of its errors to the next five.
     * Both vanish on the boundary.
     */
    void addSquares(FlowLayout.Box part, int k, long u, long rhs, double[] sums) {
        for (int j = part.first(1); j < part.end(1); j++) {
            for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
                long row = (long) j * layout.line + (long) m * layout.pitch;
                for (int i = part.first(0); i < part.end(0); i++) {
                    double value = RawMemory.get(rhs + row + 8L * i);
                    double error = RawMemory.get(u + row + 8L * i)
                        - exact.at(m, part.origin(0) + i, part.origin(1) + j, part.origin(2) + k);
                    sums[m] += value * value;
                    sums[FlowConstants.UNKNOWNS + m] += error * error;
                }
            }
        }
    }

    /**
     * {@return the values to verify: root mean squares of right-hand sides and errors, then the other sums}
     *
     * @param sums over all points
     * @param n    grid points along each edge
     * @param dt   time step, a factor of the right-hand sides
     */
    static double[] norms(double[] sums, int n, double dt) {
        double[] norms = sums.clone();
        double points = Math.pow(n - 2, FlowConstants.DIRECTIONS);
        for (int m = 0; m < SUMS; m++) {
            norms[m] = Math.sqrt(sums[m] / points) / (m < FlowConstants.UNKNOWNS ? dt : 1);
        }
        return norms;
    }

    /** The polynomial that the scheme converges to, and the initial state. */
    private static final class ExactSolution {
        private static final double[][] CE = {
            {2, 0, 0, 4, 5, 3, .5, .02, .01, .03, .5, .4, .3},
            {1, 0, 0, 0, 1, 2, 3, .01, .03, .02, .4, .3, .5},
            {2, 2, 0, 0, 0, 2, 3, .04, .03, .05, .3, .5, .4},
            {2, 2, 0, 0, 0, 2, 3, .03, .05, .04, .2, .1, .3},
            {5, 4, 3, 2, .1, .4, .3, .05, .04, .03, .1, .3, .2}};

        private final int n;
        private final double spacing;

        ExactSolution(int n) {
            this.n = n;
            this.spacing = 1.0 / (n - 1);
        }

        /** {@return an unknown of the exact solution at a grid point} */
        double at(int m, int i, int j, int k) {
            return value(m, i * spacing, j * spacing, k * spacing);
        }

        private static double value(int m, double xi, double eta, double zeta) {
            double[] c = CE[m];
            return c[0] + xi * (c[1] + xi * (c[4] + xi * (c[7] + xi * c[10])))
                + eta * (c[2] + eta * (c[5] + eta * (c[8] + eta * c[11])))
                + zeta * (c[3] + zeta * (c[6] + zeta * (c[9] + zeta * c[12])));
        }

        /** {@return an unknown of the initial state}: exact on the boundary, a blend of opposite faces inside */
        double start(int m, int i, int j, int k) {
            if (boundary(i) || boundary(j) || boundary(k)) {
                return at(m, i, j, k);
            }
            double xi = i * spacing;
            double eta = j * spacing;
            double zeta = k * spacing;
            double x = xi * value(m, 1, eta, zeta) + (1 - xi) * value(m, 0, eta, zeta);
            double y = eta * value(m, xi, 1, zeta) + (1 - eta) * value(m, xi, 0, zeta);
            double z = zeta * value(m, xi, eta, 1) + (1 - zeta) * value(m, xi, eta, 0);
            return x + y + z - x * y - x * z - y * z + x * y * z;
        }

        private boolean boundary(int index) {
            return index == 0 || index == n - 1;
        }
    }
}
