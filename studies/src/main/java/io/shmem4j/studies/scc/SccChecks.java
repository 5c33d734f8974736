// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.sim.schedule.Scheduler.CarrierKind;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.JobsAhead;
import io.shmem4j.studies.experiment.Result;
import java.io.PrintStream;

/** The checks of all results that were published for the SCC. */
public final class SccChecks {
    private SccChecks() {
    }

    /** Adds the checks, and tells about every group of settings that begins. */
    public static void addTo(Checks checks, MeshMachine machine, boolean brief, JobsAhead jobs,
            PrintStream progress) {
        GcmcChecks application = new GcmcChecks(machine, brief ? null : jobs);
        new TrafficChecks(machine, brief).addTo(checks);
        new BroadcastChecks(machine).addTo(checks);
        new LibraryChecks(machine, brief, progress).addTo(checks);
        application.addTo(checks);
        checks.add("R1", () -> {
            double first = micros(machine, CarrierKind.fastest());
            boolean same = first == micros(machine, CarrierKind.fastest())
                && first == micros(machine, CarrierKind.THREADS);
            return Result.of(same, same ? "identical" : "different");
        });
    }

    /** {@return a time that does not depend on what carries the cores' stacks} */
    private static double micros(MeshMachine machine, CarrierKind carrier) {
        MeshOptions options = MeshOptions.STANDARD.on(carrier);
        return new BroadcastRun(machine, options, machine.cores(), 0).latency(new OcBroadcast.Kary(7), 200)
            + new CollectiveRun(machine, options, machine.cores()).micros(Operation.ALLREDUCE, Stack.MPB_DIRECT, 552);
    }
}
