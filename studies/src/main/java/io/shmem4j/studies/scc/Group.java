// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshCore;
import io.shmem4j.sim.mesh.Place;
import io.shmem4j.studies.scc.Endpoint.Numbers;

/** One core's side of collectives of the first cores: rings and trees over messages. */
public final class Group {
    private final MeshCore core;
    private final Stack stack;
    private final Endpoint endpoint;
    private final int cores;
    private final int rank;
    private final int left;
    private final int right;
    private final MeshMachine machine;

    /** Creates the side of one core when the first {@code cores} cores take part. */
    public Group(MeshCore core, int cores, Stack stack, LayerTimes calls) {
        this.core = core;
        this.stack = stack;
        this.endpoint = new Endpoint(core, stack, calls);
        this.cores = cores;
        this.rank = core.number();
        this.left = Math.floorMod(rank - 1, cores);
        this.right = (rank + 1) % cores;
        this.machine = core.chip().machine();
    }

    public int cores() {
        return cores;
    }

    public int rank() {
        return rank;
    }

    public Stack stack() {
        return stack;
    }

    public MeshCore core() {
        return core;
    }

    /** Collects one vector from each core. The vectors are consecutive, and this core's is already there. */
    public void allgather(double[] vectors, int count) {
        ring(vectors, Blocks.balanced(count * cores, cores), 0);
    }

    /**
     * Passes blocks round the ring until every core has all of them. Initially a core has the block of its own number
     * plus a shift.
     */
    private void ring(double[] vector, Blocks blocks, int shift) {
        for (int round = 0; round < cores - 1; round++) {
            int out = blocks.wrap(rank + shift - round);
            int in = blocks.wrap(rank + shift - round - 1);
            endpoint.exchange(right, part(vector, blocks, out, out + 1), left, part(vector, blocks, in, in + 1),
                rank % 2 == 0);
        }
    }

    /** {@return a range of a vector} */
    private Numbers part(double[] vector, int from, int count) {
        return new Numbers(vector, from, count, fits(vector.length));
    }

    private Numbers part(double[] vector, Blocks blocks, int first, int end) {
        return part(vector, blocks.from(first), blocks.from(end) - blocks.from(first));
    }

    /** {@return whether a core's second cache keeps that many numbers from call to call} */
    boolean fits(long numbers) {
        return numbers * Double.BYTES <= (long) machine.l2().lines() * machine.lineBytes();
    }

    /** Sends every core a vector of its own. The vectors are consecutive. */
    public void alltoall(double[] out, double[] in, int count, boolean cached) {
        for (int round = 0; round < cores; round++) {
            int partner = Math.floorMod(round - rank, cores);
            if (partner == rank) {
                System.arraycopy(out, rank * count, in, rank * count, count);
                int lines = Math.ceilDiv(count, machine.numbersPerLine());
                core.spend(lines * (machine.times().readMem() + machine.times().writeMem()));
            } else {
                endpoint.exchange(partner, new Numbers(out, partner * count, count, cached), partner,
                    new Numbers(in, partner * count, count, cached), rank < partner);
            }
        }
    }

    /** Sums vectors. Core i ends with block i + 1 of the sum; the other blocks hold partial sums. */
    public void reduceScatter(double[] vector, Blocks blocks) {
        double[] received = new double[vector.length];
        for (int round = 0; round < cores - 1; round++) {
            int out = blocks.wrap(rank - round);
            int in = blocks.wrap(rank - round - 1);
            endpoint.exchange(right, part(vector, blocks, out, out + 1), left, part(received, blocks, in, in + 1),
                rank % 2 == 0);
            add(received, vector, blocks.from(in), blocks.count(in));
        }
    }

    private void add(double[] from, double[] to, int at, int count) {
        for (int i = at; i < at + count; i++) {
            to[i] += from[i];
        }
        core.spend(count * machine.reduceNumber());
    }

    /** Copies the vector of one core to all cores. */
    public void broadcast(int root, double[] vector, int count) {
        if (isShort(count)) {
            treeBroadcast(root, vector, count);
            return;
        }
        Blocks blocks = stack.blocks(count, cores);
        new HalvingTree(Math.floorMod(rank - root, cores), cores).down((low, middle, high) ->
            endpoint.send((root + middle) % cores, part(vector, blocks, middle, high)), (low, middle, high) ->
            endpoint.receive((root + low) % cores, part(vector, blocks, middle, high)));
        ring(vector, blocks, -root);
    }

    /** Copies the vector of one core to all cores down a tree, whatever its length. */
    public void treeBroadcast(int root, double[] vector, int count) {
        Numbers whole = part(vector, 0, count);
        new HalvingTree(Math.floorMod(rank - root, cores), cores).down((low, middle, high) ->
            endpoint.send((root + middle) % cores, whole), (low, middle, high) ->
            endpoint.receive((root + low) % cores, whole));
    }

    /** Copies core 0's vector to all cores as the simplest library does: core 0 sends it to each in turn. */
    public void serialBroadcast(double[] vector) {
        Numbers whole = part(vector, 0, vector.length);
        for (int other = 1; rank == 0 && other < cores; other++) {
            endpoint.send(other, whole);
        }
        if (rank > 0) {
            endpoint.receive(0, whole);
        }
    }

    /** Sums vectors in core 0's vector as the simplest library does: core 0 receives each in turn. */
    public void serialReduce(double[] vector) {
        double[] received = new double[vector.length];
        for (int other = 1; rank == 0 && other < cores; other++) {
            endpoint.receive(other, part(received, 0, vector.length));
            add(received, vector, 0, vector.length);
        }
        if (rank > 0) {
            endpoint.send(0, part(vector, 0, vector.length));
        }
    }

    /** Sums vectors in core 0's vector; those of other cores become partial sums. */
    public void reduce(double[] vector) {
        if (isShort(vector.length)) {
            treeReduce(vector);
            return;
        }
        Blocks blocks = stack.blocks(vector.length, cores);
        reduceScatter(vector, blocks);
        // Core i has block i + 1.
        Blocks slots = blocks.rotated();
        double[] gathered = new double[vector.length];
        System.arraycopy(vector, blocks.from(blocks.wrap(rank + 1)), gathered, slots.from(rank), slots.count(rank));
        new HalvingTree(rank, cores).up(
            (low, middle, high) -> endpoint.receive(middle, part(gathered, slots, middle, high)),
            (low, middle, high) -> endpoint.send(low, part(gathered, slots, middle, high)));
        for (int slot = 0; rank == 0 && slot < cores; slot++) {
            System.arraycopy(gathered, slots.from(slot), vector, blocks.from(blocks.wrap(slot + 1)), slots.count(slot));
        }
    }

    /** Sums vectors in core 0's vector up a tree, whatever their length. */
    public void treeReduce(double[] vector) {
        double[] received = new double[vector.length];
        new HalvingTree(rank, cores).up((low, middle, high) -> {
            endpoint.receive(middle, part(received, 0, vector.length));
            add(received, vector, 0, vector.length);
        }, (low, middle, high) -> endpoint.send(low, part(vector, 0, vector.length)));
    }

    /** Sums vectors on all cores up a tree and down again, whatever their length. */
    public void treeAllreduce(double[] vector) {
        treeReduce(vector);
        treeBroadcast(0, vector, vector.length);
    }

    /** Sums vectors on all cores. */
    public void allreduce(double[] vector) {
        if (isShort(vector.length)) {
            treeAllreduce(vector);
            return;
        }
        Blocks blocks = stack.blocks(vector.length, cores);
        if (stack == Stack.MPB_DIRECT) {
            reduceScatterInBuffers(vector);
        } else {
            reduceScatter(vector, blocks);
        }
        ring(vector, blocks, 1);
    }

    /**
     * Sums round the ring in the message-passing buffers: each core reads its left neighbour's block, adds its own
     * numbers and writes the sum into the half of its buffer that its right neighbour is not reading. A long vector
     * takes several turns.
     */
    private void reduceScatterInBuffers(double[] vector) {
        Blocks blocks = Blocks.balanced(vector.length, cores);
        int most = Endpoint.payloadLines(machine) / 2 * machine.numbersPerLine();
        int longest = blocks.count(0);
        for (int offset = 0; offset < longest; offset += most) {
            turn(vector, blocks, offset, Math.min(most, longest - offset));
        }
    }

    private void turn(double[] vector, Blocks blocks, int offset, int most) {
        int own = blocks.wrap(rank);
        endpoint.message();
        core.put(part(vector, 0, 0).place(blocks.from(own) + offset), half(rank, 0),
            count(blocks, own, offset, most));
        endpoint.signalSent(right);
        for (int round = 0; round < cores - 1; round++) {
            int block = blocks.wrap(rank - round - 1);
            endpoint.round();
            endpoint.message();
            if (round > 0) {
                endpoint.message();
            }
            endpoint.awaitSent(left);
            if (round > 0) {
                endpoint.awaitReadyButOne(right);
            }
            core.spend(machine.times().getMpb());
            core.sum(half(left, round), half(rank, round + 1), count(blocks, block, offset, most), vector,
                blocks.from(block) + offset);
            endpoint.signalReady(left);
            if (round < cores - 2) {
                endpoint.signalSent(right);
            }
        }
        int last = blocks.wrap(rank + 1);
        core.get(half(rank, cores - 1), part(vector, 0, 0).place(blocks.from(last) + offset),
            count(blocks, last, offset, most));
        endpoint.awaitReady(right);
    }

    private static int count(Blocks blocks, int block, int offset, int most) {
        return Math.max(0, Math.min(most, blocks.count(block) - offset));
    }

    private Place.Mpb half(int of, int round) {
        return new Place.Mpb(of, round % 2 * (Endpoint.payloadLines(machine) / 2));
    }

    private boolean isShort(int count) {
        return count <= cores;
    }
}
