// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

import io.shmem4j.spi.SystemLayout;

/**
 * Who uses which part of the group's buffer: two zones that take turns, and a part of its own for each member.
 *
 * <p>An area must not be used again before all members have finished with it. All members ask for the same areas in the
 * same order, so all know the same: after a barrier every area is free; after an operation that can't end before all
 * have entered it, all areas of earlier operations are. Where neither has happened for too long, a barrier is run.
 *
 * <p>So operations of the second kind, one after the other, take the zones in turn and never wait for room.
 */
final class Staging {
    /** Bytes of a zone. */
    static final int ZONE_BYTES = 112 << 10;
    /** Bytes of each of the two private buffers. */
    static final int WORK_BYTES = 16 << 10;
    private static final int LINE = 128;

    static {
        assert 2 * ZONE_BYTES + 2 * WORK_BYTES <= SystemLayout.SCRATCH_BYTES;
    }

    private final Member team;
    private final long base;
    private int zone;
    private long top;
    private boolean otherBusy;

    Staging(Member team) {
        this.team = team;
        this.base = team.group().scratch();
    }

    /** {@return a zone's start, for an operation that ends with {@link #entered}, on every member} */
    long fresh() {
        if (top > 0) {
            turn();
        }
        top = ZONE_BYTES;
        return base + (long) zone * ZONE_BYTES;
    }

    /**
     * {@return an area, on every member, for an operation that some may leave before others enter} @param bytes size
     */
    long next(long bytes) {
        long needed = round(bytes);
        if (top + needed > ZONE_BYTES) {
            turn();
        }
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
            otherBusy = true;
        }
    }

    /** {@return which zone is in use, 0 or 1} */
    int zone() {
        return zone;
    }

    /** All members are known to have entered the running operation. */
    void entered() {
        otherBusy = false;
    }

    /** All members are known to have finished all operations. */
    void free() {
        otherBusy = false;
        top = 0;
    }

    /** {@return a buffer that only this member uses, of {@link #WORK_BYTES}} */
    long accumulator() {
        return base + 2L * ZONE_BYTES;
    }

    /** {@return another one, for what is fetched before it is combined} */
    long fetched() {
        return accumulator() + WORK_BYTES;
    }

    /** {@return bytes rounded up to whole lines} */
    static long round(long bytes) {
        return (bytes + LINE - 1) & -LINE;
    }

    /** {@return the size of one of several equal areas of a zone, whole lines} @param areas how many */
    static long share(int areas) {
        return ZONE_BYTES / areas & -LINE;
    }
}
