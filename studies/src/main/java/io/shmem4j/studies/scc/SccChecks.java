// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.JobsAhead;
import java.io.PrintStream;

/** The checks of all results that were published for the SCC. */
public final class SccChecks {
    private SccChecks() {
    }

    /**
     * Adds the checks.
     *
     * @param progress told about every group of settings that begins
     */
    public static void addTo(Checks checks, MeshMachine machine, boolean brief, JobsAhead jobs,
            PrintStream progress) {
        GcmcChecks application = new GcmcChecks(machine, brief ? null : jobs);
        new TrafficChecks(machine, brief).addTo(checks);
        new BroadcastChecks(machine).addTo(checks);
        new LibraryChecks(machine, brief, progress).addTo(checks);
        application.addTo(checks);
        new RepeatChecks(machine).addTo(checks);
    }
}
