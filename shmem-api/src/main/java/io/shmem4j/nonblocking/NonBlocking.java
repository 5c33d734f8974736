// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nonblocking;

import io.shmem4j.Shmem;
import io.shmem4j.Team;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;

/**
 * Collectives that a PE starts and completes later, several at once. Meanwhile it can compute, or start others, while
 * late members catch up.
 *
 * <pre>{@code
 * NonBlocking nonBlocking = NonBlocking.allocate(shmem);
 * NonBlockingTeam world = nonBlocking.on(shmem.world(), 2);
 * Pending sum = world.sumReduce(total, part, n);
 * while (!sum.test() && moreWork()) {
 *     doSome();
 * }
 * sum.await();
 * }</pre>
 *
 * <p>Collectives make progress in calls of {@link Pending#test} and {@link Pending#await}, at the start of another
 * collective, and in each wait of the PE for others, such as a barrier or a lock. After some milliseconds without them
 * a thread of the library advances them, except below {@link io.shmem4j.ThreadLevel#MULTIPLE}, in jobs that outlive a
 * death, on simulated machines, and where a tool watches each call. One thread of each PE uses a {@code NonBlocking}.
 *
 * <p>After a member's death {@code test} and {@code await} throw a {@link io.shmem4j.error.PeFailedException}. After
 * {@link Shmem#recover} all members restart the collectives that the death has interrupted. A call of this package that
 * an error such as a StackOverflowError cuts off is the PE's last, as is one cut off while a wait advances it.
 */
public final class NonBlocking implements AutoCloseable {
    final Shmem shmem;
    final PendingCollectives pending;

    private NonBlocking(Shmem shmem) {
        this.shmem = shmem;
        this.pending = new PendingCollectives(shmem);
    }

    /**
     * {@return a factory of teams' non-blocking collectives} Collective over all PEs.
     *
     * @param shmem the library
     */
    public static NonBlocking allocate(Shmem shmem) {
        return new NonBlocking(Fault.required(shmem, "shmem"));
    }

    /**
     * {@return the non-blocking collectives of a team} Collective over all PEs; a PE that is in none of the teams
     * passes one that it is not in.
     *
     * @param team    the team
     * @param pending maximum number of the team's collectives that a member may have pending, the same on all PEs; the
     *                next one waits for the oldest
     */
    public NonBlockingTeam on(Team team, int pending) {
        if (pending < 1) {
            throw new IllegalArgumentException(Fault.where() + ": pending is " + pending + "; it is at least 1");
        }
        Fault.required(team, "team");
        this.pending.requireOpen();
        return Library.whole(() -> new NonBlockingTeam(this, team, pending));
    }

    /** Ends this factory, after its teams have been freed. */
    public void free() {
        pending.requireOpen();
        requireIdle();
        pending.close();
    }

    /** Ends this factory without a check. */
    @Override
    public void close() {
        pending.close();
    }

    void requireIdle() {
        if (pending.pending() > 0) {
            throw new IllegalStateException(Fault.where() + ": " + pending.pending()
                + (pending.pending() == 1 ? " collective is" : " collectives are") + " pending");
        }
    }
}
