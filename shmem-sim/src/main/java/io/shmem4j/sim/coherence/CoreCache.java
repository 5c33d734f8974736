// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import io.shmem4j.sim.machine.CacheSize;

/**
 * The tags of one cache: which lines fit. The oldest line of a set leaves. Tags of lines that others have invalidated
 * stay until they are overwritten or fetched again; whether a tag is valid is known from the line's sharers.
 *
 * <p>The sets are chosen as if pages of 64 lines lay at random physical addresses.
 */
final class CoreCache {
    static final long NONE = -1;
    private static final int PAGE_SHIFT = 6;
    private static final long HASH = 0x9E3779B97F4A7C15L;

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

    boolean contains(long line) {
        int first = set(line) * ways;
        long tag = line + 1;
        for (int i = first; i < first + ways; i++) {
            if (tags[i] == tag) {
                return true;
            }
        }
        return false;
    }

    /**
     * {@return the line that left to make room, or NONE}
     *
     * @param line the line that came
     */
    long fill(long line) {
        int set = set(line);
        int first = set * ways;
        long tag = line + 1;
        for (int i = first; i < first + ways; i++) {
            if (tags[i] == tag) {
                return NONE;
            }
        }
        int way = oldest[set];
        oldest[set] = (byte) (way + 1 == ways ? 0 : way + 1);
        long gone = tags[first + way] - 1;
        tags[first + way] = tag;
        return gone;
    }

    /**
     * Removes a line.
     *
     * @param line its number
     */
    void drop(long line) {
        int first = set(line) * ways;
        for (int i = first; i < first + ways; i++) {
            if (tags[i] == line + 1) {
                tags[i] = 0;
            }
        }
    }

    private int set(long line) {
        long page = line >>> PAGE_SHIFT;
        long colour = page * HASH >>> 40;
        return (int) (colour << PAGE_SHIFT | line & (1 << PAGE_SHIFT) - 1) & setMask;
    }
}
