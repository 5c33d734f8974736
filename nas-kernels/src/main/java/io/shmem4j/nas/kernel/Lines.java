// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

/**
 * Fourier transforms of several lines side by side, in place, by Stockham's self-sorting method. Passes alternate
 * between two work spaces in the first-level cache; the first one reads the lines, the last one writes them.
 */
final class Lines {
    /** Lines side by side. */
    static final int WIDTH = Butterfly.WIDTH;
    /** Gap between arrays, because a load stalls on a store to the same page offset. */
    private static final int GAP = 128;

    private final double[][] one;
    private final double[][] other;

    /** Makes work space for lines up to a length. */
    Lines(int longest) {
        int size = longest * WIDTH + GAP;
        one = new double[2][size];
        other = new double[2][size];
    }

    /** {@return cosines of the roots of unity, and sines with the sign of the transform} */
    static double[][] roots(int n) {
        double[][] roots = new double[2][n];
        for (int i = 0; i < n; i++) {
            roots[0][i] = Math.cos(2 * Math.PI * i / n);
            roots[1][i] = -Math.sin(2 * Math.PI * i / n);
        }
        return roots;
    }

    /** {@return the parts swapped, which inverts the direction of a transform} */
    static double[][] exchanged(double[][] numbers) {
        return new double[][] {numbers[1], numbers[0]};
    }

    /**
     * Transforms lines without scaling.
     *
     * @param at    first element of the first line
     * @param apart distance of elements
     * @param n     elements, a power of two of at least 16
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
