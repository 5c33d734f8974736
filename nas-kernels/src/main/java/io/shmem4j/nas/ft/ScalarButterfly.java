// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ft;

/** Number by number. */
final class ScalarButterfly extends Butterfly {
    @Override
    void four(double[][] x, int from, int apart, double[][] y, int to, int further, int run, double[][] roots,
        int root) {
        double[] xr = x[0];
        double[] xi = x[1];
        double[] yr = y[0];
        double[] yi = y[1];
        double r1 = roots[0][root];
        double i1 = roots[1][root];
        double r2 = roots[0][2 * root];
        double i2 = roots[1][2 * root];
        double r3 = roots[0][3 * root];
        double i3 = roots[1][3 * root];
        for (int i = 0; i < run; i++) {
            int a = from + i;
            int b = a + apart;
            int c = b + apart;
            int d = c + apart;
            double sumRe = xr[a] + xr[c];
            double lessRe = xr[a] - xr[c];
            double sumIm = xi[a] + xi[c];
            double lessIm = xi[a] - xi[c];
            double otherRe = xr[b] + xr[d];
            double otherIm = xi[b] + xi[d];
            double turnedRe = xi[b] - xi[d];
            double turnedIm = xr[d] - xr[b];
            int o = to + i;
            yr[o] = sumRe + otherRe;
            yi[o] = sumIm + otherIm;
            double re = lessRe + turnedRe;
            double im = lessIm + turnedIm;
            yr[o + further] = re * r1 - im * i1;
            yi[o + further] = re * i1 + im * r1;
            re = sumRe - otherRe;
            im = sumIm - otherIm;
            yr[o + 2 * further] = re * r2 - im * i2;
            yi[o + 2 * further] = re * i2 + im * r2;
            re = lessRe - turnedRe;
            im = lessIm - turnedIm;
            yr[o + 3 * further] = re * r3 - im * i3;
            yi[o + 3 * further] = re * i3 + im * r3;
        }
    }

    @Override
    void lastTwo(double[][] x, double[][] y, int to, int apart, int stride) {
        double[] xr = x[0];
        double[] xi = x[1];
        double[] yr = y[0];
        double[] yi = y[1];
        int run = stride * WIDTH;
        for (int q = 0; q < stride; q++) {
            for (int i = 0; i < WIDTH; i++) {
                int a = q * WIDTH + i;
                int o = to + q * apart + i;
                int further = stride * apart;
                yr[o] = xr[a] + xr[a + run];
                yi[o] = xi[a] + xi[a + run];
                yr[o + further] = xr[a] - (xr[a + run]);
                yi[o + further] = xi[a] - (xi[a + run]);
            }
        }
    }

    @Override
    void scale(double[] from, int at, double factor, double[] factors, int first, double[] to, int place, int count) {
        for (int i = 0; i < count; i++) {
            to[place + i] = factor * factors[first + i] * from[at + i];
        }
    }
}
