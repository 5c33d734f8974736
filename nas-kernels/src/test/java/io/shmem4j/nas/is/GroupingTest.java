// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Share;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupingTest {
    private static final int BUCKETS = 512;
    private static final int SHIFT = 2;
    /** More than two pieces, and a part of one. */
    private static final int COUNT = 10_001;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 32})
    void eachGroupHasTheKeysOfItsPe(int pes) {
        int[] keys = IsProblem.of(NpbClass.S, (BucketReduction) null).keys(7, COUNT);
        for (KeyLoops.Split loops : KeyLoops.Split.values()) {
            check(loops, keys, pes);
        }
    }

    @ParameterizedTest
    @EnumSource
    void pesWithoutBucketsGetNothing(KeyLoops.Split loops) {
        int[] keys = new int[COUNT];
        Arrays.fill(keys, COUNT / 2, COUNT, (BUCKETS << SHIFT) - 1);
        check(loops, keys, 7);
    }

    /** Groups whole vectors and the rest. */
    @ParameterizedTest
    @EnumSource
    void aKeyThatIsTheBoundIsNotBelowIt(KeyLoops.Split loops) {
        int[] keys = new int[101];
        Arrays.setAll(keys, i -> i % 10);
        int[] smaller = new int[keys.length + Grouping.SLACK];
        int[] larger = new int[keys.length + Grouping.SLACK];
        int below = loops.split(keys, 1, keys.length, 8, smaller, larger);
        assertEquals(80, below);
        assertTrue(Arrays.stream(smaller, 0, below).allMatch(key -> key < 8));
        assertTrue(Arrays.stream(larger, 0, keys.length - 1 - below).allMatch(key -> key >= 8));
    }

    private static void check(KeyLoops.Split loops, int[] keys, int pes) {
        int[] sizes = new int[BUCKETS];
        KeyLoops.count(keys, SHIFT, sizes);
        BucketDeal deal = new BucketDeal(new Share(COUNT, pes), BUCKETS);
        deal.deal(sizes, sizes);
        int[] grouped = new int[COUNT];
        new Grouping(loops, SHIFT, pes).group(keys, deal, MemorySegment.ofArray(grouped));
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
