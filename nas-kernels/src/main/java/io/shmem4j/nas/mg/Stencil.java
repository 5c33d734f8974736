// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The operators on a row. All four are symmetric and share two sums per point: over the four rows at faces of the
 * surrounding cube, and over the four at edges. Sums, residual and smoothing are vectorized; rows shorter than a vector
 * are scalar.
 */
final class Stencil {
    static final double CENTRE = 8.0 / 3;
    static final double EDGE = -1.0 / 6;
    static final double CORNER = -1.0 / 12;
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();

    /** Sums of the present row. */
    final double[] faces;
    final double[] edges;
    /** Average of coarse rows. */
    private final double[] average;

    Stencil(int row) {
        faces = new double[row];
        edges = new double[row];
        average = new double[row];
    }

    /** Sums the rows around one. */
    void sum(double[] f, int at, GridLevel grid) {
        sum(f, at, grid.row, grid.plane, faces, edges);
    }

    private static void sum(double[] f, int at, int row, int plane, double[] faces, double[] edges) {
        int i = 0;
        for (; i <= row - LANES; i += LANES) {
            int q = at + i;
            of(f, q - row).add(of(f, q + row)).add(of(f, q - plane).add(of(f, q + plane))).intoArray(faces, i);
            of(f, q - plane - row).add(of(f, q - plane + row))
                .add(of(f, q + plane - row).add(of(f, q + plane + row))).intoArray(edges, i);
        }
        for (; i < row; i++) {
            int q = at + i;
            faces[i] = f[q - row] + f[q + row] + (f[q - plane] + f[q + plane]);
            edges[i] = f[q - plane - row] + f[q - plane + row] + (f[q + plane - row] + f[q + plane + row]);
        }
    }

    /** Computes r = v - A u of a summed row of u. */
    void residual(double[] u, double[] v, double[] r, int at, int n) {
        residual(u, v, r, at, n, faces, edges);
    }

    private static void residual(double[] u, double[] v, double[] r, int at, int n, double[] faces, double[] edges) {
        DoubleVector centre = DoubleVector.broadcast(SPECIES, CENTRE);
        DoubleVector edge = DoubleVector.broadcast(SPECIES, EDGE);
        DoubleVector corner = DoubleVector.broadcast(SPECIES, CORNER);
        int i = 1;
        for (; i <= n - LANES + 1; i += LANES) {
            DoubleVector some = of(u, at + i).fma(centre, of(v, at + i));
            some = of(edges, i).add(of(faces, i - 1)).add(of(faces, i + 1)).fma(edge, some);
            of(edges, i - 1).add(of(edges, i + 1)).fma(corner, some).intoArray(r, at + i);
        }
        for (; i <= n; i++) {
            r[at + i] = v[at + i] + CENTRE * u[at + i] + EDGE * (edges[i] + faces[i - 1] + faces[i + 1])
                + CORNER * (edges[i - 1] + edges[i + 1]);
        }
    }

    /** Adds the smoothed summed residual to u. */
    void smooth(double[] r, double[] u, int at, int n, double[] weights) {
        smooth(r, u, at, n, weights, faces, edges);
    }

    private static void smooth(double[] r, double[] u, int at, int n, double[] weights, double[] faces,
        double[] edges) {
        DoubleVector centre = DoubleVector.broadcast(SPECIES, weights[0]);
        DoubleVector face = DoubleVector.broadcast(SPECIES, weights[1]);
        DoubleVector edge = DoubleVector.broadcast(SPECIES, weights[2]);
        int i = 1;
        for (; i <= n - LANES + 1; i += LANES) {
            DoubleVector some = of(r, at + i).fma(centre, of(u, at + i));
            some = of(r, at + i - 1).add(of(r, at + i + 1)).add(of(faces, i)).fma(face, some);
            of(edges, i).add(of(faces, i - 1)).add(of(faces, i + 1)).fma(edge, some).intoArray(u, at + i);
        }
        for (; i <= n; i++) {
            u[at + i] += weights[0] * r[at + i] + weights[1] * (r[at + i - 1] + r[at + i + 1] + faces[i])
                + weights[2] * (edges[i] + faces[i - 1] + faces[i + 1]);
        }
    }

    /** Computes a coarse row of n points from a summed fine one. */
    void restrict(double[] fine, int at, double[] coarse, int to, int n) {
        for (int i = 1; i <= n; i++) {
            int t = 2 * i;
            coarse[to + i] = 0.5 * fine[at + t] + 0.25 * (fine[at + t - 1] + fine[at + t + 1] + faces[t])
                + 0.125 * (faces[t - 1] + faces[t + 1] + edges[t]) + 0.0625 * (edges[t - 1] + edges[t + 1]);
        }
    }

    /** Interpolates a fine row from four coarse rows of n points, some of which may be equal. */
    void interpolate(double[] coarse, int a, int b, int c, int d, double[] fine, int to, int n, boolean add) {
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

    private static DoubleVector of(double[] f, int at) {
        return DoubleVector.fromArray(SPECIES, f, at);
    }
}
