// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.nas.npb.Share;

/**
 * Buckets of each PE, and the keys of mine that they hold.
 *
 * <p>PE p's last bucket is the first one at which the running total reaches the end of its share of the keys. Every PE
 * computes the same deal from the same totals. With many PEs the buckets may run out: the PEs left over get none.
 */
final class BucketDeal {
    /** First bucket of each PE, and behind them the end; equal to the next where a PE gets none. */
    final int[] first;
    /** Keys of mine that go to each PE. */
    final int[] sendCount;
    /** Place of the first of them among my grouped keys. */
    final int[] sendFrom;
    /** Keys, of all PEs, in buckets before those of each PE, and behind them all keys. */
    final int[] keysBefore;
    private final Share shares;
    private final int buckets;

    BucketDeal(Share shares, int buckets) {
        int pes = shares.pes();
        this.shares = shares;
        this.buckets = buckets;
        first = new int[pes + 1];
        keysBefore = new int[pes + 1];
        sendCount = new int[pes];
        sendFrom = new int[pes];
    }

    /** Deals the buckets by the keys of all PEs in each. */
    void deal(int[] totals, int[] sizes) {
        int pe = 0;
        int total = 0;
        int mine = 0;
        sendFrom[0] = 0;
        for (int bucket = 0; bucket < buckets && pe < shares.pes(); bucket++) {
            total += totals[bucket];
            mine += sizes[bucket];
            if (total >= shares.from(pe + 1)) {
                close(pe++, bucket + 1, total, mine);
            }
        }
        while (pe < shares.pes()) {
            close(pe++, buckets, total, mine);
        }
    }

    private void close(int pe, int bucket, int total, int mine) {
        sendCount[pe] = mine - sendFrom[pe];
        first[pe + 1] = bucket;
        keysBefore[pe + 1] = total;
        if (pe + 1 < shares.pes()) {
            sendFrom[pe + 1] = mine;
        }
    }

    int keys(int pe) {
        return keysBefore[pe + 1] - keysBefore[pe];
    }
}
