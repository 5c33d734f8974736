// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import io.shmem4j.sim.machine.Machine.CacheSize;
import java.util.Arrays;

/**
 * The tags of one cache, set by set: the oldest line of a set leaves. Tags of lines that others have invalidated
 * stay until they are overwritten or fetched again; whether a tag is valid is known from the line's sharers. A line's
 * chunk knows whether it has a tag here, so nothing is searched for.
 *
 * <p>The sets are chosen as if pages of 64 lines lay at random physical addresses.
 */
final class CoreCache {
    static final long NONE = -1;
    private static final long HASH = 0x9E3779B97F4A7C15L;

    /** Way by way, so that neighbouring lines are neighbours here too. */
    private final long[] tags;
    private final byte[] oldest;
    private final int setMask;
    private final int ways;

    CoreCache(CacheSize size) {
        ways = size.ways();
        setMask = size.sets() - 1;
        tags = new long[size.lines()];
        oldest = new byte[size.sets()];
    }

    /** {@return the line evicted for a missing one, or NONE} */
    long replaceOldest(long line) {
        int set = set(line);
        int way = oldest[set];
        oldest[set] = (byte) (way + 1 == ways ? 0 : way + 1);
        int at = way * oldest.length + set;
        long gone = tags[at] - 1;
        tags[at] = line + 1;
        return gone;
    }

    /**
     * Brings in neighbouring lines of a page that were not there, in their order, and notes for each the line that
     * left.
     */
    void replaceOldest(long line, int count, long[] gone) {
        int start = set(line);
        int way = oldest[start];
        int at = way * oldest.length + start;
        if (start + count <= oldest.length && sameWay(start, count)) {
            for (int k = 0; k < count; k++) {
                gone[k] = tags[at + k] - 1;
                tags[at + k] = line + k + 1;
            }
            Arrays.fill(oldest, start, start + count, (byte) (way + 1 == ways ? 0 : way + 1));
            return;
        }
        for (int k = 0; k < count; k++) {
            gone[k] = replaceOldest(line + k);
        }
    }

    /** {@return whether the same way of neighbouring sets is the oldest, as streams leave them} */
    private boolean sameWay(int start, int count) {
        int different = 0;
        for (int set = start; set < start + count; set++) {
            different |= oldest[set] ^ oldest[start];
        }
        return different == 0;
    }

    void drop(long line) {
        for (int at = set(line); at < tags.length; at += oldest.length) {
            if (tags[at] == line + 1) {
                tags[at] = 0;
            }
        }
    }

    private int set(long line) {
        long page = line >>> LineChunk.PAGE_SHIFT;
        long colour = page * HASH >>> 40;
        return (int) (colour << LineChunk.PAGE_SHIFT | line & LineChunk.PAGE_LINES - 1) & setMask;
    }
}
