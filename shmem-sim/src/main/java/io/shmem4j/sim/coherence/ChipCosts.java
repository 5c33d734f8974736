// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.CoherentMachine.MultiLineFit;
import io.shmem4j.sim.machine.CoherentMachine.StateLatency;
import java.util.stream.DoubleStream;

/** A machine's costs in whole picoseconds, by line state. */
final class ChipCosts {
    /** The distance that lines have where distances do not count: a quarter of the ring. */
    static final int MIDDLE = 1;

    final long ownModified;
    final long ownExclusive;
    final long ownShared;
    final long ownDeviation;
    final long ownSharedDeviation;
    /** Costs of lines of other caches in state M, E and S, then their deviations, for each of three distances. */
    final long[][] others;
    final long memory;
    final long perReader;
    final long secondLevel;
    final long secondLevelStream;
    final long activeCached;
    final long activeMemory;
    final long streamCached;
    final long streamMemory;
    final long streamPrefetched;

    private final MultiLineFit cached;
    private final MultiLineFit fromMemory;

    ChipCosts(CoherentMachine machine, boolean active) {
        ownModified = picos(machine.latency().ownModified());
        ownExclusive = picos(machine.latency().ownExclusive());
        ownShared = picos(machine.latency().ownShared());
        ownDeviation = picos(machine.deviation().own());
        ownSharedDeviation = picos(machine.deviation().ownShared());
        StateLatency middle = new StateLatency(machine.latency().remoteModified(), machine.latency().remoteExclusive(),
            machine.latency().remoteShared(), machine.deviation().modified(), machine.deviation().exclusive(),
            machine.deviation().shared());
        others = machine.ring() == null ? new long[][] {picos(middle), picos(middle), picos(middle)}
            : new long[][] {picos(machine.ring().adjacent()), picos(middle), picos(machine.ring().opposite())};
        memory = picos(machine.latency().memory());
        perReader = picos(machine.perReader());
        secondLevel = picos(machine.cyclesToNs(machine.l2LatencyCycles()));
        secondLevelStream = picos(machine.cyclesToNs(machine.l2CyclesPerLine()));
        activeCached = active ? picos(machine.activeCached()) : 0;
        activeMemory = active ? picos(machine.activeMemory()) : 0;
        cached = machine.cached();
        fromMemory = machine.fromMemory();
        streamCached = picos(cached.o());
        streamMemory = picos(fromMemory.o());
        streamPrefetched = picos(machine.lineBytes() / machine.threadGBs());
    }

    /**
     * {@return the start-up time of a transfer of several lines}
     *
     * <p>The fits describe a whole message: the copy, and then the receiver's fetch of the last, modified line while
     * both sides are active. The simulation does that fetch separately, so it is subtracted here.
     */
    long startUp(int remote, int memory) {
        int lines = remote + memory;
        double fetch = others[MIDDLE][0] / 1000.0;
        double ofCached = cached.q() - cached.p() / lines - fetch - activeCached / 1000.0;
        double ofMemory = fromMemory.q() - fromMemory.p() / lines - fetch - activeMemory / 1000.0;
        return Math.max(0, picos((ofCached * remote + ofMemory * memory) / lines));
    }

    private static long[] picos(StateLatency at) {
        return DoubleStream.of(at.modified(), at.exclusive(), at.shared(), at.deviationModified(),
            at.deviationExclusive(), at.deviationShared()).mapToLong(ChipCosts::picos).toArray();
    }

    static long picos(double ns) {
        return Math.round(ns * 1000);
    }
}
