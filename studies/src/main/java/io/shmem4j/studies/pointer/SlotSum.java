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
 * A sum over all PEs of a machine as MVAPICH2 makes it within a node, by its public source: no messages, but a slot in
 * shared memory for each PE. A PE copies its numbers into its slot; leaders wait for the slots of the four PEs below
 * them in a tree and add them to their own; all PEs copy the sums out of the slot of the tree's root.
 */
public final class SlotSum {
    /** Most bytes of a slot. */
    public static final int SLOT = 8 << 10;
    private static final int DEGREE = 4;
    private static final int ROUNDS = 3;
    private static final long ROUND = 10_000_000_000L;
    /** Bytes of a slot's number, which says whether it is full. */
    private static final int HEAD = 8;

    private final int pes;
    private final int lines;
    private final int[] added;
    private final long[] sum;
    private long took;

    private SlotSum(int pes, int lines) {
        this.pes = pes;
        this.lines = lines;
        this.added = new int[pes];
        this.sum = new long[pes];
    }

    /** {@return microseconds from a common start to the last PE's return, in a round that finds its lines in caches} */
    public static double micros(CoherentMachine machine, int pes, int bytes) {
        int lines = (bytes + HEAD + machine.lineBytes() - 1) / machine.lineBytes();
        SlotSum slots = new SlotSum(pes, lines);
        Simulation simulation = new Simulation(machine, Placement.of(machine, pes, "scatter"), (2L * pes + 1) * lines,
            SimulationOptions.STANDARD);
        simulation.prefetch(Prefetch.CACHED);
        Outcome outcome = simulation.run(pe -> {
            for (int round = 1; round <= ROUNDS; round++) {
                pe.waitUntilTime(round * ROUND);
                slots.round(pe, round);
                slots.took = Math.max(round < ROUNDS ? 0 : slots.took, pe.now() - round * ROUND);
            }
        });
        if (!(outcome instanceof Outcome.Finished) || slots.sum[0] != pes * (pes + 1L) / 2) {
            throw new IllegalStateException("the sum is " + slots.sum[0] + ", " + outcome);
        }
        return slots.took * 1e-6;
    }

    private long slot(int pe) {
        return (long) pe * lines;
    }

    private long buffer(int pe) {
        return (long) (pes + 1 + pe) * lines;
    }

    private void round(VirtualPe pe, int round) {
        int me = pe.number();
        int first = DEGREE * me + 1;
        sum[me] = me + 1L;
        for (int child = first; child < Math.min(first + DEGREE, pes); child++) {
            int from = child;
            pe.await(slot(from) + lines - 1, () -> added[from] >= round);
            if (lines > 1) {
                pe.combine(slot(from), buffer(me), buffer(me), lines, true);
            }
            sum[me] += sum[child];
        }
        // All PEs but the root are read in the slot where they add, the root in the next one.
        copy(pe, buffer(me), slot(me == 0 ? pes : me));
        added[me] = round;
        if (me > 0) {
            pe.await(slot(pes) + lines - 1, () -> added[0] >= round);
            copy(pe, slot(pes), buffer(me));
        }
    }

    private void copy(VirtualPe pe, long from, long to) {
        if (lines == 1) {
            pe.read(from);
            pe.write(to);
        } else {
            pe.copy(from, to, lines, true);
        }
    }
}
