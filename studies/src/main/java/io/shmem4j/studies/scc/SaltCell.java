// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

/** A cell of rock salt, whose energy is known: a check of both sums. */
public final class SaltCell {
    private static final double EDGE = 2;
    private static final int IONS = 8;

    private SaltCell() {
    }

    /** {@return the energy of a pair of ions at distance 1} */
    public static double energyOfPair(double screening) {
        Cell cell = new Cell(EDGE, screening / EDGE, 1);
        double energy = longRange(cell) - IONS * cell.alpha() / Math.sqrt(Math.PI);
        for (int a = 0; a < IONS; a++) {
            for (int b = 0; b < IONS; b++) {
                energy += charge(a) * charge(b) / 2 * cell.images(cell.wrap((a & 1) - (b & 1)),
                    cell.wrap((a >> 1 & 1) - (b >> 1 & 1)), cell.wrap((a >> 2) - (b >> 2)), a == b);
            }
        }
        return 2 * energy / IONS;
    }

    /** {@return the long-range part alone} */
    public static double longRange(double screening) {
        return longRange(new Cell(EDGE, screening / EDGE, 1));
    }

    private static double longRange(Cell cell) {
        WaveVectors waves = new WaveVectors(cell);
        double[] factor = new double[2 * WaveVectors.count()];
        for (int ion = 0; ion < IONS; ion++) {
            waves.add(factor, charge(ion), ion & 1, ion >> 1 & 1, ion >> 2);
        }
        return waves.energy(factor);
    }

    private static double charge(int ion) {
        return Integer.bitCount(ion) % 2 == 0 ? 1 : -1;
    }
}
