// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

/** Shares the results of a Monte Carlo run's cores, and takes their declared work. */
interface Exchange {
    /** A single core, which shares nothing. */
    Exchange ALONE = new Exchange() {
        @Override
        public int core() {
            return 0;
        }

        @Override
        public int cores() {
            return 1;
        }

        @Override
        public void sum(double[] numbers) {
            // The sum over one core.
        }

        @Override
        public void broadcast(int owner, double[] numbers) {
            // It has them.
        }

        @Override
        public void work(double trigonometry, double vectors, double pairs) {
            // No time passes.
        }
    };

    int core();

    int cores();

    /** Replaces numbers by their sums over all cores. */
    void sum(double[] numbers);

    /** Gives all cores the owner's numbers. */
    void broadcast(int owner, double[] numbers);

    /** Declares work: sines and cosines, sites in wave vectors, pairs of sites. */
    void work(double trigonometry, double vectors, double pairs);
}
