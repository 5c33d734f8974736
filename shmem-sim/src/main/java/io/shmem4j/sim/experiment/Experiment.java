// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.experiment;

/** A published experiment that can be repeated. */
public interface Experiment {
    /** {@return the word that selects it} */
    String name();

    /** {@return one line about it} */
    String help();

    /** {@return repetitions in the publication} */
    int iterations();

    /**
     * {@return what it gives}
     *
     * @param setup how to run it
     */
    Figure run(Setup setup);
}
