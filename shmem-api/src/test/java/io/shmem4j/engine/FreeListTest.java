// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FreeListTest {
    private record Taken(long offset, long bytes) { }

    @Test
    void takesTheSmallestBlockThatFits() {
        FreeList list = new FreeList(0, 1000);
        long first = list.allocate(100, 8);
        assertEquals(0, first);
        list.allocate(8, 8);
        long small = list.allocate(48, 8);
        list.allocate(8, 8);
        list.free(first, 100);
        list.free(small, 48);
        assertEquals(small, list.allocate(40, 8));
        assertEquals(first, list.allocate(41, 8));
    }

    @Test
    void takesTheLowestOfEquals() {
        FreeList list = new FreeList(64, 640);
        List<Long> offsets = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            offsets.add(list.allocate(64, 8));
        }
        list.free(offsets.get(7), 64);
        list.free(offsets.get(2), 64);
        list.free(offsets.get(5), 64);
        assertEquals(offsets.get(2), list.allocate(64, 8));
        assertEquals(offsets.get(5), list.allocate(64, 8));
        assertEquals(offsets.get(7), list.allocate(64, 8));
        assertEquals(-1, list.allocate(1, 8));
    }

    @Test
    void fillsToTheLastByteAndMergesAgain() {
        FreeList list = new FreeList(4096, 96);
        assertEquals(4096, list.allocate(32, 8));
        assertEquals(4128, list.allocate(32, 8));
        assertEquals(4160, list.allocate(32, 8));
        assertEquals(-1, list.allocate(1, 1));
        assertEquals(96, list.used());
        assertEquals(0, list.largestFree(1));
        list.free(4096, 32);
        list.free(4160, 32);
        assertEquals(32, list.largestFree(1));
        list.free(4128, 32);
        assertEquals(96, list.largestFree(1));
        assertEquals(0, list.used());
        assertEquals(4096, list.allocate(96, 8));
    }

    @Test
    void paddingStaysFree() {
        FreeList list = new FreeList(8, 1016);
        assertEquals(256, list.allocate(8, 256));
        assertEquals(8, list.allocate(248, 8));
        assertEquals(264, list.allocate(760, 8));
        assertEquals(-1, list.allocate(1, 1));
    }

    @Test
    void refusesWhatCannotFit() {
        FreeList list = new FreeList(8, 1000);
        assertEquals(-1, list.allocate(1001, 1));
        assertEquals(-1, list.allocate(Long.MAX_VALUE, 8));
        assertEquals(-1, list.allocate(8, 2048));
        assertEquals(-1, list.allocate(8, 1L << 62));
        assertEquals(1000, list.largestFree(1));
        assertEquals(-1, new FreeList(8, 0).allocate(1, 1));
    }

    @Test
    void knowsWhatHasBeenTouched() {
        FreeList list = new FreeList(100, 1000);
        assertEquals(0, list.touch(100, 50));
        assertEquals(0, list.touch(200, 50));
        assertEquals(50, list.touch(150, 50));
        assertEquals(30, list.touch(220, 300));
        list.reset();
        assertEquals(420, list.touch(100, 1000));
        assertEquals(1000, list.touch(100, 1000));
    }

    @Test
    void resetFreesAll() {
        FreeList list = new FreeList(16, 160);
        list.allocate(100, 8);
        list.reset();
        assertEquals(0, list.used());
        assertEquals(160, list.largestFree(1));
        assertEquals(160, list.capacity());
        assertEquals(16, list.allocate(160, 8));
        assertEquals(-1, list.allocate(1, 1));
    }

    @Test
    void theLargestFreeBlockIsWithoutItsPadding() {
        FreeList list = new FreeList(8, 1016);
        assertEquals(1016, list.largestFree(8));
        assertEquals(768, list.largestFree(256));
        assertEquals(0, list.largestFree(2048));
    }

    /** Random calls against a map of bytes: nothing overlaps, nothing is lost, two lists agree. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomCalls(long seed) {
        Random random = new Random(seed);
        FreeList list = new FreeList(4096, 8192);
        FreeList other = new FreeList(4096, 8192);
        BitSet taken = new BitSet();
        List<Taken> live = new ArrayList<>();
        for (int step = 0; step < 3000; step++) {
            if (random.nextInt(9) < 5) {
                int bytes = 1 + random.nextInt(1 << random.nextInt(12));
                long alignment = 1L << random.nextInt(10);
                long offset = list.allocate(bytes, alignment);
                assertEquals(offset, other.allocate(bytes, alignment));
                if (offset < 0) {
                    assertNoRoom(taken, bytes, alignment);
                    continue;
                }
                assertEquals(0, offset % alignment);
                assertTrue(offset >= 4096 && offset + bytes <= 4096 + 8192);
                assertTrue(taken.get((int) offset, (int) offset + bytes).isEmpty(), "overlap");
                taken.set((int) offset, (int) offset + bytes);
                live.add(new Taken(offset, bytes));
            } else if (!live.isEmpty()) {
                Taken gone = live.remove(random.nextInt(live.size()));
                list.free(gone.offset, gone.bytes);
                other.free(gone.offset, gone.bytes);
                taken.clear((int) gone.offset, (int) (gone.offset + gone.bytes));
            }
            assertEquals(taken.cardinality(), list.used());
        }
        live.forEach(gone -> list.free(gone.offset, gone.bytes));
        assertEquals(8192, list.largestFree(1));
    }

    private static void assertNoRoom(BitSet taken, int bytes, long alignment) {
        for (long at = 4096; at + bytes <= 4096 + 8192; at += alignment) {
            assertNotEquals(0, taken.get((int) at, (int) at + bytes).cardinality(), "there was room at " + at);
        }
    }
}
