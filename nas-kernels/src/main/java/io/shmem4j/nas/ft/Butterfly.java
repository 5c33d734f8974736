// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ft;

/** A step of the transform for a run of numbers that have the same factors. */
abstract sealed class Butterfly permits ScalarButterfly, VectorButterfly {
    double re1;
    double im1;
    double re2;
    double im2;
    double re3;
    double im3;

    /** Takes the factors: the first three powers of a root. */
    final void turn(double[][] roots, int root) {
        re1 = roots[0][root];
        im1 = roots[1][root];
        re2 = roots[0][2 * root];
        im2 = roots[1][2 * root];
        re3 = roots[0][3 * root];
        im3 = roots[1][3 * root];
    }

    /**
     * Combines four runs to four.
     *
     * @param xr    real parts to read
     * @param xi    imaginary parts to read
     * @param from  first run
     * @param apart distance of the runs that are read
     * @param yr    real parts to write
     * @param yi    imaginary parts to write
     * @param to    first run
     * @param run   numbers of a run; those that are written follow each other
     */
    abstract void four(double[] xr, double[] xi, int from, int apart, double[] yr, double[] yi, int to, int run);

    /** Combines two runs that follow each other to two. */
    abstract void two(double[] xr, double[] xi, double[] yr, double[] yi, int run);
}
