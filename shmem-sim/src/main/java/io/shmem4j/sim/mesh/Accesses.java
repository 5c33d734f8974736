// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

import io.shmem4j.sim.machine.MeshMachine;

/** All ways from cores to places, and the contents of the places. */
final class Accesses {
    private static final Access FREE = Access.own(0);
    /** Of an access to the own buffer on a chip without the bug (Kohler and others, section IV-D). */
    private static final int OWN_BUFFER_CYCLES = 15;

    private final Mpb[] buffers;
    private final FlagTable flags;
    private final boolean[] registers;
    private final Access cachedWrite;
    private final Access[][] mpbRead;
    private final Access[][] mpbWrite;
    private final Access[][] memoryRead;
    private final Access[][] memoryWrite;

    Accesses(MeshMachine machine, Topology topology, MeshOptions options, FlagTable flags) {
        int cores = topology.cores();
        this.flags = flags;
        this.registers = new boolean[cores];
        this.cachedWrite = Access.own(machine.cachedWrite());
        this.buffers = new Mpb[cores];
        this.mpbRead = new Access[cores][cores];
        this.mpbWrite = new Access[cores][cores];
        this.memoryRead = new Access[cores][cores];
        this.memoryWrite = new Access[cores][cores];
        long hop = machine.times().hop();
        for (int core = 0; core < cores; core++) {
            buffers[core] = new Mpb(machine.mpbLines() * machine.numbersPerLine());
            for (int holder = 0; holder < cores; holder++) {
                int port = topology.tile(holder);
                int controller = topology.tiles() + topology.controller(holder);
                long way = hop * (options.distances() ? topology.distance(core, holder) : 1);
                long memoryWay = hop * (options.distances() ? topology.memoryDistance(core, holder) : 1);
                mpbRead[core][holder] = Access.remote(port, machine.times().mpbLine(), machine.portRead(), way);
                mpbWrite[core][holder] = Access.remote(port, machine.times().mpbLine(), machine.portWrite(), way);
                memoryRead[core][holder] = Access.remote(controller, machine.times().readMem(),
                    machine.controllerLine(), memoryWay);
                memoryWrite[core][holder] = Access.remote(controller, machine.times().writeMem(),
                    machine.controllerLine(), memoryWay);
            }
            if (options.mended()) {
                mpbRead[core][core] = Access.own(machine.cyclesToPicos(OWN_BUFFER_CYCLES));
                mpbWrite[core][core] = mpbRead[core][core];
            }
        }
    }

    Access of(int core, Place place, boolean write) {
        return switch (place) {
            case Place.Mpb mpb -> (write ? mpbWrite : mpbRead)[core][mpb.core()];
            case Place.Private memory -> memory.cached() ? write ? cachedWrite : FREE
                : (write ? memoryWrite : memoryRead)[core][core];
            case Place.Flag flag -> (write ? mpbWrite : mpbRead)[core][flag.core()];
            case Place.TestAndSet register -> (write ? mpbWrite : mpbRead)[core][register.core()];
            case Place.Shared shared -> (write ? memoryWrite : memoryRead)[core][shared.core()];
            case Place.Registers registers -> FREE;
        };
    }

    /** {@return whether a register was clear, which it is no longer} */
    boolean testAndSet(int core) {
        boolean clear = !registers[core];
        registers[core] = true;
        return clear;
    }

    void clear(int core) {
        registers[core] = false;
    }

    Mpb mpb(int core) {
        return buffers[core];
    }

    FlagTable flags() {
        return flags;
    }
}
