// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshCosts;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The published formulas 13 to 16, with all distances 1. */
public final class BroadcastFormulas {
    private final MeshMachine machine;
    private final MeshCosts costs;
    private final int cores;

    public BroadcastFormulas(MeshMachine machine, int cores) {
        this.machine = machine;
        this.costs = new MeshCosts(machine);
        this.cores = cores;
    }

    /** {@return formula 13: microseconds that OC-Bcast takes for a message of at most one chunk} */
    public double latency(int k, int lines) {
        return (costs.putMemory(lines, 1, 1) + (long) OcBroadcast.depth(k, cores) * costs.get(lines, 1)
            + costs.getMemory(lines, 1, 1)) * 1e-6;
    }

    /**
     * {@return microseconds for a message of any length. Derived here: formula 13 with the longest notification path
     * and the flag of each level; each further chunk adds a get, a get to memory and its flags}
     *
     * @param looks whether the root checks its children's flags last, if that is later
     */
    public double latency(int k, int lines, boolean looks) {
        int first = Math.min(lines, OcBroadcast.chunkLines(machine));
        long heard = notified(Math.min(k, cores - 1), 2, costs.read(1));
        long set = costs.put(1, 1);
        long time = costs.putMemory(first, 1, 1) + OcBroadcast.depth(k, cores) * (heard + costs.get(first, 1) + set)
            + costs.getMemory(first, 1, 1);
        for (int done = first; done < lines; done += OcBroadcast.chunkLines(machine)) {
            int count = Math.min(lines - done, OcBroadcast.chunkLines(machine));
            time += costs.get(count, 1) + costs.getMemory(count, 1, 1) + flags(k);
        }
        long root = costs.putMemory(first, 1, 1) + heard + costs.get(first, 1) + set
            + Math.min(k, cores - 1) * costs.read(1);
        return (looks ? Math.max(time, root) : time) * 1e-6;
    }

    /** {@return picoseconds until the last child hears of a chunk through a tree of this degree} */
    private long notified(int children, int degree, long look) {
        long[] heard = new long[children + 1];
        for (int child = 1; child <= children; child++) {
            heard[child] = heard[(child - 1) / degree] + ((child - 1) % degree + 1) * costs.put(1, 1) + look;
        }
        return Arrays.stream(heard).max().orElseThrow();
    }

    /**
     * {@return whether a binary tree notifies the children at least as early as trees of higher degree}
     *
     * @param most the highest degree
     */
    public boolean binaryIsFirst(int children, int most) {
        return IntStream.rangeClosed(3, most).noneMatch(degree ->
            notified(children, degree, 0) < notified(children, 2, 0));
    }

    /** {@return formula 14: microseconds of a binomial tree} */
    public double binomial(int lines) {
        int levels = Integer.SIZE - Integer.numberOfLeadingZeros(cores - 1);
        return (levels * (lines * costs.write(1) + costs.getMemory(lines, 1, 1)) + lines * costs.readMemory(1))
            * 1e-6;
    }

    /**
     * {@return formula 15 in MB/s for a long message, with the flags of an inner node, or of a leaf if all nodes but
     * the root are leaves. Lines written to memory count on arrival, which is the convention that yields the published
     * numbers.}
     */
    public double throughput(int k) {
        int m = OcBroadcast.chunkLines(machine);
        return megabytes(m, costs.get(m, 1) + getMemory(m) + flags(k));
    }

    private long flags(int k) {
        long set = costs.put(1, 1);
        long poll = costs.read(1);
        return k >= cores - 1 ? 3 * set + 2 * poll : (k + 4) * (set + poll);
    }

    /** {@return formula 16: MB/s of scatter and allgather with one chunk per core} */
    public double scatterAllgather() {
        int m = OcBroadcast.chunkLines(machine);
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
