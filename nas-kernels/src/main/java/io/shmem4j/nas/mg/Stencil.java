// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import io.shmem4j.nas.npb.VectorApi;

/**
 * The operators on a row of points. All four are symmetric, so they share two sums for each place of a row: of the four
 * rows that touch its row at a face of the cube around a point, and of the four that touch it at an edge.
 */
abstract sealed class Stencil permits ScalarStencil, VectorStencil {
    static final double CENTRE = 8.0 / 3;
    static final double EDGE = -1.0 / 6;
    static final double CORNER = -1.0 / 12;

    /** The sums of the row at work. */
    final double[] faces;
    final double[] edges;
    /** Average of coarse rows. */
    private final double[] average;

    /** For rows of at most this many numbers. */
    Stencil(int row) {
        faces = new double[row];
        edges = new double[row];
        average = new double[row];
    }

    /** {@return the loops in force} */
    static Stencil fastest(int row) {
        return VectorApi.THERE ? new VectorStencil(row) : new ScalarStencil(row);
    }

    /** Sums the rows around one, all their places. */
    abstract void sum(double[] f, int at, GridLevel grid);

    /** Computes the residual r = v - A u of a row of u whose sums are there. */
    abstract void residual(double[] u, double[] v, double[] r, int at, int n);

    /** Adds the smoothed residual, whose sums are there, to u. */
    abstract void smooth(double[] r, double[] u, int at, int n, double[] weights);

    /** Computes a coarse row of n points from a fine one whose sums are there. */
    final void restrict(double[] fine, int at, double[] coarse, int to, int n) {
        for (int i = 1; i <= n; i++) {
            int t = 2 * i;
            coarse[to + i] = 0.5 * fine[at + t] + 0.25 * (fine[at + t - 1] + fine[at + t + 1] + faces[t])
                + 0.125 * (faces[t - 1] + faces[t + 1] + edges[t]) + 0.0625 * (edges[t - 1] + edges[t + 1]);
        }
    }

    /** Interpolates a fine row from four coarse rows of n points, some of which may be the same. */
    final void interpolate(double[] coarse, int a, int b, int c, int d, double[] fine, int to, int n, boolean add) {
        for (int i = 0; i <= n; i++) {
            average[i] = 0.25 * (coarse[a + i] + coarse[b + i] + (coarse[c + i] + coarse[d + i]));
        }
        if (add) {
            for (int i = 1; i <= n; i++) {
                fine[to + 2 * i - 1] += 0.5 * (average[i - 1] + average[i]);
                fine[to + 2 * i] += average[i];
            }
        } else {
            for (int i = 1; i <= n; i++) {
                fine[to + 2 * i - 1] = 0.5 * (average[i - 1] + average[i]);
                fine[to + 2 * i] = average[i];
            }
        }
    }
}
