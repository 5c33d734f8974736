// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshCosts;

/** The published formulas 13 to 16, all distances 1. */
public final class BroadcastFormulas {
    private final MeshMachine machine;
    private final MeshCosts costs;
    private final int cores;

    public BroadcastFormulas(MeshMachine machine, int cores) {
        this.machine = machine;
        this.costs = new MeshCosts(machine);
        this.cores = cores;
    }

    /** {@return formula 13: microseconds of a message of at most one chunk by OC-Bcast} */
    public double latency(int k, int lines) {
        return (costs.putMemory(lines, 1, 1) + (long) OcBroadcast.depth(k, cores) * costs.get(lines, 1)
            + costs.getMemory(lines, 1, 1)) * 1e-6;
    }

    /** {@return formula 14: microseconds by a binomial tree} */
    public double binomial(int lines) {
        int levels = Integer.SIZE - Integer.numberOfLeadingZeros(cores - 1);
        return (levels * (lines * costs.write(1) + costs.getMemory(lines, 1, 1)) + lines * costs.readMemory(1))
            * 1e-6;
    }

    /**
     * {@return formula 15 with the flags of an inner node, or of a leaf if all but the root are leaves: MB/s of a long
     * message. Lines written to memory count when they arrive, the convention that gives the published numbers.}
     */
    public double throughput(int k) {
        int m = machine.chunkLines();
        long set = costs.put(1, 1);
        long poll = costs.read(1);
        long flags = k >= cores - 1 ? 3 * set + 2 * poll : (k + 4) * (set + poll);
        return megabytes(m, costs.get(m, 1) + getMemory(m) + flags);
    }

    /** {@return formula 16: MB/s of scatter and allgather of as many chunks as there are cores} */
    public double scatterAllgather() {
        int m = machine.chunkLines();
        long time = cores * (costs.putMemory(m, 1, 1) + getMemory(m))
            + (2L * cores - 3) * (m * costs.write(1) + getMemory(m));
        return megabytes(cores * m, time);
    }

    private long getMemory(int lines) {
        return costs.getMemory(lines, 1, 1) - lines * (costs.writeMemory(1) - costs.writeMemoryArrives(1));
    }

    private double megabytes(int lines, long picos) {
        return lines * machine.lineBytes() * 1e6 / picos;
    }
}
