// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;
import java.util.Arrays;

/** Each owner counts its keys straight from the PEs' groups; they have no second home. See {@link SharedGroups}. */
final class NoCopyExchange extends KeyExchange {
    private final Shmem shmem;
    private final SharedGroups groups;

    NoCopyExchange(Shmem shmem, Grouping grouping, int keys) {
        this.shmem = shmem;
        groups = new SharedGroups(shmem, grouping, keys);
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
    }

    @Override
    void histogram(int smallest, int[] histogram) {
        int n = shmem.nPes();
        for (int step = 0, pe = shmem.myPe(); step < n; step++, pe = pe + 1 < n ? pe + 1 : 0) {
            groups.histogram(pe, smallest, histogram);
        }
    }

    @Override
    int[] received() {
        int[] keys = new int[0];
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            int part = groups.count(pe);
            keys = Arrays.copyOf(keys, keys.length + part);
            groups.read(pe, groups.from(), keys, keys.length - part, part);
        }
        return keys;
    }

    @Override
    void free() {
        groups.free();
    }
}
