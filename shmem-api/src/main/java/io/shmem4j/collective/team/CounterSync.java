// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.collective.team.TeamView.Barrier;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Cell;
import io.shmem4j.spi.WaitKind;

/**
 * A barrier by one counter: every PE adds 1 to a cell of PE 0. The last one publishes the round's number in the next
 * cell, where the others wait for it.
 *
 * <p>Best if PEs outnumber cores: a round takes one addition, one store and one wake-up of all sleepers. The counter is
 * never reset, so a late reader can't see a wrong round.
 *
 * <p>Ordering: an addition is a full fence, so the last PE sees everything that a PE stored before it arrived. The
 * publishing store is a release and the waiting load an acquire, so all PEs see everything that all have stored.
 */
public final class CounterSync implements Barrier {
    private final Group group;
    private final Backend backend;
    private final int root;
    private final int size;
    private final long counter;
    private final long published;
    private long round;

    /** A barrier of a group, with two consecutive sync cells. */
    public CounterSync(Group group, int firstCell) {
        this.group = group;
        this.backend = group.backend();
        this.root = group.world(0);
        this.size = group.size();
        this.counter = group.syncCell(firstCell);
        this.published = group.syncCell(firstCell + 1);
    }

    /** {@return whether this PE is the last to arrive and must {@link #publish}} */
    public boolean enter() {
        round++;
        return backend.cellAdd(root, counter, 1) + 1 == round * size;
    }

    /** Releases all members. */
    public void publish() {
        group.publish(root, published, round);
    }

    /** {@return the offset in the first PE's memory of the bytes that may be published with the round} */
    public long data() {
        return published + Cell.DATA;
    }

    /** Waits in a collective until the round is published. */
    public void await() {
        await(WaitKind.COLLECTIVE);
    }

    /** Waits until all have arrived in the round of this PE's last arrival. */
    public void await(WaitKind kind) {
        CellWait.allArrived(group, published, round, kind);
    }

    @Override
    public void sync(WaitKind kind) {
        if (enter()) {
            publish();
        }
        await(kind);
    }
}
