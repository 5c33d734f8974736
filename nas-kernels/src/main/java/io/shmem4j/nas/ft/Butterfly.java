// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ft;

/**
 * Passes of Stockham's method over some lines side by side. Numbers are pairs of arrays, real and imaginary parts. In
 * work space element e of line w is at e times the width plus w.
 */
abstract sealed class Butterfly permits ScalarButterfly, VectorButterfly {
    /** Lines side by side: a cache line of numbers. */
    static final int WIDTH = 8;

    /**
     * Makes four transforms of a quarter's length of each one.
     *
     * @param x      numbers to read
     * @param from   the first one
     * @param apart  numbers from an element to the next one; the width where there is more than one transform
     * @param y      work space to write
     * @param length elements of a transform
     * @param stride transforms
     * @param roots  cosines and sines of the roots of unity of the whole length
     */
    final void pass(double[][] x, int from, int apart, double[][] y, int length, int stride, double[][] roots) {
        int run = stride * WIDTH;
        for (int p = 0; p < length / 4; p++) {
            int first = p * stride;
            four(x, from + first * apart, length / 4 * stride * apart, y, 4 * p * run, run, run, roots, first);
        }
    }

    /**
     * Ends transforms of four elements.
     *
     * @param x      work space to read
     * @param y      numbers to write
     * @param to     the first one
     * @param apart  numbers from an element to the next one
     * @param stride transforms
     * @param roots  of which only one is used
     */
    final void lastFour(double[][] x, double[][] y, int to, int apart, int stride, double[][] roots) {
        for (int q = 0; q < stride; q++) {
            four(x, q * WIDTH, stride * WIDTH, y, to + q * apart, stride * apart, WIDTH, roots, 0);
        }
    }

    /**
     * Combines four runs of numbers, which have the same factors, to four.
     *
     * @param x       numbers to read
     * @param from    the first run
     * @param apart   numbers from it to the next one
     * @param y       numbers to write
     * @param to      the first run
     * @param further numbers from it to the next one
     * @param run     numbers of a run
     * @param roots   cosines and sines of the roots of unity
     * @param root    the first factor; the others are its powers
     */
    abstract void four(double[][] x, int from, int apart, double[][] y, int to, int further, int run, double[][] roots,
        int root);

    /** Ends transforms of two elements, as {@link #lastFour} does of four. */
    abstract void lastTwo(double[][] x, double[][] y, int to, int apart, int stride);

    /**
     * Multiplies numbers, a multiple of the width, by factors.
     *
     * @param from    numbers to read
     * @param at      the first one
     * @param factor  common factor
     * @param factors a factor of each number
     * @param first   the first one
     * @param to      numbers to write
     * @param place   the first one
     * @param count   numbers
     */
    abstract void scale(double[] from, int at, double factor, double[] factors, int first, double[] to, int place,
        int count);

    /** Writes the columns of a block of WIDTH rows and columns as rows. */
    void turn(double[] from, int at, int apart, double[] to, int place, int distance) {
        for (int row = 0; row < WIDTH; row++) {
            for (int i = 0; i < WIDTH; i++) {
                to[place + i * distance + row] = from[at + row * apart + i];
            }
        }
    }
}
