// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/**
 * Groups keys by the PE that gets them.
 *
 * <p>The keys are taken in pieces that fit the first-level cache. A piece is split in those of the lower and the upper
 * half of the PEs, these again, and so on; what is then left for one PE goes to its group in one copy. Keys written one
 * by one to as many places as there are buckets would wait for lines of memory; and the order of the keys in a group
 * makes no difference to counting them.
 */
final class Grouping {
    private final int shift;
    private final int pes;
    /** First key of each PE, and behind them the end. */
    private final int[] first;
    /** Place of the next key of each PE. */
    private final int[] next;
    /** Splitting goes from one to the other. */
    private final int[] even = new int[KeyLoops.PIECE];
    private final int[] odd = new int[KeyLoops.PIECE];
    private MemorySegment target;

    /**
     * Makes room for a piece.
     *
     * @param shift a key's bucket is the key shifted by this
     * @param pes   number of PEs
     */
    Grouping(int shift, int pes) {
        this.shift = shift;
        this.pes = pes;
        first = new int[pes + 1];
        next = new int[pes];
    }

    /**
     * Groups keys.
     *
     * @param keys    the keys
     * @param deal    who gets what, and where its group begins
     * @param grouped room for the groups
     */
    void group(int[] keys, BucketDeal deal, MemorySegment grouped) {
        target = grouped;
        for (int pe = 0; pe <= pes; pe++) {
            first[pe] = deal.first[pe] << shift;
        }
        System.arraycopy(deal.sendFrom, 0, next, 0, pes);
        for (int from = 0; from < keys.length; from += KeyLoops.PIECE) {
            int count = Math.min(KeyLoops.PIECE, keys.length - from);
            System.arraycopy(keys, from, even, 0, count);
            distribute(0, pes, 0, count, even, odd);
        }
    }

    /** Takes keys, a part of an array, to the groups of some PEs; the same part of another array is free. */
    private void distribute(int lowest, int end, int from, int to, int[] keys, int[] free) {
        if (from == to) {
            return;
        }
        if (end - lowest == 1) {
            MemorySegment.copy(keys, from, target, JAVA_INT, (long) Integer.BYTES * next[lowest], to - from);
            next[lowest] += to - from;
            return;
        }
        int middle = lowest + end >>> 1;
        int between = KeyLoops.split(keys, from, to, first[middle], free);
        distribute(lowest, middle, from, between, free, keys);
        distribute(middle, end, between, to, free, keys);
    }
}
