// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.coherence.BulkTransfer;
import io.shmem4j.sim.machine.SoftwareProfile.Prefetch;
import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.schedule.Scheduler;
import io.shmem4j.sim.schedule.Scheduler.Outcome;
import java.util.function.Consumer;

/** One chip and the virtual PEs on it. */
public final class Simulation extends Chip {
    private final CoherentMachine machine;
    private final CoherentChip chip;
    private final BulkTransfer bulk;
    private final int pes;
    private final int[] activeOnCore;
    private final Interrupts interrupts;
    private Prefetch prefetch = Prefetch.NONE;

    public Simulation(CoherentMachine machine, Placement placement, long lines, SimulationOptions options) {
        super(new Scheduler(placement.pes(), options.carrier()), placement.pes());
        this.machine = machine;
        this.chip = new CoherentChip(machine, lines, placement.perCore(), options.seed(), options.activeOverhead(),
            options.distances(), this::wake);
        this.bulk = new BulkTransfer(chip);
        this.activeOnCore = new int[machine.cores()];
        this.interrupts = options.seed() == 0 || machine.issue().interruptNs() == 0 ? null
            : new Interrupts(options.seed(), machine.issue());
        this.pes = placement.pes();
        for (int pe = 0; pe < pes; pe++) {
            put(new CoherentPe(this, pe, placement.core(pe), placement.thread(pe)));
        }
    }

    @Override
    public Outcome run(Consumer<VirtualPe> program) {
        for (int pe = 0; pe < pes; pe++) {
            activeOnCore[pe(pe).core()]++;
        }
        return super.run(pe -> {
            try {
                program.accept(pe);
            } finally {
                activeOnCore[pe.core()]--;
            }
        });
    }

    @Override
    public void exit(int pe) {
        activeOnCore[pe(pe).core()]--;
        super.exit(pe);
    }

    @Override
    public void end(int pe) {
        activeOnCore[pe(pe).core()]--;
        super.end(pe);
    }

    @Override
    public void prefetch(Prefetch which) {
        prefetch = which;
    }

    public CoherentMachine machine() {
        return machine;
    }

    /** {@return the chip, for setting up cache states} */
    public CoherentChip chip() {
        return chip;
    }

    /**
     * {@return transfers of a loop of the program, or of a library's copy, which never prefetches}
     *
     * <p>Use the result immediately, because the next running PE changes it.
     */
    BulkTransfer bulk(boolean loop) {
        bulk.prefetch(loop ? prefetch : Prefetch.NONE);
        return bulk;
    }

    /** {@return the interrupts of the last core, or null without interrupts} */
    Interrupts interrupts() {
        return interrupts;
    }

    int activeOnCore(int core) {
        return activeOnCore[core];
    }

    void sleep(int core) {
        activeOnCore[core]--;
        scheduler().sleep();
        activeOnCore[core]++;
    }

    /** A PE that sleeps on several lines is woken by the first of them that a transfer writes. */
    private void wake(int pe, long line, long time, long overhead) {
        if (scheduler().state(pe) == Scheduler.State.ASLEEP) {
            ((CoherentPe) pe(pe)).port().woken(line, overhead);
            scheduler().wake(pe, time);
        }
    }
}
