// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.Shmem;
import io.shmem4j.sim.SimJob;
import io.shmem4j.sim.coherence.BulkTransfer.Prefetch;
import io.shmem4j.sim.machine.Machine;
import io.shmem4j.sim.machine.SoftwareProfile;
import io.shmem4j.sim.run.Placement;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.schedule.Outcome;
import io.shmem4j.spi.Host;

/** A program of all PEs of a simulated job, which measures values. A JVM runs one, whose symmetric memory it takes. */
abstract class JobProgram {
    /** The profile of the study. */
    static final String PROFILE = "gasnet";
    /** Bytes of a heap for small objects. */
    static final long SPARE = 1 << 20;

    final JobValues values = new JobValues();
    private final String profile;
    private final int pes;
    private final long heapBytes;
    private SimJob job;

    JobProgram(String profile, int pes, long heapBytes) {
        this.profile = profile;
        this.pes = pes;
        this.heapBytes = heapBytes;
    }

    /** Runs on every PE. */
    abstract void run(Shmem shmem);

    /** Says which lines the loops that PEs run from now on prefetch, whatever the profile says. */
    final void prefetch(Prefetch which) {
        job.simulation().prefetch(which);
    }

    /** {@return what it measured on a machine, PEs dealt out to the cores one by one} */
    final JobValues runOn(Machine machine) {
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
        System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", "1");
        System.setProperty(Host.PROPERTY, SimJob.SimHost.class.getName());
        job = SimJob.create(machine, SoftwareProfile.load(profile), Placement.of(machine, pes, "scatter"), heapBytes,
            SimulationOptions.STANDARD);
        Outcome outcome = job.run(pe -> {
            try (Shmem shmem = Shmem.init()) {
                run(shmem);
            }
        });
        if (outcome instanceof Outcome.Failed failed) {
            throw new IllegalStateException("PE " + failed.pe() + " failed", failed.cause());
        }
        if (!(outcome instanceof Outcome.Finished)) {
            throw new IllegalStateException("the job did not come to its end: " + outcome + "\n" + job.waits());
        }
        return values;
    }
}
