// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.algorithm;

import io.shmem4j.config.Setting;

/**
 * Algorithms of a team's collectives, see {@link io.shmem4j.Team#using}.
 *
 * <p>Every {@code with} method returns new options. All members of a team use the same options in the same call.
 *
 * @param reduce        the algorithm for reductions
 * @param transfer      how operands of reductions move
 * @param deterministic whether reductions of floating-point numbers give every member the same bits in every run
 * @param barrier       the algorithm for sync
 * @param broadcast     the algorithm for broadcasts
 * @param collect       the algorithm for collect and fcollect
 * @param alltoall      the algorithm for alltoall and alltoalls
 * @param scan          the algorithm for scans
 */
public record CollectiveOptions(ReduceAlgorithm reduce, Transfer transfer, boolean deterministic,
    BarrierAlgorithm barrier, BroadcastAlgorithm broadcast, CollectAlgorithm collect, AlltoallAlgorithm alltoall,
    ScanAlgorithm scan) {
    private static final class Environment {
        static final CollectiveOptions OPTIONS = new CollectiveOptions(
            Setting.REDUCE_ALGORITHM.choice(ReduceAlgorithm.class), Setting.REDUCE_TRANSFER.choice(Transfer.class),
            Setting.REDUCE_DETERMINISTIC.intValue() != 0, Setting.BARRIER_ALGORITHM.choice(BarrierAlgorithm.class),
            Setting.BROADCAST_ALGORITHM.choice(BroadcastAlgorithm.class),
            Setting.COLLECT_ALGORITHM.choice(CollectAlgorithm.class),
            Setting.ALLTOALL_ALGORITHM.choice(AlltoallAlgorithm.class),
            Setting.SCAN_ALGORITHM.choice(ScanAlgorithm.class));
    }

    /** {@return the options in the environment, with which every team begins} */
    public static CollectiveOptions environment() {
        return Environment.OPTIONS;
    }

    /**
     * {@return these options with another algorithm for reductions}
     *
     * @param reduce replaces the current one
     */
    public CollectiveOptions withReduce(ReduceAlgorithm reduce) {
        return new CollectiveOptions(reduce, transfer, deterministic, barrier, broadcast, collect, alltoall, scan);
    }

    /**
     * {@return these options with another way to move operands of reductions}
     *
     * @param transfer replaces the current one
     */
    public CollectiveOptions withTransfer(Transfer transfer) {
        return new CollectiveOptions(reduce, transfer, deterministic, barrier, broadcast, collect, alltoall, scan);
    }

    /**
     * {@return these options with or without repeatable sums and products of floating-point numbers}
     *
     * @param deterministic replaces the current one
     */
    public CollectiveOptions withDeterministic(boolean deterministic) {
        return new CollectiveOptions(reduce, transfer, deterministic, barrier, broadcast, collect, alltoall, scan);
    }

    /**
     * {@return these options with another algorithm for sync and the waits for all members inside other collectives}
     *
     * @param barrier replaces the current one
     */
    public CollectiveOptions withBarrier(BarrierAlgorithm barrier) {
        return new CollectiveOptions(reduce, transfer, deterministic, barrier, broadcast, collect, alltoall, scan);
    }

    /**
     * {@return these options with another algorithm for broadcasts}
     *
     * @param broadcast replaces the current one
     */
    public CollectiveOptions withBroadcast(BroadcastAlgorithm broadcast) {
        return new CollectiveOptions(reduce, transfer, deterministic, barrier, broadcast, collect, alltoall, scan);
    }

    /**
     * {@return these options with another algorithm for collect and fcollect}
     *
     * @param collect replaces the current one
     */
    public CollectiveOptions withCollect(CollectAlgorithm collect) {
        return new CollectiveOptions(reduce, transfer, deterministic, barrier, broadcast, collect, alltoall, scan);
    }

    /**
     * {@return these options with another algorithm for alltoall and alltoalls}
     *
     * @param alltoall replaces the current one
     */
    public CollectiveOptions withAlltoall(AlltoallAlgorithm alltoall) {
        return new CollectiveOptions(reduce, transfer, deterministic, barrier, broadcast, collect, alltoall, scan);
    }

    /**
     * {@return these options with another algorithm for scans}
     *
     * @param scan replaces the current one
     */
    public CollectiveOptions withScan(ScanAlgorithm scan) {
        return new CollectiveOptions(reduce, transfer, deterministic, barrier, broadcast, collect, alltoall, scan);
    }
}
