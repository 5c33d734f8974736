// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.knc.validate;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.validate.Checks;

/** The checks of all results that were published for Knights Corner. */
public final class KncChecks {
    private KncChecks() {
    }

    /**
     * {@return the checks}
     *
     * @param machine the machine
     * @param brief   whether to try fewer settings and leave out whole jobs
     */
    public static Checks of(CoherentMachine machine, boolean brief) {
        Checks checks = new Checks();
        new ChipChecks(machine, brief).addTo(checks);
        new CollectiveChecks(machine, brief).addTo(checks);
        if (!brief) {
            new StudyChecks().addTo(checks);
            new SortChecks().addTo(checks);
            new SolverChecks().addTo(checks);
        }
        return checks;
    }
}
