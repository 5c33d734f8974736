// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.util.Arrays;

/**
 * The collectives that a member has called in its group: the running one, for hang reports, and the number of calls of
 * each.
 */
public final class Calls {
    private static final int ROUTINES = Routine.values().length;

    private final int[] counts = new int[ROUTINES];
    private Routine routine;
    private int rootPe = -1;
    private int lastRoot = -1;
    private long history;
    private int meetings;
    private long begun;

    public void reset() {
        Arrays.fill(counts, 0);
        routine = null;
        rootPe = -1;
        lastRoot = -1;
        history = 0;
        meetings = 0;
        begun = 0;
    }

    /** Counts a barrier or sync of the program, which the history leaves out. */
    public void countMeeting() {
        meetings++;
        begun++;
    }

    /** {@return the number of barriers and syncs of the program} */
    public int meetings() {
        return meetings;
    }

    /** Names the running collective; {@code itsRootPe} is a world number or -1. */
    public void name(Routine running, int itsRootPe) {
        routine = running;
        rootPe = itsRootPe;
        begun++;
    }

    /** Counts a collective; {@code itsRoot} is the index of its root, or -1. */
    public void count(Routine running, int itsRoot, Group group) {
        name(running, itsRoot < 0 ? -1 : group.world(itsRoot));
        counts[running.ordinal()]++;
        if (itsRoot >= 0) {
            lastRoot = itsRoot;
        }
        history = 31 * history + (itsRoot + 1L) * ROUTINES + running.ordinal();
    }

    /** Annotates a wait of this member with the running collective, for hang reports. */
    void annotate(Waiter waiter, WaitKind kind, Group group) {
        if (kind == WaitKind.COLLECTIVE && routine != null) {
            waiter.collective(routine, rootPe);
        }
        if (group.needed().slot() == SystemLayout.WORLD_SLOT) {
            waiter.begun(begun);
        }
    }

    /** {@return the number of collectives that this member has begun, including barriers and syncs} */
    public long begun() {
        return begun;
    }

    public int count(Routine which) {
        return counts[which.ordinal()];
    }

    /** {@return the root of the last collective that had one, or -1} */
    public int lastRoot() {
        return lastRoot;
    }

    /** {@return a hash of the sequence of collectives and their roots} */
    public long history() {
        return history;
    }
}
