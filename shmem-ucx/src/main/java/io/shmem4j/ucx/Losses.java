// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.error.NodeUnreachableException;
import io.shmem4j.spi.Times;
import io.shmem4j.spi.Waiter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Creates exceptions for unreachable nodes. The launcher may end the job first, whose reason is better. */
final class Losses {
    private static final long LOOK_NANOS = 10_000_000;

    private final List<Card> cards;
    /** Throws if the job is being aborted. */
    Runnable checkAbort;

    Losses(List<Card> cards) {
        this.cards = cards;
    }

    /** Waits for the grace period, then {@return the exception} */
    NodeUnreachableException of(String why, int... nodes) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < Times.LOST_NODE_NANOS) {
            checkAbort.run();
            Waiter.park(LOOK_NANOS);
        }
        return new NodeUnreachableException(Arrays.stream(nodes).mapToObj(node -> "node " + node + " ("
            + cards.get(node).host() + ")").collect(Collectors.joining(" or ")) + " can't be reached: " + why);
    }
}
