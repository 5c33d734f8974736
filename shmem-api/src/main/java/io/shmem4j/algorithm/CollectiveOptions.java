// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.algorithm;

import io.shmem4j.config.Setting;

/**
 * By which algorithms a team's collectives run, see {@link io.shmem4j.Team#using}.
 *
 * <p>Every {@code with} method gives a new one. All members of a team use the same options in the same call.
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
        return new CollectiveOptions(algorithm, transfer, deterministic, barrier, broadcast, collect, alltoall, scan);
    }

    /**
     * {@return the same with another way to move operands of reductions}
     *
     * @param newTransfer the way
     */
    public CollectiveOptions withTransfer(Transfer newTransfer) {
        return new CollectiveOptions(reduce, newTransfer, deterministic, barrier, broadcast, collect, alltoall, scan);
    }

    /**
     * {@return the same with or without repeatable sums and products of floating-point numbers}
     *
     * @param repeatable whether they are made in the order of the members, by whatever algorithm
     */
    public CollectiveOptions withDeterministic(boolean repeatable) {
        return new CollectiveOptions(reduce, transfer, repeatable, barrier, broadcast, collect, alltoall, scan);
    }

    /**
     * {@return the same with another algorithm for sync and the waits for all members inside other collectives}
     *
     * @param algorithm the algorithm
     */
    public CollectiveOptions withBarrier(BarrierAlgorithm algorithm) {
        return new CollectiveOptions(reduce, transfer, deterministic, algorithm, broadcast, collect, alltoall, scan);
    }

    /**
     * {@return the same with another algorithm for broadcasts}
     *
     * @param algorithm the algorithm
     */
    public CollectiveOptions withBroadcast(BroadcastAlgorithm algorithm) {
        return new CollectiveOptions(reduce, transfer, deterministic, barrier, algorithm, collect, alltoall, scan);
    }

    /**
     * {@return the same with another algorithm for collect and fcollect}
     *
     * @param algorithm the algorithm
     */
    public CollectiveOptions withCollect(CollectAlgorithm algorithm) {
        return new CollectiveOptions(reduce, transfer, deterministic, barrier, broadcast, algorithm, alltoall, scan);
    }

    /**
     * {@return the same with another algorithm for alltoall and alltoalls}
     *
     * @param algorithm the algorithm
     */
    public CollectiveOptions withAlltoall(AlltoallAlgorithm algorithm) {
        return new CollectiveOptions(reduce, transfer, deterministic, barrier, broadcast, collect, algorithm, scan);
    }

    /**
     * {@return the same with another algorithm for scans}
     *
     * @param algorithm the algorithm
     */
    public CollectiveOptions withScan(ScanAlgorithm algorithm) {
        return new CollectiveOptions(reduce, transfer, deterministic, barrier, broadcast, collect, alltoall, algorithm);
    }
}
