// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.spi.Cell;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;

/**
 * Allocates the group's buffer: two zones in turn, and private memory for each member.
 *
 * <p>An area must not be reused before all members have finished with it. All members request the same areas in the
 * same order, so all have the same information: after a barrier every area is free; after an operation that can't end
 * before all have entered it, all areas of earlier operations are free. If neither has happened for too long, a barrier
 * runs.
 *
 * <p>An area comes with a cell for an announcement of each member. The announcement's value is the operation's number,
 * which only grows, so a cell is never reset. Like the area, it isn't reused while a member may still read it.
 *
 * <p>So a sequence of operations that no member leaves before all have entered alternates between the zones and never
 * waits for room.
 */
public final class Staging {
    public static final int ZONE_BYTES = 112 << 10;
    /** Bytes of each of the two private buffers. */
    public static final int WORK_BYTES = 16 << 10;
    /** Bytes that an announcement can carry. */
    public static final int ANNOUNCED_BYTES = Cell.BYTES - Cell.DATA;
    private static final int LINE = 128;

    static {
        assert 2 * ZONE_BYTES + 2 * WORK_BYTES <= SystemLayout.SCRATCH_BYTES;
    }

    private final TeamView team;
    private final int self;
    private final long base;
    private final long cells;
    private int zone;
    private long top;
    private boolean otherBusy;
    private int announced;
    private long number;

    public Staging(TeamView team) {
        this.team = team;
        this.self = team.self();
        this.base = team.group().scratch();
        this.cells = team.group().syncCell(SystemCells.ANNOUNCED);
    }

    /** {@return the start of a zone, on every member, for an operation that ends with {@link #entered}} */
    public long fresh() {
        if (top > 0) {
            turn();
        }
        top = ZONE_BYTES;
        return base + (long) zone * ZONE_BYTES;
    }

    /**
     * {@return an area, on every member, for an operation that members may leave before others enter} It also has a
     * cell, see {@link #announce}.
     */
    public long next(long bytes) {
        long needed = round(Math.max(1, bytes));
        if (top + needed > ZONE_BYTES || announced == SystemCells.ANNOUNCED_IN_ZONE) {
            turn();
        }
        announced++;
        number++;
        long area = base + (long) zone * ZONE_BYTES + top;
        top += needed;
        return area;
    }

    private void turn() {
        if (otherBusy) {
            team.sync();
        } else {
            zone ^= 1;
            top = 0;
            announced = 0;
            otherBusy = true;
        }
    }

    public int zone() {
        return zone;
    }

    /** Called when all members are known to have entered the running operation. */
    public void entered() {
        otherBusy = false;
    }

    /** Called when all members are known to have finished all operations. */
    public void free() {
        otherBusy = false;
        top = 0;
        announced = 0;
    }

    /** {@return the offset of the data with this operation's announcement, {@link #ANNOUNCED_BYTES}} */
    public long announcedData() {
        return cell() + Cell.DATA;
    }

    /**
     * Announces to all members that this member has entered the operation; they wait for the announcement now, or read
     * it later.
     */
    public void announce() {
        Group group = team.group();
        group.publish(self, cell(), number);
    }

    public void awaitAnnounced(int peer) {
        int holder = team.world(peer);
        CellWait.atLeast(team.group(), holder, cell(), number, WaitKind.COLLECTIVE, holder);
    }

    /** The cells are contiguous. */
    private long cell() {
        return cells + (long) (zone * SystemCells.ANNOUNCED_IN_ZONE + announced - 1) * Cell.BYTES;
    }

    /** {@return a buffer that only this member uses, of {@link #WORK_BYTES}} */
    public long accumulator() {
        return base + 2L * ZONE_BYTES;
    }

    /** {@return a second private buffer, for operands that are fetched before they are combined} */
    public long fetched() {
        return accumulator() + WORK_BYTES;
    }

    public static long round(long bytes) {
        return (bytes + LINE - 1) & -LINE;
    }

    /**
     * {@return whether pieces for or from all members, of these bytes in total, are better copied through buffers than
     * straight from source to dest} Buffers cost a copy, but save waits in which a piece of {@code most} bytes could be
     * copied.
     */
    public static boolean suits(TeamView team, long bytes, long most) {
        return bytes <= Math.min(ZONE_BYTES, most * team.size());
    }

    /** {@return the size of each of several equal areas of a zone, in whole lines} */
    public static long share(int areas) {
        return ZONE_BYTES / areas & -LINE;
    }
}
