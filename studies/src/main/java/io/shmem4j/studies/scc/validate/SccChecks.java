// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc.validate;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.studies.validate.Checks;
import io.shmem4j.studies.validate.JobsAhead;
import java.io.PrintStream;

/** The checks of all results that were published for the SCC. */
public final class SccChecks {
    private SccChecks() {
    }

    /**
     * {@return the checks}
     *
     * @param machine  the machine
     * @param brief    whether to try fewer settings
     * @param progress told about every group of settings that begins
     */
    public static Checks of(MeshMachine machine, boolean brief, PrintStream progress) {
        Checks checks = new Checks();
        GcmcChecks application = new GcmcChecks(machine, brief ? null : new JobsAhead(progress));
        new TrafficChecks(machine, brief).addTo(checks);
        new BroadcastChecks(machine).addTo(checks);
        new CollectiveChecks(machine, brief, progress).addTo(checks);
        application.addTo(checks);
        new RepeatChecks(machine).addTo(checks);
        return checks;
    }
}
