// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

import io.shmem4j.sim.machine.MeshMachine;
import java.util.Arrays;

/** Routes from cores to places, and the contents of the places. */
final class Ways {
    private static final Way FREE = Way.own(0);
    /** Cycles of an access to a core's own buffer on a chip without the bug (Kohler and others, section IV-D). */
    private static final int OWN_BUFFER_CYCLES = 15;

    /** The numbers in each core's message-passing buffer. */
    private final double[][] buffers;
    private final FlagTable flags;
    private final boolean[] registers;
    private final Way cachedWrite;
    private final Way[] looking;
    private final MeshMachine machine;
    private final Topology topology;
    private final MeshOptions options;
    /** Routes for reads and writes of buffers, then of memory, by core and holder; made on demand. */
    private final Way[][][] known;

    Ways(MeshMachine machine, Topology topology, MeshOptions options, FlagTable flags, Looks looks) {
        int cores = topology.cores();
        this.looking = new Way[cores];
        Arrays.setAll(looking, core -> looks.way(topology.tile(core)));
        this.flags = flags;
        this.registers = new boolean[cores];
        this.cachedWrite = Way.own(machine.cachedWrite());
        this.buffers = new double[cores][machine.mpbLines() * machine.numbersPerLine()];
        this.machine = machine;
        this.topology = topology;
        this.options = options;
        this.known = new Way[4][cores][];
    }

    private Way known(int core, int holder, boolean memory, boolean write) {
        Way[][] all = known[(memory ? 2 : 0) + (write ? 1 : 0)];
        if (all[core] == null) {
            all[core] = new Way[all.length];
        }
        if (all[core][holder] == null) {
            all[core][holder] = memory ? memory(core, holder, write) : buffer(core, holder, write);
        }
        return all[core][holder];
    }

    private Way buffer(int core, int holder, boolean write) {
        return core == holder && options.mended() ? Way.own(machine.cyclesToPicos(OWN_BUFFER_CYCLES))
            : new Way(topology.tile(holder), machine.times().mpbLine(),
                write ? machine.portWrite() : machine.portRead(),
                machine.times().hop() * (options.distances() ? topology.distance(core, holder) : 1));
    }

    private Way memory(int core, int holder, boolean write) {
        return new Way(topology.tiles() + topology.controller(holder),
            write ? machine.times().writeMem() : machine.times().readMem(), machine.controllerLine(),
            machine.times().hop() * (options.distances() ? topology.memoryDistance(core, holder) : 1));
    }

    Way of(int core, Place place, boolean write) {
        return switch (place) {
            case Place.Mpb mpb -> known(core, mpb.core(), false, write);
            case Place.Private memory -> memory.cached() ? write ? cachedWrite : FREE
                : known(core, core, true, write);
            case Place.Flag flag -> write ? known(core, flag.core(), false, true) : looking[core];
            case Place.TestAndSet register -> known(core, register.core(), false, write);
            case Place.Shared shared -> known(core, shared.core(), true, write);
            case Place.Registers registers -> FREE;
        };
    }

    /** Sets a register; {@return whether it was clear} */
    boolean testAndSet(int core) {
        boolean clear = !registers[core];
        registers[core] = true;
        return clear;
    }

    void clear(int core) {
        registers[core] = false;
    }

    double[] mpb(int core) {
        return buffers[core];
    }

    FlagTable flags() {
        return flags;
    }

    /**
     * A route to a line: over the mesh to a port or a controller, or to the core's own caches.
     *
     * @param resource number of the port or controller; negative for the core's own caches
     * @param way      time of each direction
     */
    record Way(int resource, long overhead, long service, long way) {
        static Way own(long picos) {
            return new Way(-1, picos, 0, 0);
        }
    }
}
