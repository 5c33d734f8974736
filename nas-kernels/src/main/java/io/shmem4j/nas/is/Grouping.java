// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/**
 * Groups keys by destination PE.
 *
 * <p>Keys are processed in pieces that fit the first-level cache. A piece is split between the lower and the upper half
 * of the PEs, recursively; what is left for one PE is copied to its group at once. Single stores to as many
 * destinations as buckets would miss the cache. The order of keys in a group does not matter, because they are only
 * counted.
 */
final class Grouping {
    /** Extra room of a part, because whole vectors are stored. */
    static final int SLACK = 64;
    /** Keys of a piece for each PE; fewer do not justify a copy. */
    private static final int KEYS_PER_PE = 128;

    private final KeyLoops.Split loops;
    private final int shift;
    private final int pes;
    private final int piece;
    /** First key of each PE, and the end. */
    private final int[] first;
    /** Index of the next key of each PE. */
    private final int[] next;
    /** Halves of a part by depth of the split. */
    private final int[][] smaller;
    private final int[][] larger;
    private MemorySegment target;

    /** Makes buffers for a piece; a key's bucket is the key shifted. */
    Grouping(KeyLoops.Split loops, int shift, int pes) {
        this.loops = loops;
        this.shift = shift;
        this.pes = pes;
        piece = Math.clamp(KEYS_PER_PE * pes, KeyLoops.SMALL_PIECE, KeyLoops.PIECE);
        first = new int[pes + 1];
        next = new int[pes];
        int splits = Integer.SIZE - Integer.numberOfLeadingZeros(pes - 1);
        smaller = new int[splits][piece + SLACK];
        larger = new int[splits][piece + SLACK];
    }

    /** Groups keys by the deal. */
    void group(int[] keys, BucketDeal deal, MemorySegment grouped) {
        target = grouped;
        for (int pe = 0; pe <= pes; pe++) {
            first[pe] = deal.first[pe] << shift;
        }
        System.arraycopy(deal.sendFrom, 0, next, 0, pes);
        for (int from = 0; from < keys.length; from += piece) {
            distribute(0, 0, pes, keys, from, Math.min(from + piece, keys.length));
        }
    }

    private void distribute(int splits, int lowest, int end, int[] keys, int from, int to) {
        if (end - lowest == 1) {
            append(lowest, keys, from, to - from);
        } else if (from < to) {
            int middle = lowest + end >>> 1;
            int below = loops.split(keys, from, to, first[middle], smaller[splits], larger[splits]);
            distribute(splits + 1, lowest, middle, smaller[splits], 0, below);
            distribute(splits + 1, middle, end, larger[splits], 0, to - from - below);
        }
    }

    private void append(int pe, int[] keys, int from, int count) {
        MemorySegment.copy(keys, from, target, JAVA_INT, (long) Integer.BYTES * next[pe], count);
        next[pe] += count;
    }
}
