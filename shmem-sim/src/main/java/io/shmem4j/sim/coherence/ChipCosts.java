// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.CoherentMachine.MultiLineFit;

/** A machine's costs in whole picoseconds, by line state. */
final class ChipCosts {
    final long ownModified;
    final long ownExclusive;
    final long ownShared;
    final long remoteModified;
    final long remoteExclusive;
    final long remoteShared;
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
        remoteModified = picos(machine.latency().remoteModified());
        remoteExclusive = picos(machine.latency().remoteExclusive());
        remoteShared = picos(machine.latency().remoteShared());
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
        double fetch = remoteModified / 1000.0;
        double ofCached = cached.q() - cached.p() / lines - fetch - activeCached / 1000.0;
        double ofMemory = fromMemory.q() - fromMemory.p() / lines - fetch - activeMemory / 1000.0;
        return Math.max(0, picos((ofCached * remote + ofMemory * memory) / lines));
    }

    static long picos(double ns) {
        return Math.round(ns * 1000);
    }
}
