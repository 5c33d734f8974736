// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;
import java.util.Arrays;

/** Each owner loads its keys from the other PEs' groups, see {@link SharedGroups}. */
final class DirectExchange extends KeyExchange {
    private final Shmem shmem;
    private final SharedGroups groups;
    private final int[] received;
    private int count;

    DirectExchange(Shmem shmem, Grouping grouping, int keys, int capacity) {
        this.shmem = shmem;
        groups = new SharedGroups(shmem, grouping, keys);
        received = new int[capacity];
    }

    @Override
    void group(int[] keys, BucketDeal deal) {
        groups.group(keys, deal);
    }

    @Override
    void counts(BucketDeal deal) {
        groups.publish(deal);
    }

    @Override
    void keys(BucketDeal deal) {
        int n = shmem.nPes();
        count = 0;
        for (int step = 0, pe = shmem.myPe(); step < n; step++, pe = pe + 1 < n ? pe + 1 : 0) {
            int part = groups.count(pe);
            groups.read(pe, groups.from(), received, count, part);
            count += part;
        }
    }

    @Override
    void histogram(int smallest, int[] histogram) {
        KeyLoops.histogram(received, count, smallest, histogram);
    }

    @Override
    int[] received() {
        return Arrays.copyOf(received, count);
    }

    @Override
    void free() {
        groups.free();
    }
}
