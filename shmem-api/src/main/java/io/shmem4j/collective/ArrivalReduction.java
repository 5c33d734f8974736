// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

import io.shmem4j.spi.Kernel;

/**
 * Long operands where members outnumber cores and the order of combination can't show: the first member to come leaves
 * its operands in its dest, each of the others combines its own into that, part by part behind the one that has come
 * before it, and when the last one is done all copy the result. So most of the work is done before the last one comes,
 * and the result stays in a cache all the time.
 *
 * <p>The first one leaves when all have copied.
 */
final class ArrivalReduction {
    /** From here on it is worth its two waits. */
    static final long LEAST_BYTES = 256 << 10;
    private static final long PART_BYTES = 64 << 10;
    private static final long MOST_BYTES = PART_BYTES << 20;

    private ArrivalReduction() {
    }

    static boolean fits(Member team, Kernel kernel, long bytes) {
        return team.crowded() && !kernel.ordered() && bytes >= LEAST_BYTES && bytes <= MOST_BYTES;
    }

    static void reduce(Member team, Kernel kernel, long dest, long source, long bytes) {
        ArrivalOrder order = team.order();
        int number = order.draw();
        int first = number == 0 ? team.me() : order.member(0);
        int parts = 0;
        for (long done = 0; done < bytes; done += PART_BYTES) {
            long part = Math.min(PART_BYTES, bytes - done);
            parts++;
            if (number == 0) {
                team.copy(dest + done, source + done, part);
            } else {
                order.awaitDone(number - 1, parts);
                team.combineAt(kernel, first, dest + done, source + done, part);
            }
            order.done(parts);
        }
        team.readers().expect(first, team.size() - 1);
        if (team.arrivals().enter()) {
            team.arrivals().publish();
        } else {
            team.arrivals().await();
        }
        if (number == 0) {
            team.readers().await();
        } else {
            team.get(dest, first, dest, bytes);
            team.readers().done(first);
        }
        team.staging().entered();
    }
}
