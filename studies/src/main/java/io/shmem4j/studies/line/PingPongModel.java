// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.CoherentMachine.LatencyDeviation;
import io.shmem4j.sim.machine.CoherentMachine.LineLatency;

/** Equations 1 and 2: half of a ping-pong of one line and of several lines. */
public record PingPongModel(CoherentMachine machine) {
    /**
     * {@return R_L + R_R,E + R_R,M: the sender reads its buffer and takes the receiver's line, which the receiver then
     * reads modified; overhead is the cost of two active sides}
     */
    public double oneLine(boolean sourceInMemory, boolean overhead) {
        LineLatency line = machine.latency();
        double source = sourceInMemory ? line.memory() : line.ownExclusive();
        double active = sourceInMemory ? machine.activeMemory() : machine.activeCached();
        return source + line.remoteExclusive() + line.remoteModified() + (overhead ? active : 0);
    }

    /** {@return the standard deviation of {@link #oneLine} if its three lines have independent directories} */
    public double oneLineDeviation(boolean sourceInMemory) {
        LatencyDeviation line = machine.deviation();
        double source = sourceInMemory ? line.memory() : line.own();
        return Math.sqrt(source * source + line.exclusive() * line.exclusive() + line.modified() * line.modified());
    }

    /** {@return 2 N R / P + R_R,M, the simple model that the paper rejects, scaled to fit the longest message} */
    public double simple(int lines, boolean fromMemory) {
        return fetched(lines, fromMemory) * lines(machine.maxLines(), fromMemory)
            / fetched(machine.maxLines(), fromMemory);
    }

    private double fetched(int lines, boolean fromMemory) {
        LineLatency line = machine.latency();
        return 2 * lines * (fromMemory ? line.memory() : line.remoteExclusive()) / machine.outstanding()
            + line.remoteModified();
    }

    /** {@return T(N)} */
    public double lines(int lines, boolean fromMemory) {
        return (fromMemory ? machine.fromMemory() : machine.cached()).time(lines);
    }
}
