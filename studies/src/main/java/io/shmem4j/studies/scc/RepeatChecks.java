// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.sim.schedule.Scheduler.CarrierKind;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.Result;
import io.shmem4j.studies.rcce.BroadcastRun;
import io.shmem4j.studies.rcce.CollectiveRun;
import io.shmem4j.studies.rcce.OcBroadcast;
import io.shmem4j.studies.rcce.Operation;
import io.shmem4j.studies.rcce.Stack;

/** The same inputs give the same picosecond, whatever carries the cores' stacks. */
final class RepeatChecks {
    private final MeshMachine machine;

    RepeatChecks(MeshMachine machine) {
        this.machine = machine;
    }

    void addTo(Checks checks) {
        checks.add("R1", () -> {
            double first = micros(CarrierKind.fastest());
            boolean same = first == micros(CarrierKind.fastest()) && first == micros(CarrierKind.THREADS);
            return Result.of(same, same ? "identical" : "different");
        });
    }

    private double micros(CarrierKind carrier) {
        MeshOptions options = MeshOptions.STANDARD.on(carrier);
        return new BroadcastRun(machine, options, machine.cores(), 0).latency(new OcBroadcast.Kary(7), 200)
            + new CollectiveRun(machine, options, machine.cores()).micros(Operation.ALLREDUCE, Stack.MPB_DIRECT, 552);
    }
}
