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

//#each Option/option/Kind/what
//#row Reduce | reduce | ReduceAlgorithm | another algorithm for reductions
//#row Transfer | transfer | Transfer | another way to move operands of reductions
//#row Deterministic | deterministic | boolean | or without repeatable sums and products of floating-point numbers
//#row Barrier | barrier | BarrierAlgorithm
//#    | another algorithm for sync and the waits for all members inside other collectives
//#row Broadcast | broadcast | BroadcastAlgorithm | another algorithm for broadcasts
//#row Collect | collect | CollectAlgorithm | another algorithm for collect and fcollect
//#row Alltoall | alltoall | AlltoallAlgorithm | another algorithm for alltoall and alltoalls
//#row Scan | scan | ScanAlgorithm | another algorithm for scans
    /**
     * {@return these options with $what$}
     *
     * @param $option$ replaces the current one
     */
    public CollectiveOptions with$Option$($Kind$ $option$) {
        return new CollectiveOptions(reduce, transfer, deterministic, barrier, broadcast, collect, alltoall, scan);
    }

//#next
}
