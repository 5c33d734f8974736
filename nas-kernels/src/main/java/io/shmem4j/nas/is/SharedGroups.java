// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.IntView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.nas.npb.KernelHeap;
import java.util.Arrays;

/**
 * Each PE's keys grouped by owner, and a table where each PE's part begins, read by their owners through views.
 *
 * <p>A PE stores its groups after the sum of the bucket sizes, which no PE leaves before all have entered; all of them
 * have then read the groups of the ranking before. One barrier, after the table is stored, makes both readable.
 */
abstract sealed class SharedGroups extends KeyExchange {
    final Shmem shmem;
    private final Grouping grouping;
    private final SymmetricInts grouped;
    private final SymmetricInts table;
    private final IntView[] keyViews;
    private final IntView[] tableViews;
    private final int[] part = new int[2];
    private final int[] piece = new int[KeyLoops.PIECE];

    SharedGroups(KernelHeap heap, Grouping grouping, int keys) {
        shmem = heap.shmem;
        int n = shmem.nPes();
        this.grouping = grouping;
        grouped = heap.ints(keys, "grouped keys");
        table = heap.ints(n + 1, "group table");
        keyViews = new IntView[n];
        tableViews = new IntView[n];
        Arrays.setAll(keyViews, pe -> shmem.view(grouped, pe));
        Arrays.setAll(tableViews, pe -> shmem.view(table, pe));
    }

    @Override
    final void group(int[] keys, BucketDeal deal) {
        grouping.group(keys, deal, grouped.local());
    }

    @Override
    final void counts(BucketDeal deal) {
        int n = shmem.nPes();
        for (int pe = 0; pe < n; pe++) {
            table.set(pe, deal.sendFrom[pe]);
        }
        table.set(n, deal.sendFrom[n - 1] + deal.sendCount[n - 1]);
        shmem.barrierAll();
    }

    /** {@return the number of keys that a PE has for me; {@link #from} then returns their place} */
    final int count(int pe) {
        tableViews[pe].read(shmem.myPe(), part, 0, 2);
        return part[1] - part[0];
    }

    final int from() {
        return part[0];
    }

    /** Counts the keys that a PE has for me, in pieces that stay in the first-level cache. */
    final void histogram(int pe, int smallest, int[] histogram) {
        int rest = count(pe);
        for (int from = from(); rest > 0; from += piece.length, rest -= piece.length) {
            int keys = Math.min(rest, piece.length);
            read(pe, from, piece, 0, keys);
            KeyLoops.histogram(piece, keys, smallest, histogram);
        }
    }

    final void read(int pe, int from, int[] target, int to, int count) {
        keyViews[pe].read(from, target, to, count);
    }

    /** Each owner loads its keys from the other PEs' groups; its own stay where they were grouped. */
    static final class Copied extends SharedGroups {
        private final int[] received;
        private int count;

        Copied(KernelHeap heap, Grouping grouping, int keys, int capacity) {
            super(heap, grouping, keys);
            received = new int[capacity];
        }

        @Override
        void keys(BucketDeal deal) {
            int me = shmem.myPe();
            int n = shmem.nPes();
            count = 0;
            for (int step = 1; step < n; step++) {
                int pe = (me + step) % n;
                int part = count(pe);
                read(pe, from(), received, count, part);
                count += part;
            }
        }

        @Override
        void histogram(int smallest, int[] histogram) {
            KeyLoops.histogram(received, count, smallest, histogram);
            histogram(shmem.myPe(), smallest, histogram);
        }

        @Override
        int[] received() {
            int me = shmem.myPe();
            int own = count(me);
            int[] keys = Arrays.copyOf(received, count + own);
            read(me, from(), keys, count, own);
            return keys;
        }
    }

    /** Each owner counts its keys straight from the PEs' groups; they have no second home. */
    static final class Counted extends SharedGroups {
        Counted(KernelHeap heap, Grouping grouping, int keys) {
            super(heap, grouping, keys);
        }

        @Override
        void keys(BucketDeal deal) {
            // They stay where they were grouped.
        }

        @Override
        void histogram(int smallest, int[] histogram) {
            int n = shmem.nPes();
            for (int step = 0, pe = shmem.myPe(); step < n; step++, pe = pe + 1 < n ? pe + 1 : 0) {
                histogram(pe, smallest, histogram);
            }
        }

        @Override
        int[] received() {
            int[] keys = new int[0];
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                int part = count(pe);
                keys = Arrays.copyOf(keys, keys.length + part);
                read(pe, from(), keys, keys.length - part, part);
            }
            return keys;
        }
    }
}
