// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.nas.npb.Share;

/**
 * The buckets of each PE, and this PE's keys in them.
 *
 * <p>A PE's last bucket is the first at which the running total reaches the end of its share of the keys. All PEs
 * compute the same deal from the same totals. If buckets run out, the last PEs get none.
 */
final class BucketDeal {
    /** First bucket of each PE, and the end; equal to the next if a PE has none. */
    final int[] first;
    /** This PE's keys for each PE. */
    final int[] sendCount;
    /** Index of the first of them among the grouped keys. */
    final int[] sendFrom;
    /** Keys of all PEs in buckets before those of each PE; the last entry counts all keys. */
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

    /** Deals the buckets by their totals over all PEs. */
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
