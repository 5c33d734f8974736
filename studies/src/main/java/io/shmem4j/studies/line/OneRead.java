// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.studies.experiment.LineAlgorithm;
import io.shmem4j.studies.experiment.Repetition;

/** PE 0 reads a line that its own cache, another cache or the memory has (table 2). */
public final class OneRead extends LineAlgorithm {
    private static final int PES = 3;

    private final String holder;
    private long spent;

    private OneRead(long base, String holder) {
        super(base, 1);
        this.holder = holder;
    }

    /**
     * {@return nanoseconds of the read}
     *
     * @param holder own, other or memory, and behind the first two M, E or S
     */
    public static double nanos(CoherentMachine machine, String holder) {
        return new Repetition(machine, SimulationOptions.STANDARD, PES).run(1, base -> new OneRead(base, holder))[0];
    }

    @Override
    public void prepare(CoherentChip chip) {
        super.prepare(chip);
        if (!holder.equals("memory")) {
            chip.place(holder.startsWith("own") ? 0 : 1, base, holder.endsWith("M"));
        }
    }

    @Override
    public void run(VirtualPe pe) {
        long begin = pe.now();
        if (holder.endsWith("S") && pe.number() == 2) {
            pe.read(base);
        }
        pe.waitUntilTime(begin + 10_000_000);
        if (pe.number() == 0) {
            begin = pe.now();
            pe.read(base);
            spent = pe.now() - begin;
        }
    }

    @Override
    public long duration(VirtualPe pe, long start) {
        return pe.number() == 0 ? spent : 0;
    }

    @Override
    public void check() {
        require(spent > 0, "nobody read the line");
    }
}
