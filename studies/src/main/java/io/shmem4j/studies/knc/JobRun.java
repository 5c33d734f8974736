// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.Shmem;
import io.shmem4j.sim.SimJob;
import io.shmem4j.sim.coherence.BulkTransfer.Prefetch;
import io.shmem4j.sim.machine.Machine;
import io.shmem4j.sim.machine.SoftwareProfile;
import io.shmem4j.sim.run.Placement;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.schedule.Outcome;
import io.shmem4j.spi.Host;
import java.util.function.Consumer;

/** Runs a program on all PEs of a simulated job; once per JVM, whose symmetric memory it takes. */
public final class JobRun {
    private final Machine machine;
    private final SoftwareProfile profile;
    private SimJob job;

    public JobRun(Machine machine, SoftwareProfile profile) {
        this.machine = machine;
        this.profile = profile;
    }

    /** Says which lines the loops that PEs run from now on prefetch, whatever the profile says. */
    public void prefetch(Prefetch which) {
        job.simulation().prefetch(which);
    }

    /**
     * Runs a program to its end, PEs dealt out to the cores one by one.
     *
     * @param program what each does, with its own handle
     */
    public void run(int pes, long heapBytes, Consumer<Shmem> program) {
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
        System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", "1");
        System.setProperty(Host.PROPERTY, SimJob.SimHost.class.getName());
        job = SimJob.create(machine, profile, Placement.of(machine, pes, "scatter"), heapBytes,
            SimulationOptions.STANDARD);
        Outcome outcome = job.run(pe -> {
            try (Shmem shmem = Shmem.init()) {
                program.accept(shmem);
            }
        });
        if (outcome instanceof Outcome.Failed failed) {
            throw new IllegalStateException("PE " + failed.pe() + " failed", failed.cause());
        }
        if (!(outcome instanceof Outcome.Finished)) {
            throw new IllegalStateException("the job did not come to its end: " + outcome + "\n" + job.waits());
        }
    }
}
