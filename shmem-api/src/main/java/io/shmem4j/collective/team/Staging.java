// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.spi.Cell;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;

/**
 * Deals out the group's buffer: two zones that take turns, and a private part for each member.
 *
 * <p>An area must not be used again before all members have finished with it. All members ask for the same areas in the
 * same order, so all know the same: after a barrier every area is free; after an operation that can't end before all
 * have entered it, all areas of earlier operations are. If neither has happened for too long, a barrier is run.
 *
 * <p>An area comes with a cell in which each member can announce something. Its value is the operation's number, which
 * only grows, so a cell is never reset; and it isn't used again while anybody may still look at it, like the area.
 *
 * <p>So operations of the second kind, one after the other, take the zones in turn and never wait for room.
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

    /** {@return a zone's start, for an operation that ends with {@link #entered}, on every member} */
    public long fresh() {
        if (top > 0) {
            turn();
        }
        top = ZONE_BYTES;
        return base + (long) zone * ZONE_BYTES;
    }

    /**
     * {@return an area, on every member, for an operation that some members may leave before others enter; it also has
     * a cell, see {@link #announce}}
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

    /** All members are known to have entered the running operation. */
    public void entered() {
        otherBusy = false;
    }

    /** All members are known to have finished all operations. */
    public void free() {
        otherBusy = false;
        top = 0;
        announced = 0;
    }

    /** {@return offset of the data that this operation's announcement may carry, {@link #ANNOUNCED_BYTES}} */
    public long announcedData() {
        return cell() + Cell.DATA;
    }

    /**
     * Announces to all members that this member has entered the operation; they may wait for the announcement, or read
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

    /** {@return a second such buffer, for operands that are fetched before they are combined} */
    public long fetched() {
        return accumulator() + WORK_BYTES;
    }

    public static long round(long bytes) {
        return (bytes + LINE - 1) & -LINE;
    }

    /**
     * {@return whether pieces for or from all members, together so many bytes, are better laid down in buffers than
     * moved straight from source to dest} The buffers save waits, in whose time a piece of {@code most} bytes is copied
     * in the mean, and cost a copy.
     */
    public static boolean suits(TeamView team, long bytes, long most) {
        return bytes <= Math.min(ZONE_BYTES, most * team.size());
    }

    /** {@return the size of one of several equal areas of a zone, whole lines} */
    public static long share(int areas) {
        return ZONE_BYTES / areas & -LINE;
    }
}
