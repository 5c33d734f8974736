// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ft;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** A vector of numbers at a time; runs are multiples of it. */
final class VectorButterfly extends Butterfly {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();

    private static DoubleVector of(double[] f, int at) {
        return DoubleVector.fromArray(SPECIES, f, at);
    }

    @Override
    void four(double[] xr, double[] xi, int from, int apart, double[] yr, double[] yi, int to, int run) {
        DoubleVector r1 = DoubleVector.broadcast(SPECIES, re1);
        DoubleVector i1 = DoubleVector.broadcast(SPECIES, im1);
        DoubleVector r2 = DoubleVector.broadcast(SPECIES, re2);
        DoubleVector i2 = DoubleVector.broadcast(SPECIES, im2);
        DoubleVector r3 = DoubleVector.broadcast(SPECIES, re3);
        DoubleVector i3 = DoubleVector.broadcast(SPECIES, im3);
        for (int i = 0; i < run; i += LANES) {
            int a = from + i;
            int b = a + apart;
            int c = b + apart;
            int d = c + apart;
            DoubleVector sumRe = of(xr, a).add(of(xr, c));
            DoubleVector sumIm = of(xi, a).add(of(xi, c));
            DoubleVector lessRe = of(xr, a).sub(of(xr, c));
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
            re.mul(r1).sub(im.mul(i1)).intoArray(yr, o + run);
            re.mul(i1).add(im.mul(r1)).intoArray(yi, o + run);
            re = sumRe.sub(otherRe);
            im = sumIm.sub(otherIm);
            re.mul(r2).sub(im.mul(i2)).intoArray(yr, o + 2 * run);
            re.mul(i2).add(im.mul(r2)).intoArray(yi, o + 2 * run);
            re = lessRe.sub(turnedRe);
            im = lessIm.sub(turnedIm);
            re.mul(r3).sub(im.mul(i3)).intoArray(yr, o + 3 * run);
            re.mul(i3).add(im.mul(r3)).intoArray(yi, o + 3 * run);
        }
    }

    @Override
    void two(double[] xr, double[] xi, double[] yr, double[] yi, int run) {
        for (int i = 0; i < run; i += LANES) {
            of(xr, i).add(of(xr, i + run)).intoArray(yr, i);
            of(xi, i).add(of(xi, i + run)).intoArray(yi, i);
            of(xr, i).sub(of(xr, i + run)).intoArray(yr, i + run);
            of(xi, i).sub(of(xi, i + run)).intoArray(yi, i + run);
        }
    }
}
