// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;
import java.util.Arrays;

/**
 * Each owner counts its keys straight from the other PEs' groups, in pieces that stay in the first-level cache; they
 * have no second home. See {@link SharedGroups}.
 */
final class NoCopyExchange extends KeyExchange {
    private final Shmem shmem;
    private final SharedGroups groups;
    private final int[] piece = new int[KeyLoops.PIECE];

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
            int rest = groups.count(pe);
            for (int from = groups.from(); rest > 0; from += KeyLoops.PIECE, rest -= KeyLoops.PIECE) {
                int count = Math.min(rest, KeyLoops.PIECE);
                groups.read(pe, from, piece, 0, count);
                KeyLoops.histogram(piece, count, smallest, histogram);
            }
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
