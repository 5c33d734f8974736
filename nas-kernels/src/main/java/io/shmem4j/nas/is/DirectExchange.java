// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;
import java.util.Arrays;

/**
 * Each owner loads its keys from the other PEs' groups; its own stay where they were grouped. See {@link SharedGroups}.
 */
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
        int me = shmem.myPe();
        int n = shmem.nPes();
        count = 0;
        for (int step = 1; step < n; step++) {
            int pe = (me + step) % n;
            int part = groups.count(pe);
            groups.read(pe, groups.from(), received, count, part);
            count += part;
        }
    }

    @Override
    void histogram(int smallest, int[] histogram) {
        KeyLoops.histogram(received, count, smallest, histogram);
        groups.histogram(shmem.myPe(), smallest, histogram);
    }

    @Override
    int[] received() {
        int me = shmem.myPe();
        int own = groups.count(me);
        int[] keys = Arrays.copyOf(received, count + own);
        groups.read(me, groups.from(), keys, count, own);
        return keys;
    }

    @Override
    void free() {
        groups.free();
    }
}
