// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc.validate;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.studies.validate.Checks;
import io.shmem4j.studies.validate.JobsAhead;
import java.io.PrintStream;

/** The checks of all results that were published for Knights Corner. */
public final class KncChecks {
    private KncChecks() {
    }

    /**
     * {@return the checks}
     *
     * @param machine  the machine
     * @param brief    whether to try fewer settings and leave out whole jobs
     * @param progress told about every whole job that has ended
     */
    public static Checks of(CoherentMachine machine, boolean brief, PrintStream progress) {
        Checks checks = new Checks();
        new ChipChecks(machine, brief).addTo(checks);
        new CollectiveChecks(machine, brief).addTo(checks);
        if (!brief) {
            JobsAhead jobs = new JobsAhead(progress);
            // The study's reductions take longest, so they begin first.
            new StudyChecks(jobs).addTo(checks);
            new SortChecks(jobs).addTo(checks);
            new SolverChecks(jobs).addTo(checks);
        }
        return checks;
    }
}
