// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

import io.shmem4j.sim.machine.MeshMachine;

/** All ways from cores to places, and the contents of the places. */
final class Ways {
    private static final Way FREE = Way.own(0);
    /** Of an access to the own buffer on a chip without the bug (Kohler and others, section IV-D). */
    private static final int OWN_BUFFER_CYCLES = 15;

    /** The numbers in each core's message-passing buffer. */
    private final double[][] buffers;
    private final FlagTable flags;
    private final boolean[] registers;
    private final Way cachedWrite;
    private final MeshMachine machine;
    private final Topology topology;
    private final MeshOptions options;
    /** By core and holder, made at their first use. */
    private final Way[][] mpbRead;
    private final Way[][] mpbWrite;
    private final Way[][] memoryRead;
    private final Way[][] memoryWrite;

    Ways(MeshMachine machine, Topology topology, MeshOptions options, FlagTable flags) {
        int cores = topology.cores();
        this.flags = flags;
        this.registers = new boolean[cores];
        this.cachedWrite = Way.own(machine.cachedWrite());
        this.buffers = new double[cores][machine.mpbLines() * machine.numbersPerLine()];
        this.machine = machine;
        this.topology = topology;
        this.options = options;
        this.mpbRead = new Way[cores][];
        this.mpbWrite = new Way[cores][];
        this.memoryRead = new Way[cores][];
        this.memoryWrite = new Way[cores][];
    }

    private Way buffer(int core, int holder, boolean write) {
        Way[][] all = write ? mpbWrite : mpbRead;
        if (all[core] == null || all[core][holder] == null) {
            boolean own = core == holder && options.mended();
            keep(all, core, holder, own ? Way.own(machine.cyclesToPicos(OWN_BUFFER_CYCLES))
                : Way.remote(topology.tile(holder), machine.times().mpbLine(),
                    write ? machine.portWrite() : machine.portRead(),
                    machine.times().hop() * (options.distances() ? topology.distance(core, holder) : 1)));
        }
        return all[core][holder];
    }

    private Way memory(int core, int holder, boolean write) {
        Way[][] all = write ? memoryWrite : memoryRead;
        if (all[core] == null || all[core][holder] == null) {
            keep(all, core, holder, Way.remote(topology.tiles() + topology.controller(holder),
                write ? machine.times().writeMem() : machine.times().readMem(), machine.controllerLine(),
                machine.times().hop() * (options.distances() ? topology.memoryDistance(core, holder) : 1)));
        }
        return all[core][holder];
    }

    private static void keep(Way[][] all, int core, int holder, Way way) {
        if (all[core] == null) {
            all[core] = new Way[all.length];
        }
        all[core][holder] = way;
    }

    Way of(int core, Place place, boolean write) {
        return switch (place) {
            case Place.Mpb mpb -> buffer(core, mpb.core(), write);
            case Place.Private memory -> memory.cached() ? write ? cachedWrite : FREE
                : memory(core, core, write);
            case Place.Flag flag -> buffer(core, flag.core(), write);
            case Place.TestAndSet register -> buffer(core, register.core(), write);
            case Place.Shared shared -> memory(core, shared.core(), write);
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

    double[] mpb(int core) {
        return buffers[core];
    }

    FlagTable flags() {
        return flags;
    }

    /** A way to a line: over the mesh to a port or a controller, or into the own caches. */
    static final class Way {
        /** Number of the port or controller; negative for the own caches. */
        final int resource;
        final long overhead;
        final long service;
        final long way;
        final long wayBack;

        private Way(int resource, long overhead, long service, long way, long wayBack) {
            this.resource = resource;
            this.overhead = overhead;
            this.service = service;
            this.way = way;
            this.wayBack = wayBack;
        }

        static Way own(long picos) {
            return new Way(-1, picos, 0, 0, 0);
        }

        static Way remote(int resource, long overhead, long service, long way) {
            return new Way(resource, overhead, service, way, way);
        }
    }
}
