// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

/** The uses of the sync cells of a team's slot; the library's own cells in the world's slot come first. */
public final class SystemCells {
    /** The team's barrier, two cells. */
    public static final int BARRIER = 0;
    /** The end of a session, two cells of the world's slot. */
    public static final int END = 2;
    /** The start of a session, two cells of the world's slot. */
    public static final int START = 4;
    /** Meeting point of the members on a node: three cells of their slot, which has no sessions. */
    public static final int MEETING = 2;
    /** Members that have left a freed team for good. */
    public static final int DEPARTED = 6;
    /** A member's word while its team is being split. */
    public static final int SPLIT = 7;
    /** The length of a member's part in collect. */
    public static final int COLLECT = 8;
    /** Collectives whose last arriving member does the work, two cells. */
    public static final int ARRIVALS = 9;
    /** Members that have read from this one, two cells. */
    public static final int READERS = 11;
    /** Numbers that members have drawn. */
    public static final int DRAWN = 13;
    /** The sum of the hashes of calls of the members that leave a team. */
    public static final int HISTORIES = 14;
    /** The number of members in that sum. */
    public static final int COMPARED = 15;
    /** Announcements to all members, cells of both zones of the buffer. */
    public static final int ANNOUNCED = 16;
    /**
     * Cells per zone. Consecutive broadcasts wait for all members when both zones are used up: 32 PEs on 2 cores take
     * 7.2 us a broadcast with 8 cells, 3.9 us with these.
     */
    public static final int ANNOUNCED_IN_ZONE = 56;

    private SystemCells() {
    }
}
