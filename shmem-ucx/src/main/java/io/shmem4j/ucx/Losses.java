// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.error.NodeUnreachableException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** What a PE says of nodes that it can't reach any more, unless the job is being ended for it. */
final class Losses {
    /** Time in which the launcher ends a job after a node has gone. */
    private static final long GONE_NANOS = 5_000_000_000L;
    private static final long LOOK_NANOS = 10_000_000;

    private final List<Card> cards;
    private Runnable checkAbort;

    Losses(List<Card> cards) {
        this.cards = cards;
    }

    /** Sets what throws when the job is being ended. */
    void lookForAbort(Runnable check) {
        checkAbort = check;
    }

    /** Throws if the job is being ended. */
    void check() {
        checkAbort.run();
    }

    /**
     * {@return what to throw; the launcher notices too, and its report says more}
     *
     * @param why   it can't be reached
     * @param nodes which, or those of which it is one
     */
    NodeUnreachableException of(String why, int... nodes) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < GONE_NANOS) {
            check();
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return new NodeUnreachableException(Arrays.stream(nodes).mapToObj(node -> "node " + node + " ("
            + cards.get(node).host() + ")").collect(Collectors.joining(" or ")) + " can't be reached: " + why);
    }
}
