// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** A vector of points at a time; rows that are shorter than a vector number by number. */
final class VectorStencil extends Stencil {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();

    VectorStencil(int row) {
        super(row);
    }

    private static DoubleVector of(double[] f, int at) {
        return DoubleVector.fromArray(SPECIES, f, at);
    }

    @Override
    void sum(double[] f, int at, GridLevel grid) {
        int done = sum(f, at, grid.row, grid.plane, faces, edges);
        ScalarStencil.sum(f, at, grid.row, grid.plane, done, grid.row, faces, edges);
    }

    private static int sum(double[] f, int at, int row, int plane, double[] faces, double[] edges) {
        int i = 0;
        for (; i <= row - LANES; i += LANES) {
            int q = at + i;
            of(f, q - row).add(of(f, q + row)).add(of(f, q - plane).add(of(f, q + plane))).intoArray(faces, i);
            of(f, q - plane - row).add(of(f, q - plane + row))
                .add(of(f, q + plane - row).add(of(f, q + plane + row))).intoArray(edges, i);
        }
        return i;
    }

    @Override
    void residual(double[] u, double[] v, double[] r, int at, int n) {
        if (n < LANES) {
            ScalarStencil.residual(u, v, r, at, n, faces, edges);
        } else {
            residual(u, v, r, at, n, faces, edges);
        }
    }

    private static void residual(double[] u, double[] v, double[] r, int at, int n, double[] faces, double[] edges) {
        DoubleVector centre = DoubleVector.broadcast(SPECIES, CENTRE);
        DoubleVector edge = DoubleVector.broadcast(SPECIES, EDGE);
        DoubleVector corner = DoubleVector.broadcast(SPECIES, CORNER);
        for (int i = 1; i <= n; i += LANES) {
            DoubleVector some = of(u, at + i).fma(centre, of(v, at + i));
            some = of(edges, i).add(of(faces, i - 1)).add(of(faces, i + 1)).fma(edge, some);
            of(edges, i - 1).add(of(edges, i + 1)).fma(corner, some).intoArray(r, at + i);
        }
    }

    @Override
    void smooth(double[] r, double[] u, int at, int n, double[] weights) {
        if (n < LANES) {
            ScalarStencil.smooth(r, u, at, n, weights, faces, edges);
        } else {
            smooth(r, u, at, n, weights, faces, edges);
        }
    }

    private static void smooth(double[] r, double[] u, int at, int n, double[] weights, double[] faces,
        double[] edges) {
        DoubleVector centre = DoubleVector.broadcast(SPECIES, weights[0]);
        DoubleVector face = DoubleVector.broadcast(SPECIES, weights[1]);
        DoubleVector edge = DoubleVector.broadcast(SPECIES, weights[2]);
        for (int i = 1; i <= n; i += LANES) {
            DoubleVector some = of(r, at + i).fma(centre, of(u, at + i));
            some = of(r, at + i - 1).add(of(r, at + i + 1)).add(of(faces, i)).fma(face, some);
            of(edges, i).add(of(faces, i - 1)).add(of(faces, i + 1)).fma(edge, some).intoArray(u, at + i);
        }
    }
}
