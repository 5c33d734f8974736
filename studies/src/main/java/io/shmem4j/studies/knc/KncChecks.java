// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.JobsAhead;

/** The checks of all results that were published for Knights Corner. */
public final class KncChecks {
    private KncChecks() {
    }

    /**
     * Adds the checks.
     *
     * @param brief whether to try fewer settings and leave out whole jobs
     */
    public static void addTo(Checks checks, CoherentMachine machine, boolean brief, JobsAhead jobs) {
        new ChipChecks(machine, brief).addTo(checks);
        new CollectiveChecks(machine, brief).addTo(checks);
        if (!brief) {
            // The study's reductions take longest, so they begin first.
            new StudyChecks(jobs).addTo(checks);
            new NasChecks(jobs).addTo(checks);
        }
    }
}
