// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

/** Number by number. */
final class ScalarStencil extends Stencil {
    ScalarStencil(int row) {
        super(row);
    }

    @Override
    void sum(double[] f, int at, GridLevel grid) {
        sum(f, at, grid.row, grid.plane, 0, grid.row, faces, edges);
    }

    static void sum(double[] f, int at, int row, int plane, int from, int to, double[] faces, double[] edges) {
        for (int i = from; i < to; i++) {
            int q = at + i;
            faces[i] = f[q - row] + f[q + row] + (f[q - plane] + f[q + plane]);
            edges[i] = f[q - plane - row] + f[q - plane + row] + (f[q + plane - row] + f[q + plane + row]);
        }
    }

    @Override
    void residual(double[] u, double[] v, double[] r, int at, int n) {
        residual(u, v, r, at, n, faces, edges);
    }

    static void residual(double[] u, double[] v, double[] r, int at, int n, double[] faces, double[] edges) {
        for (int i = 1; i <= n; i++) {
            r[at + i] = v[at + i] + CENTRE * u[at + i] + EDGE * (edges[i] + faces[i - 1] + faces[i + 1])
                + CORNER * (edges[i - 1] + edges[i + 1]);
        }
    }

    @Override
    void smooth(double[] r, double[] u, int at, int n, double[] weights) {
        smooth(r, u, at, n, weights, faces, edges);
    }

    static void smooth(double[] r, double[] u, int at, int n, double[] weights, double[] faces, double[] edges) {
        double centre = weights[0];
        double face = weights[1];
        double edge = weights[2];
        for (int i = 1; i <= n; i++) {
            u[at + i] += centre * r[at + i] + face * (r[at + i - 1] + r[at + i + 1] + faces[i])
                + edge * (edges[i] + faces[i - 1] + faces[i + 1]);
        }
    }
}
