// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.machine.MeshMachine.MeshTimes;

/**
 * The published formulas of a line and of put and get, without waiting, in picoseconds. L is the time until data are at
 * their destination, C the time until the core continues, d a distance in routers.
 */
public final class MeshCosts {
    private final MeshTimes times;

    public MeshCosts(MeshMachine machine) {
        this.times = machine.times();
    }

    /** {@return formula 1: a line written to a message-passing buffer is there} */
    public long writeArrives(int d) {
        return times.mpbLine() + d * times.hop();
    }

    /** {@return formula 2: the core that wrote it continues} */
    public long write(int d) {
        return times.mpbLine() + 2 * d * times.hop();
    }

    /** {@return formula 3: a line read from a message-passing buffer} */
    public long read(int d) {
        return times.mpbLine() + 2 * d * times.hop();
    }

    /** {@return formula 4: a line written to memory is there} */
    public long writeMemoryArrives(int d) {
        return times.writeMem() + d * times.hop();
    }

    /** {@return formula 5: the core that wrote it continues} */
    public long writeMemory(int d) {
        return times.writeMem() + 2 * d * times.hop();
    }

    /** {@return formula 6: a line read from memory} */
    public long readMemory(int d) {
        return times.readMem() + 2 * d * times.hop();
    }

    /** {@return formula 7: a put of m lines from the own buffer} */
    public long put(int m, int to) {
        return times.putMpb() + m * (read(1) + write(to));
    }

    /** {@return formula 8: a put of m lines from memory} */
    public long putMemory(int m, int from, int to) {
        return times.putMem() + m * (readMemory(from) + write(to));
    }

    /** {@return formula 9: the lines of (7) are there} */
    public long putArrives(int m, int to) {
        return put(m, to) - write(to) + writeArrives(to);
    }

    /** {@return formula 10: the lines of (8) are there} */
    public long putMemoryArrives(int m, int from, int to) {
        return putMemory(m, from, to) - write(to) + writeArrives(to);
    }

    /** {@return formula 11: a get of m lines into the own buffer} */
    public long get(int m, int from) {
        return times.getMpb() + m * (read(from) + write(1));
    }

    /** {@return formula 12: a get of m lines into memory} */
    public long getMemory(int m, int from, int to) {
        return times.getMem() + m * (read(from) + writeMemory(to));
    }
}
