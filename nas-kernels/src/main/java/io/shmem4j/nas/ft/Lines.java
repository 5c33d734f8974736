// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ft;

import io.shmem4j.nas.npb.VectorApi;

/**
 * Some lines of complex numbers side by side, and their Fourier transform by Stockham's method: passes from one pair of
 * arrays to another, which put the numbers in order as they go. Element e of line w is at e times the width plus w.
 */
final class Lines {
    /** Lines side by side. */
    static final int WIDTH = 32;
    /** Numbers between arrays, because a load waits for a store to the same place of another page. */
    private static final int GAP = 128;

    /** Real and imaginary parts. */
    double[] re;
    double[] im;
    private double[] otherRe;
    private double[] otherIm;
    private final Butterfly butterfly = VectorApi.THERE ? new VectorButterfly() : new ScalarButterfly();

    /** For at most so many elements. */
    Lines(int longest) {
        int size = longest * WIDTH + GAP;
        re = new double[size];
        im = new double[size];
        otherRe = new double[size];
        otherIm = new double[size];
    }

    /** {@return cosines of the roots of unity, then sines with the sign of the transform} */
    static double[][] roots(int n) {
        double[][] roots = new double[2][n];
        for (int i = 0; i < n; i++) {
            roots[0][i] = Math.cos(2 * Math.PI * i / n);
            roots[1][i] = -Math.sin(2 * Math.PI * i / n);
        }
        return roots;
    }

    /** Transforms all lines of n elements; not divided by n. */
    void transform(int n, double[][] roots) {
        int stride = 1;
        int length = n;
        for (; length >= 4; length /= 4) {
            passOfFour(length, stride, n / length, roots);
            swap();
            stride *= 4;
        }
        if (length == 2) {
            butterfly.two(re, im, otherRe, otherIm, stride * WIDTH);
            swap();
        }
    }

    /** The other direction: the same with real and imaginary parts exchanged. */
    void transformBack(int n, double[][] roots) {
        exchangeParts();
        transform(n, roots);
        exchangeParts();
    }

    private void passOfFour(int length, int stride, int step, double[][] roots) {
        int run = stride * WIDTH;
        int quarter = length / 4;
        for (int p = 0; p < quarter; p++) {
            butterfly.turn(roots, p * step);
            butterfly.four(re, im, p * run, quarter * run, otherRe, otherIm, 4 * p * run, run);
        }
    }

    private void swap() {
        double[] formerRe = re;
        double[] formerIm = im;
        re = otherRe;
        im = otherIm;
        otherRe = formerRe;
        otherIm = formerIm;
    }

    private void exchangeParts() {
        double[] former = re;
        re = im;
        im = former;
    }

    /** {@return how the loops go} */
    String loops() {
        return butterfly instanceof VectorButterfly ? "vector" : "scalar";
    }
}
