// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.Erf;

/**
 * Rigid water molecules (SPC/E) in a cell: positions of their sites, and energies. Lengths in angstrom, energies in
 * kJ/mol.
 */
public final class Water {
    static final int SITES = 3;
    static final int COORDINATES = 9;
    public static final int START = 480;
    private static final double[] CHARGES = {-0.8476, 0.4238, 0.4238};
    private static final double ANGLE = Math.toRadians(109.47);
    private static final double SIGMA = 3.166;
    private static final double EPSILON = 0.650;
    private static final int GRID = 8;
    private static final int PARTS = 48;

    final Cell cell;
    final WaveVectors waves;
    private double[] places;
    private int count;

    Water(long seed) {
        double length = Math.cbrt(START * 29.9);
        cell = new Cell(length, 4.5 / length, 1389.35458);
        waves = new WaveVectors(cell);
        places = new double[2 * START * COORDINATES];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < START; i++) {
            double step = length / GRID;
            double[] molecule = make((i % GRID + 0.5) * step, (i / GRID % GRID + 0.5) * step,
                (i / GRID / GRID + 0.5) * step, random);
            set(i, molecule);
            count++;
        }
    }

    private Water(Water other) {
        cell = other.cell;
        waves = other.waves;
        places = other.places.clone();
        count = other.count;
    }

    public Water copy() {
        return new Water(this);
    }

    /** {@return a molecule with a random orientation} */
    static double[] make(double x, double y, double z, SplittableRandom random) {
        double[] molecule = {x, y, z, x + 1, y, z, x + Math.cos(ANGLE), y + Math.sin(ANGLE), z};
        for (int axis = 0; axis < 3; axis++) {
            rotate(molecule, axis, 2 * Math.PI * random.nextDouble());
        }
        return molecule;
    }

    /** Rotates a molecule about its first site. */
    static void rotate(double[] molecule, int axis, double angle) {
        int u = (axis + 1) % 3;
        int v = (axis + 2) % 3;
        double cos = Math.cos(angle);
        double sin = Math.sin(angle);
        for (int site = 1; site < SITES; site++) {
            double a = molecule[3 * site + u] - molecule[u];
            double b = molecule[3 * site + v] - molecule[v];
            molecule[3 * site + u] = molecule[u] + cos * a - sin * b;
            molecule[3 * site + v] = molecule[v] + sin * a + cos * b;
        }
    }

    int count() {
        return count;
    }

    double[] get(int molecule) {
        return Arrays.copyOfRange(places, molecule * COORDINATES, (molecule + 1) * COORDINATES);
    }

    void set(int molecule, double[] coordinates) {
        System.arraycopy(coordinates, 0, places, molecule * COORDINATES, COORDINATES);
    }

    void insert(double[] coordinates) {
        if ((count + 1) * COORDINATES > places.length) {
            places = Arrays.copyOf(places, 2 * places.length);
        }
        set(count++, coordinates);
    }

    /** Removes a molecule; the last one takes its index. */
    void delete(int molecule) {
        set(molecule, get(--count));
    }

    int share(int core, int cores) {
        return (count - core + cores - 1) / cores;
    }

    /** {@return a molecule's energy with those of one core, in this cell and its neighbours} */
    double shortRange(int molecule, int core, int cores) {
        double energy = 0;
        for (int other = core; other < count; other += cores) {
            energy += other == molecule ? ownImages(molecule) / 2 : pair(molecule, other);
        }
        return energy;
    }

    /** {@return a molecule's energy with all others, summed in a fixed order by all processors} */
    double shortRange(int molecule) {
        return Arrays.stream(IntStream.range(0, PARTS).parallel()
            .mapToDouble(part -> shortRange(molecule, part, PARTS)).toArray()).sum();
    }

    private double pair(int a, int b) {
        double energy = 0;
        for (int i = 0; i < SITES; i++) {
            for (int j = 0; j < SITES; j++) {
                energy += CHARGES[i] * CHARGES[j] * cell.images(difference(a, i, b, j, 0), difference(a, i, b, j, 1),
                    difference(a, i, b, j, 2), false);
            }
        }
        return energy + lennardJones(difference(a, 0, b, 0, 0), difference(a, 0, b, 0, 1), difference(a, 0, b, 0, 2),
            false);
    }

    private double ownImages(int molecule) {
        double energy = lennardJones(0, 0, 0, true);
        for (int i = 0; i < SITES; i++) {
            for (int j = 0; j < SITES; j++) {
                energy += CHARGES[i] * CHARGES[j] * ownImages(molecule, i, j);
            }
        }
        return energy;
    }

    private double ownImages(int molecule, int i, int j) {
        double dx = difference(molecule, i, molecule, j, 0);
        double dy = difference(molecule, i, molecule, j, 1);
        double dz = difference(molecule, i, molecule, j, 2);
        double all = cell.images(dx, dy, dz, i == j);
        return i == j ? all : all - cell.screened(dx * dx + dy * dy + dz * dz);
    }

    private double difference(int a, int i, int b, int j, int axis) {
        return cell.wrap(places[a * COORDINATES + 3 * i + axis] - places[b * COORDINATES + 3 * j + axis]);
    }

    private double lennardJones(double dx, double dy, double dz, boolean itself) {
        double energy = 0;
        for (int n = 0; n < 27; n++) {
            if (itself && n == 13) {
                continue;
            }
            double x = dx + (n % 3 - 1) * cell.length();
            double y = dy + (n / 3 % 3 - 1) * cell.length();
            double z = dz + (n / 9 - 1) * cell.length();
            double ratio = SIGMA * SIGMA / (x * x + y * y + z * z);
            double sixth = ratio * ratio * ratio;
            energy += 4 * EPSILON * (sixth * sixth - sixth);
        }
        return energy;
    }

    /** Adds the structure factor of a core's molecules. */
    void structure(double[] factor, int core, int cores) {
        for (int molecule = core; molecule < count; molecule += cores) {
            for (int site = 0; site < SITES; site++) {
                int at = molecule * COORDINATES + 3 * site;
                waves.add(factor, CHARGES[site], places[at], places[at + 1], places[at + 2]);
            }
        }
    }

    /** Adds a molecule to a structure factor, or subtracts it. */
    void addTo(double[] factor, double[] molecule, int sign) {
        for (int site = 0; site < SITES; site++) {
            waves.add(factor, sign * CHARGES[site], molecule[3 * site], molecule[3 * site + 1], molecule[3 * site + 2]);
        }
    }

    /**
     * {@return the energy that the long-range part counts twice for every molecule: each charge with itself and with
     * the others of its molecule}
     */
    double constant() {
        double energy = 0;
        for (int i = 0; i < SITES; i++) {
            energy -= cell.coulomb() * cell.alpha() / Math.sqrt(Math.PI) * CHARGES[i] * CHARGES[i];
            for (int j = 0; j < i; j++) {
                double r = i == 2 && j == 1 ? 2 * Math.sin(ANGLE / 2) : 1;
                energy -= cell.coulomb() * CHARGES[i] * CHARGES[j] * Erf.value(cell.alpha() * r) / r;
            }
        }
        return energy;
    }

    /** {@return the total energy, from scratch} */
    public double total() {
        double[] factor = new double[2 * WaveVectors.count()];
        structure(factor, 0, 1);
        double energy = waves.energy(factor) + count * constant();
        for (int a = 0; a < count; a++) {
            energy += ownImages(a) / 2;
            for (int b = 0; b < a; b++) {
                energy += pair(a, b);
            }
        }
        return energy;
    }
}
