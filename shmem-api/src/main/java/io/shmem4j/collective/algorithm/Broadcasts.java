// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.BroadcastAlgorithm;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.collective.team.Levels;
import io.shmem4j.collective.team.Split;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.collective.team.Tree;

/** The broadcast algorithms, and the choice between them. */
final class Broadcasts {
    private static final Broadcast LEVELS = new LevelsBroadcast();
    private static final Broadcast[] ALL = new Broadcast[BroadcastAlgorithm.values().length];

    static {
        ALL[BroadcastAlgorithm.FLAT.ordinal()] = new FlatBroadcast();
        ALL[BroadcastAlgorithm.BINOMIAL.ordinal()] = new TreeBroadcast(BroadcastAlgorithm.BINOMIAL);
        ALL[BroadcastAlgorithm.KNOMIAL.ordinal()] = new TreeBroadcast(BroadcastAlgorithm.KNOMIAL);
        ALL[BroadcastAlgorithm.FIBONACCI.ordinal()] = new TreeBroadcast(BroadcastAlgorithm.FIBONACCI);
        ALL[BroadcastAlgorithm.TREE.ordinal()] = new TreeBroadcast(BroadcastAlgorithm.TREE);
        ALL[BroadcastAlgorithm.SLICES.ordinal()] = new SlicesBroadcast();
        ALL[BroadcastAlgorithm.SCATTER.ordinal()] = new ScatterBroadcast();
        ALL[BroadcastAlgorithm.OCBCAST.ordinal()] = new OcbcastBroadcast();
    }

    private Broadcasts() {
    }

    static Broadcast chosen(TeamView team, CollectiveOptions options, long bytes) {
        if (options.broadcast() != BroadcastAlgorithm.AUTO) {
            return ALL[options.broadcast().ordinal()];
        }
        return team.levels() == null ? fastest(team, bytes) : LEVELS;
    }

    /** {@return the fastest single-node algorithm} */
    static Broadcast fastest(TeamView team, long bytes) {
        return ALL[team.choices().of(BroadcastAlgorithm.AUTO, Operation.BROADCAST, bytes)];
    }

    /**
     * An algorithm that copies a root's data to every member.
     *
     * <p>A member may leave before others enter. It then leaves data for them in the group's buffer, see
     * {@link Staging#next}, or waits until they have read the data. Members write only their own dest.
     */
    interface Broadcast {
        /** Maximum size of data in the group's buffer, which saves the sender the wait for its readers. */
        long STAGED_BYTES = 16 << 10;

        /**
         * Broadcasts at least one byte in a group of at least two members. The root also has a dest, which may be its
         * source.
         */
        void broadcast(TeamView team, long dest, long source, long bytes, int root);
    }

    /**
     * All members read from the root. Short data are in the root's buffer, or even in the cache line of the
     * announcement, and the root continues at once. Long data are read from the source while the root waits.
     */
    private static final class FlatBroadcast implements Broadcast {
        @Override
        public void broadcast(TeamView team, long dest, long source, long bytes, int root) {
            Staging staging = team.staging();
            boolean staged = bytes <= STAGED_BYTES;
            long area = staging.next(staged ? bytes : 0);
            long from = !staged ? source : bytes <= Staging.ANNOUNCED_BYTES ? staging.announcedData() : area;
            if (!staged) {
                team.readers().expect(root, team.size() - 1);
            }
            if (team.me() != root) {
                staging.awaitAnnounced(root);
                team.get(dest, root, from, bytes);
                if (!staged) {
                    team.readers().done(root);
                }
                return;
            }
            team.copy(from, source, bytes);
            staging.announce();
            team.copy(dest, source, bytes);
            if (!staged) {
                team.readers().await();
            }
        }
    }

    /**
     * Down a tree: a node reads from its parent, then announces the data to all its children at once.
     *
     * <p>Short data go from buffer to buffer, or even in the cache line of the announcement: a child fetches one line,
     * and a parent continues without waiting. Long data are read from the parent's dest, and the parent waits for its
     * children's signals before it leaves.
     */
    private static final class TreeBroadcast implements Broadcast {
        private final BroadcastAlgorithm shape;

        TreeBroadcast(BroadcastAlgorithm shape) {
            this.shape = shape;
        }

        @Override
        public void broadcast(TeamView team, long dest, long source, long bytes, int root) {
            Tree tree = team.shapes().broadcast(shape);
            Staging staging = team.staging();
            int size = team.size();
            int node = Math.floorMod(team.me() - root, size);
            int children = tree.childCount(node);
            boolean staged = bytes <= STAGED_BYTES;
            long area = staging.next(staged ? bytes : 0);
            long buffer = !staged ? dest : bytes <= Staging.ANNOUNCED_BYTES ? staging.announcedData() : area;
            if (node == 0) {
                team.copy(buffer, source, bytes);
            } else {
                int parent = (tree.parent(node) + root) % size;
                staging.awaitAnnounced(parent);
                team.get(children > 0 ? buffer : dest, parent, buffer, bytes);
                if (!staged) {
                    team.links().signal(parent);
                }
            }
            if (children == 0) {
                return;
            }
            staging.announce();
            team.copy(dest, buffer, bytes);
            for (int i = 0; i < children && !staged; i++) {
                team.links().await((tree.child(node, i) + root) % size);
            }
        }
    }

    /**
     * A broadcast in two levels: the root passes its data to the members on its node, their leader to the other
     * leaders, and these to the members on their nodes.
     */
    private static final class LevelsBroadcast implements Broadcast {
        private static final Broadcast BETWEEN = new PushBroadcast();

        @Override
        public void broadcast(TeamView team, long dest, long source, long bytes, int root) {
            Levels levels = team.levels();
            int first = levels.node(root);
            boolean own = first == levels.node();
            if (own) {
                here(levels.here(), dest, source, bytes, root - levels.first(first));
            }
            if (levels.leaders() != null) {
                BETWEEN.broadcast(levels.leaders(), dest, dest, bytes, first);
            }
            if (!own) {
                here(levels.here(), dest, dest, bytes, 0);
            }
        }

        private static void here(TeamView here, long dest, long source, long bytes, int root) {
            if (here.size() == 1) {
                here.copy(dest, source, bytes);
            } else {
                Broadcasts.fastest(here, bytes).broadcast(here, dest, source, bytes, root);
            }
        }
    }

    /**
     * Down a binomial tree between nodes, by puts: a get takes twice as long there, and a member can wait only for
     * cells of its own node.
     *
     * <p>Short data go to the child's buffer, so a parent waits for no child. Long data go to the child's dest after
     * the child has signalled its arrival.
     */
    private static final class PushBroadcast implements Broadcast {
        @Override
        public void broadcast(TeamView team, long dest, long source, long bytes, int root) {
            Tree tree = team.shapes().broadcast(BroadcastAlgorithm.BINOMIAL);
            Staging staging = team.staging();
            int size = team.size();
            int node = Math.floorMod(team.me() - root, size);
            boolean staged = bytes <= STAGED_BYTES;
            long area = staging.next(staged ? bytes : 0);
            long have = source;
            if (node != 0) {
                int parent = (tree.parent(node) + root) % size;
                if (!staged) {
                    team.signal(parent);
                }
                team.links().await(parent);
                have = staged ? area : dest;
            }
            for (int i = 0; i < tree.childCount(node); i++) {
                int child = (tree.child(node, i) + root) % size;
                if (!staged) {
                    team.links().await(child);
                }
                team.put(child, staged ? area : dest, have, bytes);
                team.signal(child);
            }
            team.copy(dest, have, bytes);
        }
    }

    /**
     * Scatter and allgather: each member reads a block of its own from the root, announces it, and reads the other
     * blocks from the members that have announced them, starting with its right neighbour. A barrier at the end keeps
     * every dest in place until all have read it.
     */
    private static final class ScatterBroadcast implements Broadcast {
        @Override
        public void broadcast(TeamView team, long dest, long source, long bytes, int root) {
            Staging staging = team.staging();
            int size = team.size();
            int me = team.me();
            Split split = team.split(bytes, 1, size);
            staging.next(0);
            if (me == root) {
                staging.announce();
                team.copy(dest, source, bytes);
            } else {
                staging.awaitAnnounced(root);
                team.get(dest + split.start(me), root, source + split.start(me), split.length(me));
                staging.announce();
                for (int step = 1; step < size; step++) {
                    int peer = (me + step) % size;
                    staging.awaitAnnounced(peer);
                    long at = split.start(peer);
                    team.get(dest + at, peer, (peer == root ? source : dest) + at, split.length(peer));
                }
            }
            team.sync();
        }
    }

    /**
     * Pipelined slices, one per reader. In the first stage each reader copies its own slice from the root. In each
     * later stage it copies from its right neighbour in the ring of readers the slice that the neighbour got in the
     * stage before, so each member serves only one reader at a time.
     *
     * <p>A reader signals its left neighbour after each stage, and leaves when the left neighbour has signalled that it
     * is done.
     */
    private static final class SlicesBroadcast implements Broadcast {
        @Override
        public void broadcast(TeamView team, long dest, long source, long bytes, int root) {
            int readers = team.size() - 1;
            team.staging().next(0);
            team.readers().expect(root, readers);
            if (team.me() == root) {
                team.staging().announce();
                team.copy(dest, source, bytes);
                team.readers().await();
                return;
            }
            Split split = team.split(bytes, 1, readers);
            int number = Math.floorMod(team.me() - root - 1, team.size());
            int left = member(team, root, number - 1);
            int right = member(team, root, number + 1);
            team.staging().awaitAnnounced(root);
            team.get(dest + split.start(number), root, source + split.start(number), split.length(number));
            team.readers().done(root);
            for (int stage = 1; stage < readers; stage++) {
                team.links().signal(left);
                team.links().await(right);
                long at = split.start((number + stage) % readers);
                team.get(dest + at, right, dest + at, split.length((number + stage) % readers));
            }
            if (readers > 1) {
                team.links().signal(right);
                team.links().await(left);
            }
        }

        private static int member(TeamView team, int root, int number) {
            return (root + 1 + Math.floorMod(number, team.size() - 1)) % team.size();
        }
    }

    /**
     * OC-Bcast, the on-chip broadcast of Petrovic, Shahmirzadi, Ropars and Schiper: a tree with many children per node.
     * All children of a node read each chunk in one of the node's two buffers. They are notified along a binary tree of
     * their own: the node signals the first two children, and each child signals the next two.
     *
     * <p>A node refills a buffer when all its children have acknowledged the chunk that was in it. So children read one
     * chunk while their parent fetches the next.
     */
    private static final class OcbcastBroadcast implements Broadcast {
        private static final int CHILDREN = 7;
        private static final long CHUNK_BYTES = 16 << 10;

        @Override
        public void broadcast(TeamView team, long dest, long source, long bytes, int root) {
            long chunk = Math.min(CHUNK_BYTES, Staging.round(bytes));
            long buffers = team.staging().next(2 * chunk);
            int node = Math.floorMod(team.me() - root, team.size());
            int children = Math.clamp(team.size() - 1 - (long) node * CHILDREN, 0, CHILDREN);
            int chunks = (int) ((bytes + chunk - 1) / chunk);
            for (int i = 0; i < chunks; i++) {
                long at = i * chunk;
                long part = Math.min(chunk, bytes - at);
                long buffer = buffers + (i & 1) * chunk;
                if (i >= 2) {
                    awaitChildren(team, root, node, children);
                }
                if (node == 0) {
                    team.copy(buffer, source + at, part);
                } else {
                    fetch(team, root, node, children == 0 ? dest + at : buffer, buffer, part);
                }
                notifyFrom(team, root, (long) node * CHILDREN, 0, children);
                if (children > 0) {
                    team.copy(dest + at, buffer, part);
                }
            }
            for (int i = Math.max(0, chunks - 2); i < chunks; i++) {
                awaitChildren(team, root, node, children);
            }
        }

        /** Notifies siblings, reads the chunk, and acknowledges it to the parent. */
        private static void fetch(TeamView team, int root, int node, long to, long buffer, long bytes) {
            int parent = (node - 1) / CHILDREN;
            int child = (node - 1) % CHILDREN + 1;
            int siblings = Math.min(CHILDREN, team.size() - 1 - parent * CHILDREN);
            int notifier = child <= 2 ? parent : parent * CHILDREN + (child - 1) / 2;
            team.links().await(member(team, root, notifier));
            notifyFrom(team, root, (long) parent * CHILDREN, child, siblings);
            team.get(to, member(team, root, parent), buffer, bytes);
            team.links().signal(member(team, root, parent));
        }

        /** Signals the next two of a node's children, numbered from 1; {@code child} 0 is the node itself. */
        private static void notifyFrom(TeamView team, int root, long before, int child, int children) {
            for (int next = 2 * child + 1; next <= Math.min(2 * child + 2, children); next++) {
                team.links().signal(member(team, root, (int) before + next));
            }
        }

        private static void awaitChildren(TeamView team, int root, int node, int children) {
            for (int child = 1; child <= children; child++) {
                team.links().await(member(team, root, node * CHILDREN + child));
            }
        }

        private static int member(TeamView team, int root, int node) {
            return (node + root) % team.size();
        }
    }
}
