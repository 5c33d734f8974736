// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.algorithm;

import io.shmem4j.config.Setting;

/**
 * By which algorithms a team's collectives run, see {@link io.shmem4j.Team#using}.
 *
 * <p>Immutable; every {@code with} method gives a new one. All members of a team use the same options in the same call.
 */
public final class CollectiveOptions {
    private ReduceAlgorithm reduce;
    private Transfer transfer;
    private boolean deterministic;
    private BarrierAlgorithm barrier;
    private BroadcastAlgorithm broadcast;
    private CollectAlgorithm collect;
    private AlltoallAlgorithm alltoall;
    private ScanAlgorithm scan;

    private CollectiveOptions() {
        reduce = Setting.REDUCE_ALGORITHM.choice(ReduceAlgorithm.class);
        transfer = Setting.REDUCE_TRANSFER.choice(Transfer.class);
        deterministic = Setting.REDUCE_DETERMINISTIC.intValue() != 0;
        barrier = Setting.BARRIER_ALGORITHM.choice(BarrierAlgorithm.class);
        broadcast = Setting.BROADCAST_ALGORITHM.choice(BroadcastAlgorithm.class);
        collect = Setting.COLLECT_ALGORITHM.choice(CollectAlgorithm.class);
        alltoall = Setting.ALLTOALL_ALGORITHM.choice(AlltoallAlgorithm.class);
        scan = Setting.SCAN_ALGORITHM.choice(ScanAlgorithm.class);
    }

    /** A copy, which a {@code with} method changes before it returns it. */
    private CollectiveOptions(CollectiveOptions other) {
        reduce = other.reduce;
        transfer = other.transfer;
        deterministic = other.deterministic;
        barrier = other.barrier;
        broadcast = other.broadcast;
        collect = other.collect;
        alltoall = other.alltoall;
        scan = other.scan;
    }

    /** {@return the options of the environment's variables, with which every team begins} */
    public static CollectiveOptions environment() {
        return Environment.OPTIONS;
    }

    /**
     * {@return the same with another algorithm for reductions}
     *
     * @param algorithm the algorithm
     */
    public CollectiveOptions withReduce(ReduceAlgorithm algorithm) {
        CollectiveOptions changed = new CollectiveOptions(this);
        changed.reduce = algorithm;
        return changed;
    }

    /**
     * {@return the same with another way to move operands of reductions}
     *
     * @param newTransfer the way
     */
    public CollectiveOptions withTransfer(Transfer newTransfer) {
        CollectiveOptions changed = new CollectiveOptions(this);
        changed.transfer = newTransfer;
        return changed;
    }

    /**
     * {@return the same with or without repeatable sums and products of floating-point numbers}
     *
     * @param repeatable whether they are made in the order of the members, by whatever algorithm
     */
    public CollectiveOptions withDeterministic(boolean repeatable) {
        CollectiveOptions changed = new CollectiveOptions(this);
        changed.deterministic = repeatable;
        return changed;
    }

    /**
     * {@return the same with another algorithm for sync and the waits for all members inside other collectives}
     *
     * @param algorithm the algorithm
     */
    public CollectiveOptions withBarrier(BarrierAlgorithm algorithm) {
        CollectiveOptions changed = new CollectiveOptions(this);
        changed.barrier = algorithm;
        return changed;
    }

    /**
     * {@return the same with another algorithm for broadcasts}
     *
     * @param algorithm the algorithm
     */
    public CollectiveOptions withBroadcast(BroadcastAlgorithm algorithm) {
        CollectiveOptions changed = new CollectiveOptions(this);
        changed.broadcast = algorithm;
        return changed;
    }

    /**
     * {@return the same with another algorithm for collect and fcollect}
     *
     * @param algorithm the algorithm
     */
    public CollectiveOptions withCollect(CollectAlgorithm algorithm) {
        CollectiveOptions changed = new CollectiveOptions(this);
        changed.collect = algorithm;
        return changed;
    }

    /**
     * {@return the same with another algorithm for alltoall and alltoalls}
     *
     * @param algorithm the algorithm
     */
    public CollectiveOptions withAlltoall(AlltoallAlgorithm algorithm) {
        CollectiveOptions changed = new CollectiveOptions(this);
        changed.alltoall = algorithm;
        return changed;
    }

    /**
     * {@return the same with another algorithm for scans}
     *
     * @param algorithm the algorithm
     */
    public CollectiveOptions withScan(ScanAlgorithm algorithm) {
        CollectiveOptions changed = new CollectiveOptions(this);
        changed.scan = algorithm;
        return changed;
    }

    /** {@return the algorithm for reductions} */
    public ReduceAlgorithm reduce() {
        return reduce;
    }

    /** {@return how operands of reductions move} */
    public Transfer transfer() {
        return transfer;
    }

    /** {@return whether reductions of floating-point numbers give every member the same bits in every run} */
    public boolean deterministic() {
        return deterministic;
    }

    /** {@return the algorithm for sync} */
    public BarrierAlgorithm barrier() {
        return barrier;
    }

    /** {@return the algorithm for broadcasts} */
    public BroadcastAlgorithm broadcast() {
        return broadcast;
    }

    /** {@return the algorithm for collect and fcollect} */
    public CollectAlgorithm collect() {
        return collect;
    }

    /** {@return the algorithm for alltoall and alltoalls} */
    public AlltoallAlgorithm alltoall() {
        return alltoall;
    }

    /** {@return the algorithm for scans} */
    public ScanAlgorithm scan() {
        return scan;
    }

    private static final class Environment {
        static final CollectiveOptions OPTIONS = new CollectiveOptions();
    }
}
