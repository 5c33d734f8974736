// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Share;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupingTest {
    private static final int BUCKETS = 512;
    private static final int SHIFT = 2;
    /** More than two pieces, and a part of one. */
    private static final int COUNT = 10_001;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 32})
    void eachGroupHasTheKeysOfItsPe(int pes) {
        check(KeyGenerator.keys(IsProblem.of(NpbClass.S), 7, COUNT), pes);
    }

    @Test
    void pesWithoutBucketsGetNothing() {
        int[] keys = new int[COUNT];
        Arrays.fill(keys, COUNT / 2, COUNT, (BUCKETS << SHIFT) - 1);
        check(keys, 7);
    }

    @Test
    void aKeyThatIsTheBoundIsNotBelowIt() {
        int[] parted = new int[5];
        assertEquals(5, KeyLoops.split(new int[] {9, 4, 8, 0, 7, 3}, 1, 6, 8, new int[6]));
        assertEquals(2, KeyLoops.split(new int[] {4, 8, 0, 9, 8}, 0, 5, 8, parted));
        assertArrayEquals(new int[] {4, 0, 8, 9, 8}, parted);
    }

    private static void check(int[] keys, int pes) {
        int[] sizes = new int[BUCKETS];
        KeyLoops.count(keys, SHIFT, sizes);
        BucketDeal deal = new BucketDeal(new Share(COUNT, pes), BUCKETS);
        deal.deal(sizes, sizes);
        int[] grouped = new int[COUNT];
        new Grouping(SHIFT, pes).group(keys, deal, MemorySegment.ofArray(grouped));
        for (int pe = 0; pe < pes; pe++) {
            int smallest = deal.first[pe] << SHIFT;
            int end = deal.first[pe + 1] << SHIFT;
            int[] expected = Arrays.stream(keys).filter(key -> key >= smallest && key < end).sorted().toArray();
            int[] group = Arrays.copyOfRange(grouped, deal.sendFrom[pe], deal.sendFrom[pe] + deal.sendCount[pe]);
            Arrays.sort(group);
            assertArrayEquals(expected, group, "PE " + pe);
        }
    }
}
