// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshCore;
import io.shmem4j.sim.mesh.Place;
import io.shmem4j.studies.scc.Endpoint.Numbers;
import java.util.Arrays;

/**
 * OC-Bcast: chunks travel down a k-ary tree of message-passing buffers, two at a time. The children of a node notify
 * each other of a chunk through a binary tree, and each gets it from the parent's buffer.
 */
public final class OcBroadcast implements Broadcast {
    /** Chunks per buffer, as published. */
    private static final int BUFFERS = 2;
    private static final int BINARY = 2;

    private final MeshCore core;
    private final MeshMachine machine;
    private final int cores;
    private final Kary tree;
    private final int chunkLines;
    /** Number of cores that share a buffer. */
    private final int sharing;
    private final long call;
    private long chunk;

    private OcBroadcast(MeshCore core, int cores, Kary tree, LayerTimes calls) {
        this.core = core;
        this.tree = tree;
        this.call = calls.broadcastCall();
        this.machine = core.chip().machine();
        this.chunkLines = chunkLines(machine) * BUFFERS / tree.buffers;
        this.sharing = tree.leaves == Leaves.SHARE ? machine.coresPerTile() : 1;
        if (cores % sharing != 0) {
            throw new IllegalArgumentException("cores that share buffers are as many as whole tiles have, not "
                + cores);
        }
        if (tree.k < 1 || tree.k > mostChildren(machine)) {
            throw new IllegalArgumentException("a node has 1 to " + mostChildren(machine)
                + " children, for whose flags the buffer has lines, not " + tree.k);
        }
        this.cores = cores;
    }

    /**
     * OC-Bcast with k children per node.
     *
     * @param k number of children
     * @param late whether the end of a broadcast checks the children's flags only when the last one is set, as in the
     * published formula
     * @param degree degree of the notification tree; 2 is published
     * @param buffers chunks per buffer, which share its lines; 2 is published
     * @param keeps whether cores copy chunks from their buffers to their memories, as published
     * @param leaves how cores without children receive
     */
    public record Kary(int k, boolean late, int degree, int buffers, boolean keeps, Leaves leaves) implements Kind {
        /** OC-Bcast as published. */
        public Kary(int k) {
            this(k, false, BINARY, BUFFERS, true, Leaves.COPY);
        }

        /** OC-Bcast with other leaves. */
        public Kary(int k, Leaves leaves) {
            this(k, false, BINARY, BUFFERS, true, leaves);
        }

        @Override
        public String title() {
            return "k=" + k + (leaves == Leaves.COPY ? "" : ", " + leaves.title());
        }

        @Override
        public Broadcast on(MeshCore core, int cores, LayerTimes calls) {
            return new OcBroadcast(core, cores, this, calls);
        }
    }

    /** How cores without children receive. The paper names all of these and measures the first. */
    public enum Leaves {
        /** A leaf copies a chunk to its buffer, and from there to its memory. */
        COPY("as published"),
        /** A leaf copies a chunk from the parent's buffer to its memory. */
        SKIP("leaves skip their buffer"),
        /** As SKIP, in a tree of tiles: one core of a tile gets a chunk, and the other is its leaf. */
        SHARE("two cores share a buffer");

        private final String title;

        Leaves(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    @Override
    public void run(int root, Numbers message) {
        int node = Math.floorMod(core.number() / sharing - root / sharing, cores / sharing) * sharing
            + Math.floorMod(core.number() - root, sharing);
        chunks(root, node, message);
        for (int position = 1; tree.late && position <= children(node); position++) {
            core.awaitUnread(done(position), chunk);
        }
        awaitChildren(node, chunk);
    }

    private void chunks(int root, int node, Numbers message) {
        long before = chunk;
        core.spend(call);
        int most = chunkLines * machine.numbersPerLine();
        for (int done = 0; done < message.count(); done += most) {
            chunk++;
            boolean full = chunk - before > tree.buffers;
            int count = Math.min(most, message.count() - done);
            if (node == 0) {
                lead(root, message.place(done), count, full);
            } else {
                follow(root, node, message.place(done), count, full);
            }
        }
    }

    private void lead(int root, Place data, int count, boolean full) {
        if (full) {
            awaitChildren(0, chunk - tree.buffers);
        }
        core.put(data, buffer(core.number()), count);
        tellNext(root, 0, 0);
    }

    private void follow(int root, int node, Place data, int count, boolean full) {
        int parent = node % sharing > 0 ? node - node % sharing : parent(tree.k, node / sharing) * sharing;
        int position = node % sharing > 0 ? tiles(parent) + node % sharing
            : node / sharing - parent / sharing * tree.k;
        boolean skips = tree.leaves != Leaves.COPY && children(node) == 0;
        core.await(notified(), chunk);
        tellNext(root, parent, position);
        if (full) {
            awaitChildren(node, chunk - tree.buffers);
        }
        core.get(buffer(core(root, parent)), skips ? data : buffer(core.number()), count);
        core.set(core(root, parent), done(position), chunk);
        tellNext(root, node, 0);
        if (tree.keeps && !skips) {
            core.get(buffer(core.number()), data, count);
        }
    }

    /** Notifies the children of a position in a parent's notification tree. */
    private void tellNext(int root, int parent, int position) {
        int first = tree.degree * position + 1;
        for (int child = first; child < first + tree.degree && child <= children(parent); child++) {
            core.set(core(root, child(parent, child)), notified(), chunk);
        }
    }

    private void awaitChildren(int node, long of) {
        for (int position = 1; position <= children(node); position++) {
            core.await(done(position), of);
        }
    }

    /**
     * {@return the number of children of a node in other tiles if cores share buffers, otherwise the number of
     * children}
     */
    private int tiles(int node) {
        return Math.max(0, Math.min(tree.k, cores / sharing - 1 - node / sharing * tree.k));
    }

    private int children(int node) {
        return node % sharing > 0 ? 0 : tiles(node) + sharing - 1;
    }

    private int child(int node, int position) {
        return position > tiles(node) ? node + position - tiles(node)
            : (node / sharing * tree.k + position) * sharing;
    }

    private int core(int root, int node) {
        return (root - root % sharing + node - node % sharing) % cores + (root + node) % sharing;
    }

    private Place.Mpb buffer(int of) {
        return new Place.Mpb(of, (int) (chunk % tree.buffers) * chunkLines);
    }

    private int notified() {
        return Endpoint.freeFlag(core);
    }

    private int done(int position) {
        return notified() + position;
    }

    /** {@return the lines of a chunk, which on the SCC are the published 96} */
    static int chunkLines(MeshMachine machine) {
        return machine.mpbLines() * 3 / 8;
    }

    /** {@return the largest k; each child needs a line for its flag} */
    public static int mostChildren(MeshMachine machine) {
        return machine.mpbLines() - BUFFERS * chunkLines(machine) - 1;
    }

    /** {@return the parent of a node; the root is 0} */
    private static int parent(int k, int node) {
        return (node - 1) / k;
    }

    /** {@return the number of edges from the root to the farthest node} */
    public static int depth(int k, int cores) {
        int[] level = new int[cores];
        for (int node = 1; node < cores; node++) {
            level[node] = level[parent(k, node)] + 1;
        }
        return Arrays.stream(level).max().orElse(0);
    }
}
