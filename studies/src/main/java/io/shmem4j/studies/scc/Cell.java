// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import org.apache.commons.numbers.gamma.Erfc;

/**
 * A periodic cube and its Ewald sum.
 *
 * @param length edge of the cube
 * @param alpha width of the screening charges, times the distance
 * @param coulomb energy of two unit charges at distance 1
 */
record Cell(double length, double alpha, double coulomb) {
    /** Screened terms beyond this argument are below the last digit of any sum. */
    private static final double NEGLIGIBLE = 5.5;

    double volume() {
        return length * length * length;
    }

    /** {@return the difference of two coordinates to the nearest image} */
    double wrap(double difference) {
        return difference - length * Math.rint(difference / length);
    }

    /** {@return the screened energy of two unit charges, by their squared distance} */
    double screened(double square) {
        double distance = Math.sqrt(square);
        double argument = alpha * distance;
        return argument > NEGLIGIBLE ? 0 : coulomb * Erfc.value(argument) / distance;
    }

    /** {@return the sum over all images of two unit charges, without the self term} */
    double images(double dx, double dy, double dz, boolean itself) {
        double reach = NEGLIGIBLE / alpha;
        double sum = 0;
        for (int x = -1; x <= 1; x++) {
            double fx = dx + x * length;
            for (int y = -1; y <= 1; y++) {
                double fy = dy + y * length;
                double plane = fx * fx + fy * fy;
                for (int z = -1; z <= 1; z++) {
                    double fz = dz + z * length;
                    double square = plane + fz * fz;
                    if (square < reach * reach && !(itself && x == 0 && y == 0 && z == 0)) {
                        sum += screened(square);
                    }
                }
            }
        }
        return sum;
    }
}
