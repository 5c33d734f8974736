// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cg;

/** Loops over a PE's parts of vectors. Sums have four parts, because each addition waits for the previous one. */
final class VectorLoops {
    private VectorLoops() {
    }

    /** {@return the product of count numbers of a and as many of b, from place at on} */
    static double dot(double[] a, double[] b, int at, int count) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i < count - 3; i += 4) {
            s0 += a[i] * b[at + i];
            s1 += a[i + 1] * b[at + i + 1];
            s2 += a[i + 2] * b[at + i + 2];
            s3 += a[i + 3] * b[at + i + 3];
        }
        for (; i < count; i++) {
            s0 += a[i] * b[at + i];
        }
        return s0 + s1 + (s2 + s3);
    }

    /** Adds alpha p to z, where p begins at a place. */
    static void addTo(double[] z, double alpha, double[] p, int at) {
        for (int i = 0; i < z.length; i++) {
            z[i] += alpha * p[at + i];
        }
    }

    /** Makes p, which begins at a place, r + beta p. */
    static void direct(double[] p, int at, double[] r, double beta) {
        for (int i = 0; i < r.length; i++) {
            p[at + i] = r[i] + beta * p[at + i];
        }
    }

    static void scale(double[] x, double[] z, double factor) {
        for (int i = 0; i < x.length; i++) {
            x[i] = factor * z[i];
        }
    }

    static double distance(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return sum;
    }
}
