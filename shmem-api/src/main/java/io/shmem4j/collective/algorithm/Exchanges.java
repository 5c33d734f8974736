// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.AlltoallAlgorithm;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.collective.team.Levels;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;

/** The algorithms for alltoall and alltoalls, and the choice between them. */
final class Exchanges {
    private static final Exchange[] ALL = new Exchange[AlltoallAlgorithm.values().length];

    static {
        ALL[AlltoallAlgorithm.DIRECT.ordinal()] = new DirectExchange();
        ALL[AlltoallAlgorithm.RING.ordinal()] = new RingExchange();
        ALL[AlltoallAlgorithm.BRUCK.ordinal()] = new BruckExchange();
    }

    private static final Exchange LEVELS = new LevelsExchange();

    private Exchanges() {
    }

    static Exchange chosen(TeamView team, CollectiveOptions options, long bytes) {
        if (options.alltoall() == AlltoallAlgorithm.AUTO && LevelsExchange.fits(team, bytes)) {
            return LEVELS;
        }
        return ALL[team.choices().of(options.alltoall(), Operation.ALLTOALL, bytes)];
    }

    /**
     * An algorithm that sends a block from every member to every other.
     *
     * <p>No member leaves before all have entered, see {@link Staging#entered}.
     */
    interface Exchange {
        /** Exchanges blocks in a group of at least two members. */
        void exchange(TeamView team, Strides blocks);
    }

    /**
     * Every member copies its own block, and reads one from every other member after that member has announced its
     * arrival, starting with its right neighbour. A barrier at the end keeps every source in place until all have read
     * it.
     */
    private static final class RingExchange implements Exchange {
        @Override
        public void exchange(TeamView team, Strides blocks) {
            team.staging().next(0);
            team.staging().announce();
            blocks.read(team.me());
            for (int step = 1; step < team.size(); step++) {
                int peer = (team.me() + step) % team.size();
                team.staging().awaitAnnounced(peer);
                blocks.read(peer);
            }
            team.sync();
        }
    }

    /**
     * Bruck: a block for the member at distance k to the right travels over the distances whose bits are set in k. In
     * the stage with distance d all blocks with that bit travel in one message, so there are as few messages as bits.
     *
     * <p>Each member keeps its blocks in its buffer, ordered by distance. In a stage it puts the travelling blocks into
     * the stage's part of the receiver's buffer, and copies the blocks that it has received to their positions. Long
     * blocks go in pieces.
     */
    private static final class BruckExchange implements Exchange {
        @Override
        public void exchange(TeamView team, Strides blocks) {
            int size = team.size();
            int stages = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
            int areas = size + stages * ((size + 1) / 2);
            long most = Math.max(1, Staging.ZONE_BYTES / areas / blocks.elementBytes());
            for (long done = 0; done < blocks.count(); done += most) {
                move(team, blocks, done, Math.min(most, blocks.count() - done));
            }
        }

        private static void move(TeamView team, Strides blocks, long first, long count) {
            int me = team.me();
            int size = team.size();
            long bytes = count * blocks.elementBytes();
            long held = team.staging().fresh();
            long arrived = held + size * bytes;
            for (int k = 0; k < size; k++) {
                blocks.pack((me + k) % size, first, count, me, held + k * bytes);
            }
            for (int distance = 1; distance < size; distance *= 2) {
                int right = (me + distance) % size;
                int place = 0;
                for (int k = distance; k < size; k = k + 1 | distance) {
                    team.put(right, arrived + place++ * bytes, held + k * bytes, bytes);
                }
                team.links().signal(right);
                team.links().await(Math.floorMod(me - distance, size));
                place = 0;
                for (int k = distance; k < size; k = k + 1 | distance) {
                    team.copy(held + k * bytes, arrived + place++ * bytes, bytes);
                }
                arrived += (size + 1) / 2 * bytes;
            }
            for (int k = 0; k < size; k++) {
                blocks.unpack(Math.floorMod(me - k, size), first, count, held + k * bytes);
            }
            team.staging().entered();
        }
    }

    /**
     * Every member gets its block from every other, its right neighbour first. Short blocks are put into the receivers'
     * buffers, and the receivers unpack them after one barrier; a member copies its own block in the meantime. Long
     * blocks are read from their sources, between two barriers. If many members share a core, they arrive one by one;
     * then each member exchanges long blocks with the members that arrived before it, and one barrier ends the call.
     */
    private static final class DirectExchange implements Exchange {
        /** Bytes that are copied twice in the time of a barrier, even if members share cores. */
        private static final long SHORT = 1 << 10;
        /** Bytes that are put in the time of a barrier and of a get from another node. */
        private static final long SHORT_ON_NODES = 8 << 10;

        @Override
        public void exchange(TeamView team, Strides blocks) {
            int me = team.me();
            int size = team.size();
            long each = blocks.count() * blocks.elementBytes();
            if (Staging.suits(team, each * size, team.levels() == null ? SHORT : SHORT_ON_NODES)) {
                long buffer = team.staging().fresh();
                for (int step = 1; step < size; step++) {
                    int peer = (me + step) % size;
                    blocks.pack(peer, 0, blocks.count(), peer, buffer + me * each);
                }
                blocks.read(me);
                team.meet();
                blocks.unpack(0, 0, me * blocks.count(), buffer);
                blocks.unpack(me + 1, 0, (size - 1 - me) * blocks.count(), buffer + (me + 1) * each);
                team.staging().entered();
                return;
            }
            if (team.queued()) {
                withEarlier(team, blocks);
                return;
            }
            team.sync();
            for (int step = 1; step <= size; step++) {
                blocks.read((me + step) % size);
            }
            team.sync();
        }

        private static void withEarlier(TeamView team, Strides blocks) {
            for (int number = team.order().draw() - 1; number >= 0; number--) {
                int peer = team.order().member(number);
                blocks.read(peer);
                blocks.write(peer);
            }
            blocks.read(team.me());
            team.sync();
        }
    }

    /**
     * An exchange in two levels: the members on a node pack their blocks into their leader's buffer, leaders exchange
     * them with one message from node to node, and each member unpacks its blocks from its leader's buffer.
     *
     * <p>The buffer has a row for each member of the team: the blocks for that member from all members on this node.
     * Rows for the members on one node are contiguous, so one message sends them. The message from that node is as
     * long. It replaces those rows, and has a row for each member on this node.
     */
    private static final class LevelsExchange implements Exchange {
        /** {@return whether blocks of this size fit in the buffer} The result is the same on all members. */
        static boolean fits(TeamView team, long bytes) {
            return team.levels() != null && bytes * team.size() * team.levels().mostOnANode() <= Staging.ZONE_BYTES;
        }

        @Override
        public void exchange(TeamView team, Strides blocks) {
            Levels levels = team.levels();
            TeamView here = levels.here();
            int leader = levels.first(levels.node());
            long each = blocks.count() * blocks.elementBytes();
            long buffer = here.staging().fresh();
            for (int member = 0; member < team.size(); member++) {
                blocks.pack(member, 0, blocks.count(), leader,
                    buffer + ((long) member * here.size() + here.me()) * each);
            }
            if (levels.meeting().arrive()) {
                swap(levels, buffer, each);
                levels.meeting().dismiss();
            }
            for (int node = 0; node < levels.nodes(); node++) {
                int members = levels.first(node + 1) - levels.first(node);
                blocks.unpack(levels.first(node), 0, members * blocks.count(), leader,
                    start(levels, node, buffer, each) + (long) here.me() * members * each);
            }
            here.staging().entered();
            team.staging().entered();
        }

        /** Sends this node's blocks to other nodes before the other nodes' blocks overwrite them. */
        private static void swap(Levels levels, long buffer, long each) {
            TeamView leaders = levels.leaders();
            long received = leaders.staging().fresh();
            int nodes = levels.nodes();
            int width = levels.here().size();
            for (int step = 1; step < nodes; step++) {
                int peer = (levels.node() + step) % nodes;
                int members = levels.first(peer + 1) - levels.first(peer);
                leaders.put(peer, received + (long) levels.first(levels.node()) * members * each,
                    start(levels, peer, buffer, each), (long) members * width * each);
                leaders.signal(peer);
            }
            for (int step = 1; step < nodes; step++) {
                int peer = (levels.node() + step) % nodes;
                leaders.links().await(peer);
                leaders.copy(start(levels, peer, buffer, each), start(levels, peer, received, each),
                    (long) (levels.first(peer + 1) - levels.first(peer)) * width * each);
            }
            leaders.staging().entered();
        }

        /** {@return the offset in a buffer of this node of the blocks for or from another node} */
        private static long start(Levels levels, int node, long buffer, long each) {
            return buffer + (long) levels.first(node) * levels.here().size() * each;
        }
    }
}
