// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.CollectAlgorithm;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.collective.team.Fold;
import io.shmem4j.collective.team.Levels;
import io.shmem4j.collective.team.Links;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.SystemCells;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Cell;

/**
 * The algorithms for collect and fcollect, the choice between them, and the first phase of collect, in which every
 * member publishes the length of its part.
 *
 * <p>Two words hold the published lengths in turn. A member reuses a word only after a barrier that all members enter
 * after they have read it. Between nodes lengths are collected like parts.
 */
final class Gathers {
    private static final Gather[] ALL = new Gather[CollectAlgorithm.values().length];

    static {
        ALL[CollectAlgorithm.DIRECT.ordinal()] = new DirectGather();
        ALL[CollectAlgorithm.RING.ordinal()] = new RingGather();
        ALL[CollectAlgorithm.RECDBL.ordinal()] = new RecdblGather();
        ALL[CollectAlgorithm.BRUCK.ordinal()] = new BruckGather();
    }

    private static final Gather LEVELS = new LevelsGather();

    private final TeamView team;
    private final Parts parts;
    private final Parts words;
    private int turn;

    Gathers(TeamView team) {
        this.team = team;
        this.parts = new Parts(team.size());
        this.words = new Parts(team.size()).equal(Long.BYTES);
    }

    void equal(CollectiveOptions options, long dest, long source, long bytes) {
        chosen(options, bytes * team.size()).gather(team, parts.equal(bytes), dest, source);
    }

    /** {@return total bytes of all parts} If they exceed {@code room}, nothing is copied. */
    long unequal(CollectiveOptions options, long dest, long room, long source, long bytes) {
        Backend backend = team.backend();
        long published = team.group().syncCell(SystemCells.COLLECT) + Cell.DATA + turn * Long.BYTES;
        turn ^= 1;
        backend.putLong(team.self(), published, bytes);
        parts.unequal();
        if (team.levels() == null) {
            team.sync();
            for (int i = 0; i < team.size(); i++) {
                parts.length(i, backend.getLong(team.world(i), published));
            }
        } else {
            long all = team.staging().accumulator();
            LEVELS.gather(team, words, all, published);
            for (int i = 0; i < team.size(); i++) {
                parts.length(i, backend.getLong(team.self(), all + (long) i * Long.BYTES));
            }
        }
        long total = parts.total();
        if (total > 0 && total <= room) {
            chosen(options, total).gather(team, parts, dest, source);
        }
        return total;
    }

    /** Sets the length of the only part. */
    void alone(long bytes) {
        parts.unequal();
        parts.length(0, bytes);
    }

    /** {@return bytes of a member's part in the latest collect of unequal parts} */
    long length(int member) {
        return parts.length(member);
    }

    /** The choice for unequal parts is that for parts of their mean length. */
    private Gather chosen(CollectiveOptions options, long total) {
        if (options.collect() == CollectAlgorithm.AUTO && team.levels() != null) {
            return LEVELS;
        }
        return ALL[team.choices().of(options.collect(), Operation.COLLECT, total / team.size())];
    }

    /**
     * An algorithm that concatenates the members' data on every member.
     *
     * <p>No member leaves before all have entered, see {@link Staging#entered}.
     */
    interface Gather {
        /** Concatenates in a group of at least two members. */
        void gather(TeamView team, Parts parts, long dest, long source);
    }

    /** Positions of the members' parts in the result. */
    private static final class Parts {
        private final int size;
        private final long[] starts;
        private long each;

        Parts(int size) {
            this.size = size;
            this.starts = new long[size + 1];
        }

        Parts equal(long bytes) {
            each = bytes;
            return this;
        }

        /** Makes the parts unequal; {@link #length(int, long)} sets their lengths in order. */
        Parts unequal() {
            each = -1;
            return this;
        }

        void length(int index, long bytes) {
            starts[index + 1] = starts[index] + bytes;
        }

        long start(int index) {
            return each >= 0 ? each * index : starts[index];
        }

        long length(int index) {
            return start(index + 1) - start(index);
        }

        long total() {
            return start(size);
        }
    }

    /**
     * A ring: in each step each member copies from its left neighbour's dest the part that the neighbour got in the
     * step before. A member leaves when its right neighbour has signalled that it has read everything.
     */
    private static final class RingGather implements Gather {
        @Override
        public void gather(TeamView team, Parts parts, long dest, long source) {
            Links links = team.links();
            int me = team.me();
            int size = team.size();
            int left = Math.floorMod(me - 1, size);
            int right = (me + 1) % size;
            team.copy(dest + parts.start(me), source, parts.length(me));
            for (int step = 1; step < size; step++) {
                links.signal(right);
                links.await(left);
                int part = Math.floorMod(me - step, size);
                team.get(dest + parts.start(part), left, dest + parts.start(part), parts.length(part));
            }
            links.signal(left);
            links.await(right);
            team.staging().free();
        }
    }

    /**
     * Bruck: in the stage with distance d each member has the parts of d members, starting with its own, and reads as
     * many more from the member d to its right, straight to their positions. Any number of members takes as many stages
     * as the next power of two. A barrier at the end keeps every dest in place until all have read it.
     */
    private static final class BruckGather implements Gather {
        @Override
        public void gather(TeamView team, Parts parts, long dest, long source) {
            int me = team.me();
            int size = team.size();
            team.copy(dest + parts.start(me), source, parts.length(me));
            for (int distance = 1; distance < size; distance *= 2) {
                team.links().signal(Math.floorMod(me - distance, size));
                int peer = (me + distance) % size;
                team.links().await(peer);
                int count = Math.min(distance, size - distance);
                int straight = Math.min(count, size - peer);
                read(team, parts, dest, peer, peer, straight);
                read(team, parts, dest, peer, 0, count - straight);
            }
            team.sync();
        }

        private static void read(TeamView team, Parts parts, long dest, int peer, int first, int count) {
            long start = parts.start(first);
            team.get(dest + start, peer, dest + start, parts.start(first + count) - start);
        }
    }

    /**
     * Recursive doubling: in the stage with distance d, members whose numbers differ by d read all parts that their
     * partner has, those of d adjacent members. Guests, see {@link Fold}, give their part to their host before and read
     * the whole result from it after.
     *
     * <p>A member signals each owner after it has read from it, and leaves when all its readers have signalled.
     */
    private static final class RecdblGather implements Gather {
        @Override
        public void gather(TeamView team, Parts parts, long dest, long source) {
            Fold fold = team.fold();
            Links links = team.links();
            int me = team.me();
            if (fold.guest(me)) {
                links.signal(me + 1);
                links.await(me + 1);
                team.get(dest, me + 1, dest, parts.total());
                links.signal(me + 1);
            } else {
                team.copy(dest + parts.start(me), source, parts.length(me));
                if (fold.host(me)) {
                    links.await(me - 1);
                    team.get(dest + parts.start(me - 1), me - 1, source, parts.length(me - 1));
                }
                exchange(team, fold, parts, dest);
                if (fold.host(me)) {
                    links.signal(me - 1);
                    links.await(me - 1);
                }
            }
            team.staging().free();
        }

        private static void exchange(TeamView team, Fold fold, Parts parts, long dest) {
            Links links = team.links();
            int number = fold.number(team.me());
            for (int distance = 1; distance < fold.core(); distance *= 2) {
                int peer = fold.member(number ^ distance);
                links.signal(peer);
                links.await(peer);
                int first = (number ^ distance) & -distance;
                long start = parts.start(fold.first(first));
                team.get(dest + start, peer, dest + start, parts.start(fold.first(first + distance)) - start);
                links.signal(peer);
            }
            for (int distance = 1; distance < fold.core(); distance *= 2) {
                links.await(fold.member(number ^ distance));
            }
        }
    }

    /**
     * Each part goes straight to all members. Short parts are gathered in the first member's buffer, and after one
     * barrier all members copy the whole; if there are only two members, they leave their parts in their own buffers.
     * Long parts are read from their sources as soon as their owners have announced their arrival, the right
     * neighbour's first, so members do not all read from one at a time. If many members share a core, they arrive one
     * by one; then each member exchanges parts with the members that arrived before it. One barrier ends the call.
     */
    private static final class DirectGather implements Gather {
        /** Bytes that are copied twice in the time of a signal between members. */
        private static final long SHORT = 1 << 10;
        /** Maximum size of parts that early members copy while they wait, if members arrive one by one. */
        private static final long SHORT_IN_QUEUE = 8 << 10;

        @Override
        public void gather(TeamView team, Parts parts, long dest, long source) {
            if (Staging.suits(team, parts.total(), team.queued() || team.levels() != null ? SHORT_IN_QUEUE : SHORT)) {
                long buffer = team.staging().fresh();
                if (team.size() == 2) {
                    throughOwners(team, parts, dest, source, buffer);
                } else {
                    throughFirst(team, parts, dest, source, buffer);
                }
                team.staging().entered();
            } else if (team.queued()) {
                withEarlier(team, parts, dest, source);
            } else {
                fromOwners(team, parts, dest, source);
            }
        }

        private static void throughOwners(TeamView team, Parts parts, long dest, long source, long buffer) {
            int me = team.me();
            int other = 1 - me;
            team.copy(buffer, source, parts.length(me));
            team.meet();
            team.get(dest + parts.start(other), other, buffer, parts.length(other));
            team.copy(dest + parts.start(me), source, parts.length(me));
        }

        private static void throughFirst(TeamView team, Parts parts, long dest, long source, long buffer) {
            team.put(0, buffer + parts.start(team.me()), source, parts.length(team.me()));
            team.meet();
            team.get(dest, 0, buffer, parts.total());
        }

        private static void fromOwners(TeamView team, Parts parts, long dest, long source) {
            int me = team.me();
            team.staging().next(0);
            team.staging().announce();
            team.copy(dest + parts.start(me), source, parts.length(me));
            for (int step = 1; step < team.size(); step++) {
                int peer = (me + step) % team.size();
                team.staging().awaitAnnounced(peer);
                team.get(dest + parts.start(peer), peer, source, parts.length(peer));
            }
            team.sync();
        }

        private static void withEarlier(TeamView team, Parts parts, long dest, long source) {
            int me = team.me();
            for (int number = team.order().draw() - 1; number >= 0; number--) {
                int peer = team.order().member(number);
                team.get(dest + parts.start(peer), peer, source, parts.length(peer));
                team.put(peer, dest + parts.start(me), source, parts.length(me));
            }
            team.copy(dest + parts.start(me), source, parts.length(me));
            team.sync();
        }
    }

    /**
     * A gather in two levels: each leader gathers the parts of its node, leaders put these into each other's memory
     * with one message from node to node, and the members on a node copy the whole from their leader.
     *
     * <p>Short parts are gathered in the leaders' buffers, so no leader waits for readers. Long parts are gathered in
     * the leaders' dest. Then the leaders wait for each other before they put, and for the members on their nodes
     * before they leave.
     */
    private static final class LevelsGather implements Gather {
        @Override
        public void gather(TeamView team, Parts parts, long dest, long source) {
            if (parts.total() <= Staging.ZONE_BYTES) {
                throughBuffers(team, parts, dest, source);
            } else {
                throughDest(team, parts, dest, source);
            }
            team.staging().entered();
        }

        private static void throughBuffers(TeamView team, Parts parts, long dest, long source) {
            Levels levels = team.levels();
            TeamView here = levels.here();
            long whole = here.staging().fresh();
            here.put(0, whole + parts.start(team.me()), source, parts.length(team.me()));
            if (levels.meeting().arrive()) {
                TeamView leaders = levels.leaders();
                long received = leaders.staging().fresh();
                spread(levels, parts, received, whole);
                for (int node = 0; node < levels.nodes(); node++) {
                    if (node != levels.node()) {
                        long start = start(levels, parts, node);
                        leaders.copy(whole + start, received + start, start(levels, parts, node + 1) - start);
                    }
                }
                leaders.staging().entered();
                levels.meeting().dismiss();
            }
            here.get(dest, 0, whole, parts.total());
            here.staging().entered();
        }

        private static void throughDest(TeamView team, Parts parts, long dest, long source) {
            Levels levels = team.levels();
            TeamView here = levels.here();
            if (levels.meeting().arrive()) {
                for (int i = 0; i < here.size(); i++) {
                    int member = levels.first(levels.node()) + i;
                    here.get(dest + parts.start(member), i, source, parts.length(member));
                }
                levels.leaders().sync();
                spread(levels, parts, dest, dest);
                levels.meeting().dismiss();
            } else {
                here.get(dest, 0, dest, parts.total());
            }
            if (here.size() > 1) {
                here.sync();
            }
        }

        /** Puts the parts of this leader's node into all other leaders' results, and waits for theirs. */
        private static void spread(Levels levels, Parts parts, long to, long from) {
            TeamView leaders = levels.leaders();
            Links links = leaders.links();
            long start = start(levels, parts, levels.node());
            long bytes = start(levels, parts, levels.node() + 1) - start;
            for (int step = 1; step < levels.nodes(); step++) {
                int peer = (levels.node() + step) % levels.nodes();
                leaders.put(peer, to + start, from + start, bytes);
                leaders.signal(peer);
            }
            for (int step = 1; step < levels.nodes(); step++) {
                links.await((levels.node() + step) % levels.nodes());
            }
        }

        private static long start(Levels levels, Parts parts, int node) {
            return parts.start(levels.first(node));
        }
    }
}
