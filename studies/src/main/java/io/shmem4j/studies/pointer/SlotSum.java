// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.SoftwareProfile.Prefetch;
import io.shmem4j.sim.run.Placement;
import io.shmem4j.sim.run.Simulation;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.sim.schedule.Scheduler.Outcome;

/**
 * MVAPICH2's sum within a node, after its public source. Each PE has a slot in shared memory: a full flag and the data,
 * each cache-line aligned. A PE copies its numbers into its slot; every fourth PE is a leader and adds the next three
 * slots to its own; the first PE adds the leaders' slots one by one and copies the sums into one more slot, from which
 * all PEs read. A move waits for its first line as for a single one; the next lines follow at the rate of a loop.
 */
public final class SlotSum {
    /** Maximum bytes of a slot. */
    public static final int SLOT = 8 << 10;
    private static final int DEGREE = 4;
    private static final int ROUNDS = 3;
    private static final long INTERVAL = 10_000_000_000L;

    private final int pes;
    /** Data lines of a slot. */
    private final int lines;
    private final int[] full;
    private final long[] sum;
    private long last;

    private SlotSum(int pes, int lines) {
        this.pes = pes;
        this.lines = lines;
        this.full = new int[pes + 1];
        this.sum = new long[pes];
    }

    /** {@return microseconds from a common start to the last PE's return, in a round whose lines are cached} */
    public static double micros(CoherentMachine machine, int pes, int bytes) {
        int lines = (bytes + machine.lineBytes() - 1) / machine.lineBytes();
        SlotSum slots = new SlotSum(pes, lines);
        Simulation simulation = new Simulation(machine, Placement.of(machine, pes, "scatter"), slots.buffer(pes),
            SimulationOptions.STANDARD);
        simulation.prefetch(Prefetch.ALL);
        Outcome outcome = simulation.run(pe -> {
            for (int number = 1; number <= ROUNDS; number++) {
                pe.waitUntilTime(number * INTERVAL);
                slots.round(pe, number);
                slots.last = number < ROUNDS ? 0 : Math.max(slots.last, pe.now() - number * INTERVAL);
            }
        });
        if (!(outcome instanceof Outcome.Finished)) {
            throw new IllegalStateException("the rounds did not come to their end: " + outcome);
        }
        if (slots.sum[0] != pes * (pes + 1L) / 2) {
            throw new IllegalStateException("the sum is " + slots.sum[0]);
        }
        return slots.last * 1e-6;
    }

    private long number(int slot) {
        return (long) slot * (1 + lines);
    }

    private long data(int slot) {
        return number(slot) + 1;
    }

    private long buffer(int pe) {
        return number(pes + 1) + (long) pe * lines;
    }

    private void round(VirtualPe pe, int round) {
        int me = pe.number();
        sum[me] = me + 1L;
        copy(pe, buffer(me), data(me));
        if (me % DEGREE == 0) {
            add(pe, round, me + 1, Math.min(me + DEGREE, pes), 1);
        }
        if (me == 0) {
            add(pe, round, DEGREE, pes, DEGREE);
            // The sums lie in the first PE's next slot.
            copy(pe, data(0), data(pes));
            fill(pe, round, pes);
        } else {
            fill(pe, round, me);
            pe.await(number(pes), () -> full[pes] >= round);
        }
        copy(pe, data(pes), buffer(me));
    }

    private void add(VirtualPe pe, int round, int first, int end, int step) {
        long mine = data(pe.number());
        for (int from = first; from < end; from += step) {
            int slot = from;
            pe.await(number(slot), () -> full[slot] >= round);
            pe.read(data(slot));
            pe.write(mine);
            if (lines > 1) {
                pe.combine(data(slot) + 1, mine + 1, mine + 1, lines - 1, false);
            }
            sum[pe.number()] += sum[slot];
        }
    }

    private void fill(VirtualPe pe, int round, int slot) {
        pe.write(number(slot));
        full[slot] = round;
    }

    private void copy(VirtualPe pe, long from, long to) {
        pe.read(from);
        pe.write(to);
        if (lines > 1) {
            pe.copy(from + 1, to + 1, lines - 1, false);
        }
    }
}
