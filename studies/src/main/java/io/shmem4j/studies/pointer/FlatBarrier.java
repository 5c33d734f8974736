// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.run.Placement;
import io.shmem4j.sim.run.Simulation;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.run.VirtualPe;

/**
 * GASNet's default barrier within a node, after its public source: each PE marks its own line; the first PE reads all
 * lines, then marks one on which the other PEs wait.
 */
public final class FlatBarrier {
    private final int pes;
    private final int[] arrived;
    private int complete;

    private FlatBarrier(int pes) {
        this.pes = pes;
        this.arrived = new int[pes];
    }

    /** {@return microseconds from a common start to the last PE's return, in a round whose lines are cached} */
    public static double micros(CoherentMachine machine, int pes) {
        FlatBarrier barrier = new FlatBarrier(pes);
        return Rounds.lastMicros(new Simulation(machine, Placement.of(machine, pes, "scatter"), pes + 1,
            SimulationOptions.STANDARD), barrier::enter);
    }

    private void enter(VirtualPe pe, int round) {
        int me = pe.number();
        pe.write(me);
        arrived[me] = round;
        if (me == 0) {
            for (int other = 1; other < pes; other++) {
                int line = other;
                pe.await(line, () -> arrived[line] >= round);
            }
            pe.write(pes);
            complete = round;
        } else {
            pe.await(pes, () -> complete >= round);
        }
    }
}
