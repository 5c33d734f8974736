// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.IntView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;

/**
 * Each PE's keys grouped by bucket, and a table where each PE's part begins, read by their owners through views.
 *
 * <p>A PE stores its groups after the sum of the bucket sizes, which no PE leaves before all have entered; all of them
 * have then read the groups of the ranking before. One barrier, after the table is stored, makes both readable.
 *
 * <p>Where memory is not mapped the stores go through a view: a simulated machine then takes the lines from their
 * readers.
 */
final class SharedGroups {
    private final Shmem shmem;
    private final SymmetricInts grouped;
    private final SymmetricInts table;
    private final IntView[] keyViews;
    private final IntView[] tableViews;
    private final int[] part = new int[2];
    /** Where keys are grouped before they are stored through a view, null where memory is mapped. */
    private final int[] own;

    SharedGroups(Shmem shmem, int keys) {
        int n = shmem.nPes();
        this.shmem = shmem;
        grouped = shmem.allocateInts(keys).named("grouped keys");
        table = shmem.allocateInts(n + 1).named("group table");
        keyViews = new IntView[n];
        tableViews = new IntView[n];
        for (int pe = 0; pe < n; pe++) {
            keyViews[pe] = shmem.view(grouped, pe);
            tableViews[pe] = shmem.view(table, pe);
        }
        own = shmem.ptr(grouped, shmem.myPe()) == null ? new int[keys] : null;
    }

    void group(int[] keys, int shift, int[] next) {
        if (own == null) {
            KeyLoops.scatter(keys, shift, next, grouped.local());
        } else {
            KeyLoops.scatter(keys, shift, next, own);
            keyViews[shmem.myPe()].write(0, own, 0, keys.length);
        }
    }

    void publish(BucketDeal deal) {
        int n = shmem.nPes();
        for (int pe = 0; pe < n; pe++) {
            table.set(pe, deal.sendFrom[pe]);
        }
        table.set(n, deal.sendFrom[n - 1] + deal.sendCount[n - 1]);
        shmem.barrierAll();
    }

    /** {@return keys that a PE has for me; {@link #from} then tells where} */
    int count(int pe) {
        tableViews[pe].read(shmem.myPe(), part, 0, 2);
        return part[1] - part[0];
    }

    int from() {
        return part[0];
    }

    void read(int pe, int from, int[] target, int to, int count) {
        keyViews[pe].read(from, target, to, count);
    }
}
