// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshChip;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.sim.schedule.Outcome;
import io.shmem4j.sim.schedule.Scheduler;
import io.shmem4j.sim.schedule.Scheduler.CarrierKind;
import java.util.function.Consumer;

/** A mesh and the virtual PEs on its first cores, one on each. */
public final class MeshSimulation implements Chip {
    private final MeshChip chip;
    private final MeshPe[] pes;

    /** Prepares a simulation; the first lines of a region are the library's own. */
    public MeshSimulation(MeshMachine machine, int pes, long regionLines, long libraryLines, CarrierKind carrier) {
        this.chip = new MeshChip(machine, MeshOptions.STANDARD.on(carrier), pes);
        this.pes = new MeshPe[pes];
        SharedLines lines = new SharedLines(chip.scheduler());
        for (int pe = 0; pe < pes; pe++) {
            this.pes[pe] = new MeshPe(chip.core(pe), lines, regionLines, libraryLines);
        }
    }

    @Override
    public Outcome run(Consumer<VirtualPe> program) {
        return chip.start(core -> program.accept(pes[core.number()]));
    }

    @Override
    public Scheduler scheduler() {
        return chip.scheduler();
    }

    @Override
    public VirtualPe pe(int number) {
        return pes[number];
    }

    @Override
    public void end(int pe) {
        chip.scheduler().endFromOutside();
    }
}
