// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.transfer;

import io.shmem4j.sim.coherence.BulkTransfer;
import io.shmem4j.sim.coherence.SnoopedCaches;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.run.Placement;
import io.shmem4j.sim.run.Simulation;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.run.VirtualPe;

/**
 * Rates of loads, stores and copies by the first core, of lines in chosen states, in 10^6 bytes per second.
 *
 * @param other the core that also used them
 */
public record StateRates(CoherentMachine machine, int other) {
    static final double PER_PICOSECOND = 1e6;

    /** Who had stored or loaded lines before. */
    public enum Before {
        NOBODY(""), HIT_MODIFIED("S"), READ_BY_OTHER("Sl"), READ_FROM_OTHER("sL"), MISS_MODIFIED("s"),
        MISS_EXCLUSIVE("l"), MISS_SHARED("lt"), MODIFIED_FLUSHED("sf"), READ_BY_OTHER_FLUSHED("Slf");

        /** Capital letters for the own core: store, load, flush, load by a third core. */
        private final String steps;

        Before(String steps) {
            this.steps = steps;
        }
    }

    /** What is done to consecutive lines; a load has no target, a store no source. */
    public enum Work {
        LOAD, STORE, COPY, COPY_PAST, COPY_AND_FLUSH;

        void move(VirtualPe pe, long from, long to, int count, boolean start) {
            switch (this) {
                case LOAD -> pe.load(from, count, start);
                case STORE -> pe.store(to, count, start);
                case COPY_PAST -> pe.copyPast(from, to, count, start);
                default -> pe.copy(from, to, count, start);
            }
            if (this == COPY_AND_FLUSH) {
                pe.flush(to, count);
            }
        }
    }

    /** {@return the rate for a buffer of so many bytes, or two of them} */
    public double rate(Work work, Before from, Before to, int bytes) {
        return bytes * PER_PICOSECOND / run(work, from, to, bytes)[0];
    }

    /** {@return how many of a buffer's lines were missing in the core's caches} */
    public long misses(Work work, Before from, Before to, int bytes) {
        return run(work, from, to, bytes)[1];
    }

    private long[] run(Work work, Before from, Before to, int bytes) {
        int lines = bytes / machine.lineBytes();
        Simulation simulation = new Simulation(machine, Placement.of(machine, 1, "scatter"), 2L * lines,
            SimulationOptions.STANDARD);
        SnoopedCaches caches = simulation.chip().snooped();
        for (int line = 0; line < lines; line += machine.maxLines()) {
            int count = Math.min(machine.maxLines(), lines - line);
            prepare(caches, from, line, count);
            prepare(caches, to, lines + line, count);
        }
        long before = caches.misses();
        long[] end = new long[1];
        simulation.run(pe -> {
            for (int line = 0; line < lines; line += machine.maxLines()) {
                work.move(pe, line, lines + line, Math.min(machine.maxLines(), lines - line), line == 0);
            }
            end[0] = pe.now();
        });
        return new long[] {end[0], caches.misses() - before};
    }

    private void prepare(SnoopedCaches caches, Before before, long line, int count) {
        for (char step : before.steps.toCharArray()) {
            int core = Character.isUpperCase(step) ? 0 : step == 't' ? other + 1 : other;
            switch (Character.toLowerCase(step)) {
                case 's' -> caches.move(core, BulkTransfer.NOWHERE, BulkTransfer.NOWHERE, line, count, false);
                case 'f' -> caches.flush(core, line, count);
                default -> caches.move(core, line, BulkTransfer.NOWHERE, BulkTransfer.NOWHERE, count, false);
            }
        }
    }
}
