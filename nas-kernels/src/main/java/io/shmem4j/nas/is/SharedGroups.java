// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.IntView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.nas.npb.KernelHeap;
import java.util.Arrays;

/**
 * Each PE's keys grouped by owner, with a table of the groups. Owners load their keys from the groups of all PEs; their
 * own are counted in place.
 *
 * <p>A PE writes its groups after the sum of the bucket sizes. No PE leaves that sum before all have entered it, and by
 * then all have read the previous groups. One barrier after the table makes both readable.
 */
final class SharedGroups extends KeyExchange {
    private final Shmem shmem;
    private final Grouping grouping;
    private final SymmetricInts grouped;
    private final SymmetricInts table;
    private final IntView[] keyViews;
    private final IntView[] tableViews;
    private final int[] part = new int[2];
    private final int[] piece = new int[KeyLoops.PIECE];
    private final int[] received;
    private int count;

    SharedGroups(KernelHeap heap, Grouping grouping, int keys, int capacity) {
        shmem = heap.shmem;
        int n = shmem.nPes();
        this.grouping = grouping;
        grouped = heap.ints(keys, "grouped keys");
        table = heap.ints(n + 1, "group table");
        keyViews = new IntView[n];
        tableViews = new IntView[n];
        Arrays.setAll(keyViews, pe -> shmem.view(grouped, pe));
        Arrays.setAll(tableViews, pe -> shmem.view(table, pe));
        received = new int[capacity];
    }

    @Override
    void group(int[] keys, BucketDeal deal) {
        grouping.group(keys, deal, grouped.local());
    }

    @Override
    void counts(BucketDeal deal) {
        int n = shmem.nPes();
        for (int pe = 0; pe < n; pe++) {
            table.set(pe, deal.sendFrom[pe]);
        }
        table.set(n, deal.sendFrom[n - 1] + deal.sendCount[n - 1]);
        shmem.barrierAll();
    }

    @Override
    void keys(BucketDeal deal) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        count = 0;
        for (int step = 1; step < n; step++) {
            count += read((me + step) % n, received, count);
        }
    }

    /** Copies the keys of a PE for this one. {@return how many} */
    private int read(int pe, int[] target, int to) {
        tableViews[pe].get(shmem.myPe(), part, 0, 2);
        int keys = part[1] - part[0];
        keyViews[pe].get(part[0], target, to, keys);
        return keys;
    }

    /** Counts this PE's own keys in pieces that fit the first-level cache. */
    @Override
    void histogram(int smallest, int[] histogram) {
        int me = shmem.myPe();
        KeyLoops.histogram(received, count, smallest, histogram);
        tableViews[me].get(me, part, 0, 2);
        for (int from = part[0]; from < part[1]; from += piece.length) {
            int keys = Math.min(part[1] - from, piece.length);
            keyViews[me].get(from, piece, 0, keys);
            KeyLoops.histogram(piece, keys, smallest, histogram);
        }
    }

    @Override
    int[] received() {
        int me = shmem.myPe();
        tableViews[me].get(me, part, 0, 2);
        int[] keys = Arrays.copyOf(received, count + part[1] - part[0]);
        read(me, keys, count);
        return keys;
    }
}
