// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import java.util.ArrayList;
import java.util.List;

/** The wave vectors of the long-range part: half a sphere; the other half is conjugate. */
public final class WaveVectors {
    private static final int MOST = 5;
    private static final int SQUARE = 25;
    private static final List<int[]> ALL = all();

    private final Cell cell;
    private final double[] factors = new double[ALL.size()];

    WaveVectors(Cell cell) {
        this.cell = cell;
        double unit = 2 * Math.PI / cell.length();
        for (int i = 0; i < factors.length; i++) {
            int[] k = ALL.get(i);
            double square = unit * unit * (k[0] * k[0] + k[1] * k[1] + k[2] * k[2]);
            factors[i] = cell.coulomb() * 2 * Math.PI / cell.volume() * (k[0] == 0 ? 1 : 2)
                * Math.exp(-square / (4 * cell.alpha() * cell.alpha())) / square;
        }
    }

    private static List<int[]> all() {
        List<int[]> all = new ArrayList<>();
        for (int x = 0; x <= MOST; x++) {
            for (int y = -MOST; y <= MOST; y++) {
                for (int z = -MOST; z <= MOST; z++) {
                    int square = x * x + y * y + z * z;
                    if (square > 0 && square < SQUARE) {
                        all.add(new int[] {x, y, z});
                    }
                }
            }
        }
        return all;
    }

    public static int count() {
        return ALL.size();
    }

    /** Adds a charge's contribution to the structure factor: real and imaginary part of each vector. */
    void add(double[] factor, double charge, double x, double y, double z) {
        double[][] powers = {powers(x), powers(y), powers(z)};
        for (int i = 0; i < factors.length; i++) {
            int[] k = ALL.get(i);
            double re = charge;
            double im = 0;
            for (int axis = 0; axis < 3; axis++) {
                int n = Math.abs(k[axis]);
                double cos = powers[axis][2 * n];
                double sin = k[axis] < 0 ? -powers[axis][2 * n + 1] : powers[axis][2 * n + 1];
                double product = re * cos - im * sin;
                im = re * sin + im * cos;
                re = product;
            }
            factor[2 * i] += re;
            factor[2 * i + 1] += im;
        }
    }

    private double[] powers(double coordinate) {
        double[] powers = new double[2 * MOST + 2];
        for (int n = 0; n <= MOST; n++) {
            double angle = 2 * Math.PI * n * coordinate / cell.length();
            powers[2 * n] = Math.cos(angle);
            powers[2 * n + 1] = Math.sin(angle);
        }
        return powers;
    }

    /** {@return the long-range energy of a structure factor} */
    double energy(double[] factor) {
        double energy = 0;
        for (int i = 0; i < factors.length; i++) {
            energy += factors[i] * (factor[2 * i] * factor[2 * i] + factor[2 * i + 1] * factor[2 * i + 1]);
        }
        return energy;
    }
}
