// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.report.figure.Figure;
import java.util.List;

/** An experiment on the SCC. */
public interface SccExperiment {
    /** All of them. */
    List<SccExperiment> ALL = List.of(new PointToPointExperiment(), new ContentionExperiment(),
        new BroadcastExperiment(), new CollectivesExperiment(), new GcmcExperiment(), new ModelExperiment());

    /** {@return the word that selects it} */
    String name();

    /** {@return the options that it takes besides those of all} */
    List<String> options();

    /**
     * {@return its outcome}
     *
     * @param setup how to run it
     */
    Figure run(SccSetup setup);
}
