// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.config.Setting;

/**
 * By which algorithms a team's collectives run, see {@link Team#using}.
 *
 * <p>Immutable; every {@code with} method gives a new one. All members of a team use the same options in the same call.
 */
public final class CollectiveOptions {
    private final ReduceAlgorithm reduce;
    private final Transfer transfer;
    private final boolean deterministic;
    private final BarrierAlgorithm barrier;

    private CollectiveOptions(ReduceAlgorithm reduce, Transfer transfer, boolean deterministic,
        BarrierAlgorithm barrier) {
        this.reduce = reduce;
        this.transfer = transfer;
        this.deterministic = deterministic;
        this.barrier = barrier;
    }

    /** {@return what the environment says, the standard of every team} */
    public static CollectiveOptions environment() {
        return Environment.OPTIONS;
    }

    /**
     * {@return the same with another algorithm for reductions}
     *
     * @param algorithm the algorithm
     */
    public CollectiveOptions withReduce(ReduceAlgorithm algorithm) {
        return new CollectiveOptions(algorithm, transfer, deterministic, barrier);
    }

    /**
     * {@return the same with another way to move operands of reductions}
     *
     * @param newTransfer the way
     */
    public CollectiveOptions withTransfer(Transfer newTransfer) {
        return new CollectiveOptions(reduce, newTransfer, deterministic, barrier);
    }

    /**
     * {@return the same with or without repeatable reductions of floating-point numbers}
     *
     * @param repeatable whether every run gives every member the same bits
     */
    public CollectiveOptions withDeterministic(boolean repeatable) {
        return new CollectiveOptions(reduce, transfer, repeatable, barrier);
    }

    /**
     * {@return the same with another algorithm for sync}
     *
     * @param algorithm the algorithm
     */
    public CollectiveOptions withBarrier(BarrierAlgorithm algorithm) {
        return new CollectiveOptions(reduce, transfer, deterministic, algorithm);
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

    private static final class Environment {
        static final CollectiveOptions OPTIONS = new CollectiveOptions(
            Setting.REDUCE_ALGORITHM.choice(ReduceAlgorithm.class), Setting.REDUCE_TRANSFER.choice(Transfer.class),
            Setting.REDUCE_DETERMINISTIC.intValue() != 0, Setting.BARRIER_ALGORITHM.choice(BarrierAlgorithm.class));
    }
}
