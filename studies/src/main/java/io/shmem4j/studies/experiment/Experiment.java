// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.experiment;

/** A published experiment that can be repeated. */
public interface Experiment {
    /** {@return the word that selects it} */
    String name();

    /** {@return one line about it} */
    String help();

    /** {@return repetitions in the publication} */
    int iterations();

    /** {@return name of the machine it was published for} */
    default String machine() {
        return "knc-5110p";
    }

    /**
     * {@return its outcome}
     *
     * @param setup how to run it
     */
    Figure run(Setup setup);
}
