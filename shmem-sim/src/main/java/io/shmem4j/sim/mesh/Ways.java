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
        this.mpbRead = new Way[cores][cores];
        this.mpbWrite = new Way[cores][cores];
        this.memoryRead = new Way[cores][cores];
        this.memoryWrite = new Way[cores][cores];
        long hop = machine.times().hop();
        for (int core = 0; core < cores; core++) {
            for (int holder = 0; holder < cores; holder++) {
                int port = topology.tile(holder);
                int controller = topology.tiles() + topology.controller(holder);
                long way = hop * (options.distances() ? topology.distance(core, holder) : 1);
                long memoryWay = hop * (options.distances() ? topology.memoryDistance(core, holder) : 1);
                mpbRead[core][holder] = Way.remote(port, machine.times().mpbLine(), machine.portRead(), way);
                mpbWrite[core][holder] = Way.remote(port, machine.times().mpbLine(), machine.portWrite(), way);
                memoryRead[core][holder] = Way.remote(controller, machine.times().readMem(),
                    machine.controllerLine(), memoryWay);
                memoryWrite[core][holder] = Way.remote(controller, machine.times().writeMem(),
                    machine.controllerLine(), memoryWay);
            }
            if (options.mended()) {
                mpbRead[core][core] = Way.own(machine.cyclesToPicos(OWN_BUFFER_CYCLES));
                mpbWrite[core][core] = mpbRead[core][core];
            }
        }
    }

    Way of(int core, Place place, boolean write) {
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
