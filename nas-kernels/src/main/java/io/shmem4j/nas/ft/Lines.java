// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ft;

/**
 * Fourier transforms of some lines of complex numbers side by side, in place, by Stockham's method: passes from one
 * work space to another, which put the numbers in order as they go. The first pass reads from where the lines are, the
 * last one writes there, and the work spaces stay in the first cache.
 */
final class Lines {
    /** Lines side by side. */
    static final int WIDTH = Butterfly.WIDTH;
    /** Numbers between arrays, because a load waits for a store to the same place of another page. */
    private static final int GAP = 128;

    private final double[][] one;
    private final double[][] other;

    /** Makes room for lines of at most this many elements. */
    Lines(int longest) {
        int size = longest * WIDTH + GAP;
        one = new double[2][size];
        other = new double[2][size];
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

    /** {@return the same numbers with their parts exchanged, whose transform goes in the other direction} */
    static double[][] exchanged(double[][] numbers) {
        return new double[][] {numbers[1], numbers[0]};
    }

    /**
     * Transforms lines; the result is not divided by their length.
     *
     * @param at      the first element of the first line; those of the other lines follow
     * @param apart   numbers from an element to the next one
     * @param n       elements, a power of two from 16 on
     */
    void transform(double[][] numbers, int at, int apart, int n, double[][] roots) {
        Butterfly.pass(numbers, at, apart, one, n, 1, roots);
        double[][] from = one;
        double[][] to = other;
        int stride = 4;
        for (; n / stride > 4; stride *= 4) {
            Butterfly.pass(from, 0, WIDTH, to, n / stride, stride, roots);
            double[][] former = from;
            from = to;
            to = former;
        }
        if (n / stride == 4) {
            Butterfly.lastFour(from, numbers, at, apart, stride, roots);
        } else {
            Butterfly.lastTwo(from, numbers, at, apart, stride);
        }
    }
}
