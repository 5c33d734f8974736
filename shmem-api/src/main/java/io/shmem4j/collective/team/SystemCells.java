// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

/** Who uses which sync cell of a team's slot; those of the world's slot that the library itself uses come first. */
public final class SystemCells {
    /** The team's barrier, two cells. */
    public static final int BARRIER = 0;
    /** The end of a session, two cells of the world's slot. */
    public static final int END = 2;
    /** The start of a session, two cells of the world's slot. */
    public static final int START = 4;
    /** Where members on a node meet, three cells of their slot, which has no sessions. */
    public static final int MEETING = 2;
    /** Members that have left a destroyed team for good. */
    public static final int DEPARTED = 6;
    /** What a member says while its team is split. */
    public static final int SPLIT = 7;
    /** The length of a member's part in collect. */
    public static final int COLLECT = 8;
    /** Collectives whose last arriving member does the work, two cells. */
    public static final int ARRIVALS = 9;
    /** Members that have read from this one, two cells. */
    public static final int READERS = 11;
    /** Numbers that members have drawn. */
    public static final int DRAWN = 13;
    /** What members that leave a team have called of it, added up. */
    public static final int HISTORIES = 14;
    /** Members that have added theirs. */
    public static final int COMPARED = 15;
    /** What a member announces to all, cells of both zones of the buffer. */
    public static final int ANNOUNCED = 16;
    /** How many of them a zone has. */
    public static final int ANNOUNCED_IN_ZONE = 8;

    private SystemCells() {
    }
}
