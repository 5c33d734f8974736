// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.RawMemory;

/** What is done once with whole lines along x: first states, forcing, and sums for the norms. */
public final class FlowLines {
    private final FlowLayout layout;
    private final ExactSolution exact;
    private final int n;

    public FlowLines(FlowLayout layout, int n) {
        this.layout = layout;
        this.n = n;
        exact = new ExactSolution(n);
    }

    /** Fills a line with the exact solution, or with the first state; the padding is at rest. */
    public void fill(long line, int j, int k, boolean exactly) {
        for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
            long row = line + (long) m * layout.pitch;
            for (int i = 0; i < layout.pitch / Double.BYTES; i++) {
                double rest = m == 0 || m == FlowConstants.UNKNOWNS - 1 ? 1 : 0;
                double value = i >= n ? rest : exactly ? exact.at(m, i, j, k) : exact.start(m, i, j, k);
                RawMemory.set(row + 8L * i, value);
            }
        }
    }

    /** The forcing is what keeps the exact solution still: minus its right-hand side. */
    public void force(long forcing, long rhs) {
        for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
            long row = (long) m * layout.pitch;
            for (int i = 1; i < n - 1; i++) {
                RawMemory.set(forcing + row + 8L * i, -RawMemory.get(rhs + row + 8L * i));
            }
        }
    }

    /** Adds squares of the right-hand side of an inner line to the first five sums. */
    public void addSquares(long rhs, double[] sums) {
        for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
            long row = rhs + (long) m * layout.pitch;
            for (int i = 1; i < n - 1; i++) {
                double value = RawMemory.get(row + 8L * i);
                sums[m] += value * value;
            }
        }
    }

    /** Adds squares of the differences to the exact solution to the next five sums. */
    public void addErrors(long line, int j, int k, double[] sums) {
        for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
            long row = line + (long) m * layout.pitch;
            for (int i = 0; i < n; i++) {
                double error = RawMemory.get(row + 8L * i) - exact.at(m, i, j, k);
                sums[FlowConstants.UNKNOWNS + m] += error * error;
            }
        }
    }

    /**
     * {@return what verification looks at: root mean squares of the right-hand sides, then of the errors}
     *
     * @param sums over all points: squares of the right-hand sides, then of the errors
     * @param n    grid points along each edge
     * @param dt   time step, which the right-hand sides were multiplied by
     */
    static double[] norms(double[] sums, int n, double dt) {
        double[] norms = new double[2 * FlowConstants.UNKNOWNS];
        double points = Math.pow(n - 2, FlowConstants.DIRECTIONS);
        for (int m = 0; m < norms.length; m++) {
            norms[m] = Math.sqrt(sums[m] / points) / (m < FlowConstants.UNKNOWNS ? dt : 1);
        }
        return norms;
    }
}
