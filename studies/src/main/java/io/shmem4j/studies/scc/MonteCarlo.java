// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import java.util.SplittableRandom;

/**
 * One core's part of the simulation, which moves one molecule at a time and accepts by energy. All cores draw the same
 * random numbers; each sums over its own molecules.
 */
public final class MonteCarlo {
    private static final double BETA = 1 / 2.47896;
    private static final double ACTIVITY = Water.START * Math.exp(-BETA * 24);
    private static final double DISPLACEMENT = 0.15;
    private static final double ROTATION = 0.2;
    private static final int IMAGES = 27;
    private static final int TRIGONOMETRY_A_SITE = 15;

    private final Water water;
    private final SplittableRandom random;
    private final Exchange exchange;
    private double energy;
    private final StringBuilder history = new StringBuilder();

    private enum Action {
        MOVE, ROTATE, INSERT, DELETE
    }

    /** Communication between a run's cores, and their declared work. The defaults are those of a single core. */
    public interface Exchange {
        /** A single core. */
        Exchange ALONE = new Exchange() { };

        default int core() {
            return 0;
        }

        default int cores() {
            return 1;
        }

        /** Replaces numbers by their sums over all cores. */
        default void sum(double[] numbers) {
            // The sum over one core.
        }

        /** Copies the owner's numbers to all cores. */
        default void broadcast(int owner, double[] numbers) {
            // The only core has them.
        }

        /** Declares work: sines and cosines, sites in wave vectors, pairs of sites. */
        default void work(double trigonometry, double vectors, double pairs) {
            // No time passes.
        }
    }

    public MonteCarlo(Water water, double energy, long seed, Exchange exchange) {
        this.water = water;
        this.energy = energy;
        this.random = new SplittableRandom(seed);
        this.exchange = exchange;
    }

    /** {@return water at equilibrium, after moves that keep the number of molecules} */
    public static Water prepared(long seed, int cycles) {
        Water water = new Water(seed);
        MonteCarlo run = new MonteCarlo(water, 0, seed + 1, Exchange.ALONE);
        double[] factor = new double[2 * WaveVectors.count()];
        water.structure(factor, 0, 1);
        for (int i = 0; i < cycles; i++) {
            run.settle(factor);
        }
        return water;
    }

    /** Moves or rotates a molecule and updates the structure factor incrementally. */
    private void settle(double[] factor) {
        Action action = random.nextBoolean() ? Action.MOVE : Action.ROTATE;
        int molecule = random.nextInt(water.count());
        double[] old = water.get(molecule);
        double[] changed = changed(action, old);
        double before = water.shortRange(molecule) + water.waves.energy(factor);
        double[] other = factor.clone();
        water.addTo(other, old, -1);
        water.addTo(other, changed, 1);
        water.set(molecule, changed);
        double after = water.shortRange(molecule) + water.waves.energy(other);
        if (random.nextDouble() < Math.exp(-BETA * (after - before))) {
            System.arraycopy(other, 0, factor, 0, factor.length);
        } else {
            water.set(molecule, old);
        }
    }

    private double[] changed(Action action, double[] molecule) {
        double[] changed = molecule.clone();
        if (action == Action.MOVE) {
            for (int axis = 0; axis < 3; axis++) {
                double step = DISPLACEMENT * (2 * random.nextDouble() - 1);
                for (int site = 0; site < Water.SITES; site++) {
                    changed[3 * site + axis] += step;
                }
            }
        } else {
            Water.rotate(changed, random.nextInt(3), ROTATION * (2 * random.nextDouble() - 1));
        }
        return changed;
    }

    public void cycle() {
        Action action = Action.values()[random.nextInt(Action.values().length)];
        int count = water.count();
        int molecule = action == Action.INSERT ? count : random.nextInt(count);
        double[] old = action == Action.INSERT ? null : water.get(molecule);
        double length = water.cell.length();
        double[] fresh = switch (action) {
            case INSERT -> Water.make(length * random.nextDouble(), length * random.nextDouble(),
                length * random.nextDouble(), random);
            case DELETE -> null;
            default -> changed(action, old);
        };
        double before = around(old == null ? -1 : molecule);
        double[] last = action == Action.DELETE ? water.get(count - 1) : null;
        switch (action) {
            case INSERT -> water.insert(fresh);
            case DELETE -> water.delete(molecule);
            default -> water.set(molecule, fresh);
        }
        double change = around(fresh == null ? -1 : molecule) - before
            + (water.count() - count) * water.constant();
        boolean accepted = random.nextDouble() < weight(action, count) * Math.exp(-BETA * change);
        if (accepted) {
            energy += change;
        } else {
            restore(action, molecule, old, last);
        }
        history.append(action.name().charAt(0)).append(molecule).append(accepted ? '+' : '-').append(' ');
        publish(molecule);
    }

    private double weight(Action action, int count) {
        return switch (action) {
            case INSERT -> ACTIVITY / (count + 1);
            case DELETE -> count / ACTIVITY;
            default -> 1;
        };
    }

    private void restore(Action action, int molecule, double[] old, double[] last) {
        switch (action) {
            case INSERT -> water.delete(molecule);
            case DELETE -> {
                water.insert(last);
                water.set(molecule, old);
            }
            default -> water.set(molecule, old);
        }
    }

    /**
     * {@return a molecule's energy with all others plus the long-range energy of all}
     *
     * <p>The application evaluates both before and after every change, so an absent molecule costs the same.
     *
     * @param molecule its number, or -1 if absent
     */
    private double around(int molecule) {
        int cores = exchange.cores();
        double[] factor = new double[2 * WaveVectors.count()];
        water.structure(factor, exchange.core(), cores);
        double sites = Water.SITES * (double) water.share(exchange.core(), cores);
        exchange.work(sites * TRIGONOMETRY_A_SITE, sites * WaveVectors.count(), 0);
        exchange.sum(factor);
        double[] near = {molecule < 0 ? 0 : water.shortRange(molecule, exchange.core(), cores)};
        exchange.work(0, 0, Water.SITES * sites * IMAGES);
        exchange.sum(near);
        return near[0] + water.waves.energy(factor);
    }

    /** Publishes the position of the owner's molecule, and the energy. */
    private void publish(int molecule) {
        int at = Math.min(molecule, water.count() - 1);
        int owner = at % exchange.cores();
        double[] message = new double[Water.COORDINATES + 1];
        if (exchange.core() == owner) {
            System.arraycopy(water.get(at), 0, message, 0, Water.COORDINATES);
            message[Water.COORDINATES] = energy;
        }
        exchange.broadcast(owner, message);
        if (exchange.core() != owner) {
            water.set(at, message);
            energy = message[Water.COORDINATES];
        }
    }

    public double energy() {
        return energy;
    }

    public Water water() {
        return water;
    }

    /** {@return actions, molecules, and whether they were accepted} */
    public String history() {
        return history.toString();
    }
}
