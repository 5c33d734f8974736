// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.error.NodeUnreachableException;
import io.shmem4j.spi.Waiter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Makes the exception for nodes that do not answer, unless the launcher ends the job for them first. */
final class Losses {
    /** Time in which the launcher ends a job after a node has gone. */
    private static final long GONE_NANOS = 5_000_000_000L;
    private static final long LOOK_NANOS = 10_000_000;

    private final List<Card> cards;
    private Runnable checkAbort;

    Losses(List<Card> cards) {
        this.cards = cards;
    }

    /** Sets the check that throws when the job is being ended. */
    void lookForAbort(Runnable check) {
        checkAbort = check;
    }

    void check() {
        checkAbort.run();
    }

    /** {@return the exception for silent nodes, after a grace period in which the launcher may end the job} */
    NodeUnreachableException of(String why, int... nodes) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < GONE_NANOS) {
            check();
            Waiter.park(LOOK_NANOS);
        }
        return new NodeUnreachableException(Arrays.stream(nodes).mapToObj(node -> "node " + node + " ("
            + cards.get(node).host() + ")").collect(Collectors.joining(" or ")) + " can't be reached: " + why);
    }
}
