// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Cell;
import io.shmem4j.spi.WaitKind;

/**
 * Makes the members on a node wait while the first of them, their leader, works for all.
 *
 * <p>The first cell counts arrivals. The last member to arrive signals the leader in the second cell. All members but
 * the leader wait on the third cell. Nothing is ever reset.
 *
 * <p>Ordering: an arrival is a full fence. The last member signals by a release store that the leader acquires; the
 * leader releases the others in the same way.
 */
public final class NodeMeeting {
    private final Backend backend;
    private final Group here;
    private final int leader;
    private final long counter;
    private final long complete;
    private final long dismissed;
    private long round;

    NodeMeeting(Group here) {
        this.backend = here.backend();
        this.here = here;
        this.leader = here.world(0);
        this.counter = here.syncCell(SystemCells.MEETING);
        this.complete = here.syncCell(SystemCells.MEETING + 1);
        this.dismissed = here.syncCell(SystemCells.MEETING + 2);
    }

    /** Waits in a collective, see {@link #arrive(WaitKind)}. */
    public boolean arrive() {
        return arrive(WaitKind.COLLECTIVE);
    }

    /** {@return true on the leader once all have arrived; false on the others once the leader has released them} */
    boolean arrive(WaitKind kind) {
        round++;
        boolean last = backend.cellAdd(leader, counter, 1) + 1 == round * here.size();
        if (here.me() == 0) {
            if (!last) {
                CellWait.allArrived(here, complete, round, kind);
            }
            return true;
        }
        if (last) {
            backend.cellSet(leader, complete, round);
        }
        CellWait.atLeast(here, leader, dismissed, round, kind, leader);
        return false;
    }

    /** {@return offset in the leader's memory of the data that its release carries, {@link Staging#ANNOUNCED_BYTES}} */
    public long data() {
        return dismissed + Cell.DATA;
    }

    /** Releases the other members; called by the leader. */
    public void dismiss() {
        backend.cellSet(leader, dismissed, round);
    }
}
