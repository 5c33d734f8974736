// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshChip;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.sim.schedule.Scheduler.CarrierKind;

/** A mesh and the virtual PEs on its first cores, one on each. */
public final class MeshSimulation extends Chip {
    /** Prepares a simulation; the first lines of a region are the library's own. */
    public MeshSimulation(MeshMachine machine, int pes, long regionLines, long libraryLines, CarrierKind carrier) {
        this(new MeshChip(machine, MeshOptions.STANDARD.on(carrier), pes), pes, regionLines, libraryLines);
    }

    private MeshSimulation(MeshChip chip, int pes, long regionLines, long libraryLines) {
        super(chip.scheduler(), pes);
        SharedLines lines = new SharedLines(chip.scheduler());
        for (int pe = 0; pe < pes; pe++) {
            put(new MeshPe(chip.core(pe), lines, regionLines, libraryLines));
        }
    }
}
