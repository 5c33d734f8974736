// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ft;

/** Number by number. */
final class ScalarButterfly extends Butterfly {
    @Override
    void four(double[] xr, double[] xi, int from, int apart, double[] yr, double[] yi, int to, int run) {
        double r1 = re1;
        double i1 = im1;
        double r2 = re2;
        double i2 = im2;
        double r3 = re3;
        double i3 = im3;
        for (int i = 0; i < run; i++) {
            int a = from + i;
            int c = a + 2 * apart;
            double sumRe = xr[a] + xr[c];
            double sumIm = xi[a] + xi[c];
            double lessRe = xr[a] - xr[c];
            double lessIm = xi[a] - xi[c];
            int b = a + apart;
            int d = c + apart;
            double otherRe = xr[b] + xr[d];
            double otherIm = xi[b] + xi[d];
            double turnedRe = xi[b] - xi[d];
            double turnedIm = xr[d] - xr[b];
            int o = to + i;
            yr[o] = sumRe + otherRe;
            yi[o] = sumIm + otherIm;
            double re = lessRe + turnedRe;
            double im = lessIm + turnedIm;
            yr[o + run] = re * r1 - im * i1;
            yi[o + run] = re * i1 + im * r1;
            re = sumRe - otherRe;
            im = sumIm - otherIm;
            yr[o + 2 * run] = re * r2 - im * i2;
            yi[o + 2 * run] = re * i2 + im * r2;
            re = lessRe - turnedRe;
            im = lessIm - turnedIm;
            yr[o + 3 * run] = re * r3 - im * i3;
            yi[o + 3 * run] = re * i3 + im * r3;
        }
    }

    @Override
    void two(double[] xr, double[] xi, double[] yr, double[] yi, int run) {
        for (int i = 0; i < run; i++) {
            yr[i] = xr[i] + xr[i + run];
            yi[i] = xi[i] + xi[i + run];
            yr[i + run] = xr[i] - xr[i + run];
            yi[i + run] = xi[i] - xi[i + run];
        }
    }
}
