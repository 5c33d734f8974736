// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Passes of Stockham's FFT over several lines side by side. Complex numbers are pairs of arrays. In work space element
 * e of line w has index e * width + w.
 */
final class Butterfly {
    /** Lines side by side: a cache line of numbers. */
    static final int WIDTH = 8;
    private static final VectorSpecies<Double> SPECIES =
        DoubleVector.SPECIES_PREFERRED.length() > WIDTH ? DoubleVector.SPECIES_512 : DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();
    /** Rows and columns of a quarter of a block to be turned. */
    private static final VectorSpecies<Double> QUARTER = DoubleVector.SPECIES_256;
    private static final VectorShuffle<Double> HALVES = VectorShuffle.fromValues(QUARTER, 2, 3, 0, 1);
    private static final VectorShuffle<Double> PAIRS = VectorShuffle.fromValues(QUARTER, 1, 0, 3, 2);
    private static final VectorMask<Double> RIGHT = VectorMask.fromLong(QUARTER, 0b1100);
    private static final VectorMask<Double> ODD = VectorMask.fromLong(QUARTER, 0b1010);

    private Butterfly() {
    }

    /**
     * Splits each transform into four of a quarter of its length.
     *
     * @param apart distance of elements; the width if there are several transforms
     * @param roots cosines and sines of the roots of unity of the whole length
     */
    static void pass(double[][] x, int from, int apart, double[][] y, int length, int stride, double[][] roots) {
        int run = stride * WIDTH;
        for (int p = 0; p < length / 4; p++) {
            int first = p * stride;
            four(x, from + first * apart, length / 4 * stride * apart, y, 4 * p * run, run, run, roots, first);
        }
    }

    /** Finishes transforms of four elements, which need one root. */
    static void lastFour(double[][] x, double[][] y, int to, int apart, int stride, double[][] roots) {
        for (int q = 0; q < stride; q++) {
            four(x, q * WIDTH, stride * WIDTH, y, to + q * apart, stride * apart, WIDTH, roots, 0);
        }
    }

    /**
     * Combines four runs of numbers to four by a butterfly with the same factors for all numbers of a run.
     *
     * @param apart   distance of the source's runs
     * @param further distance of the target's runs
     * @param roots   cosines and sines of the roots of unity
     * @param root    the first factor; the others are its powers
     */
    static void four(double[][] x, int from, int apart, double[][] y, int to, int further, int run, double[][] roots,
        int root) {
        double[] xr = x[0];
        double[] xi = x[1];
        double[] yr = y[0];
        double[] yi = y[1];
        DoubleVector r1 = all(roots[0][root]);
        DoubleVector i1 = all(roots[1][root]);
        DoubleVector r2 = all(roots[0][2 * root]);
        DoubleVector i2 = all(roots[1][2 * root]);
        DoubleVector r3 = all(roots[0][3 * root]);
        DoubleVector i3 = all(roots[1][3 * root]);
        for (int i = 0; i < run; i += LANES) {
            int a = from + i;
            int b = a + apart;
            int c = b + apart;
            int d = c + apart;
            DoubleVector sumRe = of(xr, a).add(of(xr, c));
            DoubleVector lessRe = of(xr, a).sub(of(xr, c));
            DoubleVector sumIm = of(xi, a).add(of(xi, c));
            DoubleVector lessIm = of(xi, a).sub(of(xi, c));
            DoubleVector otherRe = of(xr, b).add(of(xr, d));
            DoubleVector otherIm = of(xi, b).add(of(xi, d));
            DoubleVector turnedRe = of(xi, b).sub(of(xi, d));
            DoubleVector turnedIm = of(xr, d).sub(of(xr, b));
            int o = to + i;
            sumRe.add(otherRe).intoArray(yr, o);
            sumIm.add(otherIm).intoArray(yi, o);
            DoubleVector re = lessRe.add(turnedRe);
            DoubleVector im = lessIm.add(turnedIm);
            re.mul(r1).sub(im.mul(i1)).intoArray(yr, o + further);
            re.mul(i1).add(im.mul(r1)).intoArray(yi, o + further);
            re = sumRe.sub(otherRe);
            im = sumIm.sub(otherIm);
            re.mul(r2).sub(im.mul(i2)).intoArray(yr, o + 2 * further);
            re.mul(i2).add(im.mul(r2)).intoArray(yi, o + 2 * further);
            re = lessRe.sub(turnedRe);
            im = lessIm.sub(turnedIm);
            re.mul(r3).sub(im.mul(i3)).intoArray(yr, o + 3 * further);
            re.mul(i3).add(im.mul(r3)).intoArray(yi, o + 3 * further);
        }
    }

    /** Finishes transforms of two elements. */
    static void lastTwo(double[][] x, double[][] y, int to, int apart, int stride) {
        double[] xr = x[0];
        double[] xi = x[1];
        double[] yr = y[0];
        double[] yi = y[1];
        int run = stride * WIDTH;
        for (int q = 0; q < stride; q++) {
            for (int i = 0; i < WIDTH; i += LANES) {
                int a = q * WIDTH + i;
                int o = to + q * apart + i;
                int further = stride * apart;
                of(xr, a).add(of(xr, a + run)).intoArray(yr, o);
                of(xi, a).add(of(xi, a + run)).intoArray(yi, o);
                of(xr, a).sub(of(xr, a + run)).intoArray(yr, o + further);
                of(xi, a).sub(of(xi, a + run)).intoArray(yi, o + further);
            }
        }
    }

    /** Scales numbers, a multiple of the width. */
    static void scale(double[] from, int at, double factor, double[] factors, int first, double[] to, int start,
        int count) {
        DoubleVector common = all(factor);
        for (int i = 0; i < count; i += LANES) {
            common.mul(of(factors, first + i)).mul(of(from, at + i)).intoArray(to, start + i);
        }
    }

    /** Transposes a block of WIDTH x WIDTH. */
    static void turn(double[] from, int at, int apart, double[] to, int start, int distance) {
        if (LANES < QUARTER.length()) {
            turnSingly(from, at, apart, to, start, distance);
            return;
        }
        for (int row = 0; row < WIDTH; row += QUARTER.length()) {
            for (int column = 0; column < WIDTH; column += QUARTER.length()) {
                turnQuarter(from, at + row * apart + column, apart, to, start + column * distance + row, distance);
            }
        }
    }

    private static void turnSingly(double[] from, int at, int apart, double[] to, int start, int distance) {
        for (int row = 0; row < WIDTH; row++) {
            for (int i = 0; i < WIDTH; i++) {
                to[start + i * distance + row] = from[at + row * apart + i];
            }
        }
    }

    /** Swaps halves of pairs of rows, then single numbers. */
    private static void turnQuarter(double[] from, int at, int apart, double[] to, int start, int distance) {
        DoubleVector a = DoubleVector.fromArray(QUARTER, from, at);
        DoubleVector b = DoubleVector.fromArray(QUARTER, from, at + apart);
        DoubleVector c = DoubleVector.fromArray(QUARTER, from, at + 2 * apart);
        DoubleVector d = DoubleVector.fromArray(QUARTER, from, at + 3 * apart);
        DoubleVector left = a.blend(c.rearrange(HALVES), RIGHT);
        DoubleVector right = a.rearrange(HALVES).blend(c, RIGHT);
        DoubleVector otherLeft = b.blend(d.rearrange(HALVES), RIGHT);
        DoubleVector otherRight = b.rearrange(HALVES).blend(d, RIGHT);
        left.blend(otherLeft.rearrange(PAIRS), ODD).intoArray(to, start);
        left.rearrange(PAIRS).blend(otherLeft, ODD).intoArray(to, start + distance);
        right.blend(otherRight.rearrange(PAIRS), ODD).intoArray(to, start + 2 * distance);
        right.rearrange(PAIRS).blend(otherRight, ODD).intoArray(to, start + 3 * distance);
    }

    private static DoubleVector of(double[] f, int at) {
        return DoubleVector.fromArray(SPECIES, f, at);
    }

    private static DoubleVector all(double number) {
        return DoubleVector.broadcast(SPECIES, number);
    }
}
