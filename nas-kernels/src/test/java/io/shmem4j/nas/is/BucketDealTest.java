// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.nas.npb.Share;
import org.junit.jupiter.api.Test;

class BucketDealTest {
    @Test
    void aPeGetsBucketsUntilItsShareIsFull() {
        BucketDeal deal = new BucketDeal(new Share(12, 3), 6);
        deal.deal(new int[] {1, 2, 3, 1, 1, 4}, new int[] {1, 0, 1, 0, 1, 2});
        assertArrayEquals(new int[] {0, 3, 5, 6}, deal.first);
        assertArrayEquals(new int[] {0, 6, 8, 12}, deal.keysBefore);
        assertArrayEquals(new int[] {2, 1, 2}, deal.sendCount);
        assertArrayEquals(new int[] {0, 2, 3}, deal.sendFrom);
    }

    @Test
    void boundsOfUnevenSharesAreTheExactOnes() {
        BucketDeal deal = new BucketDeal(new Share(10, 4), 10);
        int[] ones = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
        deal.deal(ones, ones);
        assertArrayEquals(new int[] {0, 2, 5, 7, 10}, deal.first);
    }

    @Test
    void pesForWhichNoBucketIsLeftGetNone() {
        BucketDeal deal = new BucketDeal(new Share(8, 8), 4);
        deal.deal(new int[] {1, 5, 1, 1}, new int[] {0, 2, 0, 1});
        assertArrayEquals(new int[] {0, 1, 2, 3, 4, 4, 4, 4, 4}, deal.first);
        assertArrayEquals(new int[] {0, 2, 0, 1, 0, 0, 0, 0}, deal.sendCount);
        assertEquals(0, deal.keys(7));
        assertEquals(8, deal.keysBefore[8]);
    }

    @Test
    void aSecondDealLeavesNothingOfTheFirst() {
        BucketDeal deal = new BucketDeal(new Share(4, 2), 2);
        deal.deal(new int[] {4, 0}, new int[] {4, 0});
        deal.deal(new int[] {2, 2}, new int[] {1, 2});
        assertArrayEquals(new int[] {0, 1, 2}, deal.first);
        assertArrayEquals(new int[] {1, 2}, deal.sendCount);
        assertArrayEquals(new int[] {0, 1}, deal.sendFrom);
    }
}
