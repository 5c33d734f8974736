// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import io.shmem4j.sim.machine.Machine.CacheSize;
import java.util.Arrays;

/**
 * The tags of a cache; the oldest line of a set is evicted. Tags of lines that other cores have invalidated stay until
 * they are overwritten or fetched again, because a line's sharers tell whether its tag is valid. A line's chunk knows
 * whether the line has a tag here, so no search is needed.
 *
 * <p>Sets are chosen as if pages of 64 lines had random physical addresses.
 */
final class CoreCache {
    static final long NONE = -1;
    private static final long HASH = 0x9E3779B97F4A7C15L;

    /** Ordered by way, so that consecutive lines have consecutive tags. */
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
     * Inserts consecutive missing lines of a page in order, and stores for each the line that it evicts.
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

    /** {@return whether consecutive sets have the same oldest way, as after a stream} */
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
