// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.algorithm.BarrierAlgorithm;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.WaitKind;

/**
 * A team from the point of view of one member, for the algorithms.
 *
 * <p>Algorithms keep one rule: no member touches another's dest or source before that one has entered the call or after
 * it has left it. The specification would allow more.
 */
public final class TeamView {
    private final Group group;
    private final Backend backend;
    private final int self;
    private final Staging staging;
    private final Choices choices;
    private final Shapes shapes;
    private final CounterSync arrivals;
    private final ArrivalOrder order;
    private final Fold fold;
    private final Levels levels;
    private final Barriers barriers;
    /** Links and readers have counts per member, so they are made at the first use: many PEs may share a JVM. */
    private Links links;
    private Readers readers;
    private Split split = new Split(0, 1, 1);
    /** The options of the running operation, set by {@link #follow} before anything waits. */
    private CollectiveOptions options;
    private Barrier barrier;
    private Backend remote;

    public TeamView(Group group) {
        this(group, Levels.of(group));
    }

    /** A group with all members in one level. */
    TeamView(Group group, Levels levels) {
        this.group = group;
        this.backend = group.backend();
        this.remote = backend.observer().remote(backend, false);
        this.self = group.world(group.me());
        this.staging = new Staging(this);
        this.choices = new Choices(group);
        this.shapes = new Shapes(group.size(), choices);
        this.arrivals = new CounterSync(group, SystemCells.ARRIVALS);
        this.order = new ArrivalOrder(group);
        this.fold = Fold.of(group.size());
        this.levels = levels;
        this.barriers = new Barriers(this);
    }

    /** Sets how the next operation moves data, by put and get or through pointers, and which barrier it uses. */
    public void follow(CollectiveOptions next) {
        if (next != options || backend.attached().isCut()) {
            backend.attached().requireUncut(backend.pe());
            remote = backend.observer().remote(backend, next.transfer() == Transfer.PUTGET);
            barrier = barriers.of(next.barrier());
            options = next;
        }
    }

    /** Signals a member; with puts that is a call of its own, through a pointer just a store. */
    public void signal(int peer) {
        links().signal(remote, peer);
    }

    public Group group() {
        return group;
    }

    public Backend backend() {
        return backend;
    }

    public int self() {
        return self;
    }

    public int me() {
        return group.me();
    }

    public int size() {
        return group.size();
    }

    public int world(int index) {
        return group.world(index);
    }

    public Fold fold() {
        return fold;
    }

    /** {@return the levels of a group that spans nodes, null if it is on one node} */
    public Levels levels() {
        return levels;
    }

    /** {@return bytes split into blocks; the same object while the arguments stay the same} */
    public Split split(long bytes, int element, int blocks) {
        if (!split.fits(bytes, element, blocks)) {
            split = new Split(bytes, element, blocks);
        }
        return split;
    }

    public Links links() {
        if (links == null) {
            links = new Links(group);
        }
        return links;
    }

    public Staging staging() {
        return staging;
    }

    public Readers readers() {
        if (readers == null) {
            readers = new Readers(group);
        }
        return readers;
    }

    public Choices choices() {
        return choices;
    }

    public Shapes shapes() {
        return shapes;
    }

    /** {@return the counter of operations whose last arriving member does the work} */
    public CounterSync arrivals() {
        return arrivals;
    }

    public ArrivalOrder order() {
        return order;
    }

    /**
     * {@return whether more than two members share a core, which favours service in the order of arrival} A member then
     * works with the members that arrived before it, so the last members have most to do. With m members per core, the
     * busiest core does (m + 1)/m of the mean work: half more with two members, little more with many.
     */
    public boolean queued() {
        return 2 * backend.cores() < group.size();
    }

    /** Signals a member, with data in the signal's cache line. */
    public void signal(int peer, int half, long from, long bytes) {
        links().signal(remote, peer, half, from, bytes);
    }

    public void sync() {
        sync(WaitKind.COLLECTIVE);
    }

    /** Waits until all members have reached this point of the running operation. */
    public void meet() {
        barrier.sync(WaitKind.COLLECTIVE);
    }

    public void sync(WaitKind kind) {
        barrier.sync(kind);
        staging.free();
    }

    /** Lends a guest's operands to its host and waits for the result, see {@link Fold}. */
    public void visit() {
        signal(me() + 1);
        links().await(me() + 1);
    }

    /** Sends the result from a host to its guest. */
    public void giveBack(long dest, long bytes) {
        put(me() - 1, dest, dest, bytes);
        signal(me() - 1);
    }

    public void copy(long to, long from, long bytes) {
        if (to != from && bytes > 0) {
            backend.cellCopy(self, to, self, from, bytes);
        }
    }

    public void put(int peer, long to, long from, long bytes) {
        if (bytes > 0) {
            remote.cellCopy(group.world(peer), to, self, from, bytes);
        }
    }

    public void get(long to, int peer, long from, long bytes) {
        if (bytes > 0) {
            remote.cellCopy(self, to, group.world(peer), from, bytes);
        }
    }

    public void combine(Kernel kernel, long to, long left, long right, long bytes) {
        if (bytes > 0) {
            backend.combine(kernel, self, to, self, left, self, right, bytes);
        }
    }

    /** Combines this member's operands with another member's: in place, or after fetching them. */
    public void combine(Transfer transfer, Kernel kernel, long to, long left, int peer, long right, long bytes) {
        if (bytes <= 0) {
            return;
        }
        if (transfer == Transfer.DIRECT) {
            remote.combine(kernel, self, to, self, left, group.world(peer), right, bytes);
            return;
        }
        for (long done = 0; done < bytes; done += Staging.WORK_BYTES) {
            long part = Math.min(Staging.WORK_BYTES, bytes - done);
            get(staging.fetched(), peer, right + done, part);
            combine(kernel, to + done, left + done, staging.fetched(), part);
        }
    }

    /**
     * Combines the operands of the first members at one offset, at most {@link Staging#WORK_BYTES}, in the order of the
     * members; {@return the offset of the result, which is valid until the next combination}
     */
    public long accumulate(Transfer transfer, Kernel kernel, long from, long bytes, int count) {
        accumulate(transfer, kernel, staging.accumulator(), from, bytes, count);
        return staging.accumulator();
    }

    /** Like the method above, with the result at this member's offset {@code to}, outside of the operands. */
    public void accumulate(Transfer transfer, Kernel kernel, long to, long from, long bytes, int count) {
        if (transfer == Transfer.DIRECT && count > 1 && group.table() == null) {
            remote.accumulate(kernel, self, to, group.world(0), group.stride(), count, from, bytes);
            return;
        }
        get(to, 0, from, bytes);
        for (int i = 1; i < count; i++) {
            combine(transfer, kernel, to, to, i, from, bytes);
        }
    }

    /** A group's barriers, each made at its first use, and the choice between them. */
    private static final class Barriers {
        private static final BarrierAlgorithm[] ALGORITHMS = BarrierAlgorithm.values();

        private final TeamView team;
        private final Barrier[] made = new Barrier[ALGORITHMS.length];

        Barriers(TeamView team) {
            this.team = team;
        }

        Barrier of(BarrierAlgorithm algorithm) {
            Barrier barrier = made[algorithm.ordinal()];
            if (barrier == null) {
                barrier = make(algorithm);
                made[algorithm.ordinal()] = barrier;
            }
            return barrier;
        }

        private Barrier make(BarrierAlgorithm algorithm) {
            return switch (algorithm) {
                case AUTO -> team.levels() != null ? new LevelBarrier(team.levels())
                    : team.size() == 1 ? of(BarrierAlgorithm.COUNTER)
                    : of(ALGORITHMS[team.choices().of(algorithm, Operation.BARRIER, 0)]);
                case COUNTER -> new CounterSync(team.group(), SystemCells.BARRIER);
                case DISSEMINATION -> new DisseminationBarrier(team, team.shapes().dissemination());
                case TREE -> new TreeBarrier(team, team.shapes().reduction());
            };
        }
    }

    /**
     * A barrier in two levels: the members on each node meet, their leaders wait for each other, and then release them.
     *
     * <p>Ordering: after a meeting the leader sees all stores of the members here, and a barrier of the leaders passes
     * them on.
     */
    private record LevelBarrier(Levels levels) implements Barrier {
        @Override
        public void sync(WaitKind kind) {
            if (levels.meeting().arrive(kind)) {
                levels.leaders().sync(kind);
                levels.meeting().dismiss();
            }
            levels.here().staging().free();
        }
    }

    /**
     * A group's way to wait until all members have arrived.
     *
     * <p>All members that leave see the stores of each member before its arrival. This barrier sends no signals to a
     * member that has left, and members that are still leaving read only the first member's slot.
     */
    public interface Barrier {
        void sync(WaitKind kind);
    }

    /**
     * m-way dissemination: in round s each member signals the members at distances i (m+1)^s, i = 1..m, and waits for
     * signals from the same distances in the other direction. After the last round each member has received signals
     * from all, at least indirectly.
     *
     * <p>Ordering: a signal is a release store after all waits of earlier rounds, so it passes on what its sender has
     * acquired. The receiver of a signal always waits for it, see {@link Links}.
     */
    private static final class DisseminationBarrier implements Barrier {
        private final Links links;
        private final int rounds;
        private final int ways;
        private final int[] to;
        private final int[] from;

        DisseminationBarrier(TeamView team, Dissemination pattern) {
            this.links = team.links();
            this.rounds = pattern.rounds();
            this.ways = pattern.ways();
            this.to = new int[rounds * ways];
            this.from = new int[rounds * ways];
            for (int i = 0; i < to.length; i++) {
                to[i] = pattern.to(team.me(), i / ways, i % ways + 1);
                from[i] = pattern.from(team.me(), i / ways, i % ways + 1);
            }
        }

        @Override
        public void sync(WaitKind kind) {
            for (int round = 0; round < rounds; round++) {
                for (int i = round * ways; i < (round + 1) * ways; i++) {
                    links.signal(to[i]);
                }
                for (int i = round * ways; i < (round + 1) * ways; i++) {
                    links.await(from[i], kind);
                }
            }
        }
    }

    /**
     * A tree: a node waits for its children, then signals its parent; once the root has signals from all children,
     * signals go down again.
     *
     * <p>Ordering: each signal is a release store after the waits before it, so the root's signal publishes the stores
     * of all members. The receiver of a signal always waits for it, see {@link Links}.
     */
    private static final class TreeBarrier implements Barrier {
        private final Links links;
        private final Tree tree;
        private final int me;
        private final int children;

        TreeBarrier(TeamView team, Tree tree) {
            this.links = team.links();
            this.tree = tree;
            this.me = team.me();
            this.children = tree.childCount(me);
        }

        @Override
        public void sync(WaitKind kind) {
            for (int i = 0; i < children; i++) {
                links.await(tree.child(me, i), kind);
            }
            if (me != 0) {
                links.signal(tree.parent(me));
                links.await(tree.parent(me), kind);
            }
            for (int i = 0; i < children; i++) {
                links.signal(tree.child(me, i));
            }
        }
    }
}
