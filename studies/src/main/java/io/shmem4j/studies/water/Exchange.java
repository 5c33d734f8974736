// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.water;

/** Shares the results of a Monte Carlo run's cores, and takes their declared work; by itself that of a single core. */
public interface Exchange {
    /** A single core, which shares nothing. */
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

    /** Gives all cores the owner's numbers. */
    default void broadcast(int owner, double[] numbers) {
        // It has them.
    }

    /** Declares work: sines and cosines, sites in wave vectors, pairs of sites. */
    default void work(double trigonometry, double vectors, double pairs) {
        // No time passes.
    }
}
