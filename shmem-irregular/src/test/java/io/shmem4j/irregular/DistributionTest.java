// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.irregular.container.Distribution;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Places of elements against their definition by division. */
class DistributionTest {
    private static void check(Distribution d, long index) {
        long number = index / d.blockSize();
        assertEquals((int) (number % d.pes()), d.pe(index), () -> "PE of " + index);
        assertEquals(number / d.pes() * d.blockSize() + index % d.blockSize(), d.offset(index),
            () -> "offset of " + index);
        assertEquals(index, d.index(d.pe(index), d.offset(index)));
    }

    @Test
    void placesAreThoseOfDivision() {
        SplittableRandom random = new SplittableRandom(61);
        long most = 1L << 61;
        for (int round = 0; round < 20_000; round++) {
            int pes = 1 + (int) (random.nextLong() >>> random.nextInt(33, 63));
            long block = Math.max(1, random.nextLong() >>> random.nextInt(3, 63));
            Distribution d = new Distribution(most, pes, block);
            check(d, most - 1);
            long index = random.nextLong() >>> random.nextInt(3, 63);
            check(d, index);
            // Quotients go wrong first beside multiples of the divisor.
            long multiple = index / block * block;
            check(d, multiple);
            check(d, Math.max(0, multiple - 1));
        }
    }

    @Test
    void sizesAddUp() {
        for (int pes = 1; pes < 8; pes++) {
            for (long block = 1; block < 9; block++) {
                for (long length = 0; length < 60; length++) {
                    Distribution d = new Distribution(length, pes, block);
                    long[] sizes = new long[pes];
                    for (long index = 0; index < length; index++) {
                        assertEquals(sizes[d.pe(index)]++, d.offset(index));
                        assertEquals(Math.min(pes == 1 ? length : index / block * block + block, length) - index,
                            d.run(index));
                    }
                    for (int pe = 0; pe < pes; pe++) {
                        assertEquals(sizes[pe], d.size(pe));
                    }
                }
            }
        }
    }

    /** Products of the block's size and a PE's number have more than 64 bits. */
    @ParameterizedTest
    @CsvSource({"1000, 10, 60", "1000, 16, 61", "2305843009213693952, 5, 61", "2305843009213693952, 5, 60"})
    void largeBlocksHaveSizes(long length, int pes, int bits) {
        long block = 1L << bits;
        Distribution d = new Distribution(length, pes, block);
        for (int pe = 0; pe < pes; pe++) {
            int number = pe;
            assertEquals(Math.clamp(length - Math.min(pe, 2) * block, 0, block), d.size(pe), () -> "size of " + number);
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, 2, 1", "2305843009213693953, 2, 1", "10, 0, 1", "10, 2, 0", "10, 2, 2305843009213693953"})
    void numbersOutOfRangeAreRefused(long length, int pes, long block) {
        String said = assertThrows(IllegalArgumentException.class, () -> new Distribution(length, pes, block))
            .getMessage();
        assertTrue(said.contains("0 to 2^61 elements on 1 or more PEs in blocks of 1 to 2^61, not " + length), said);
    }
}
