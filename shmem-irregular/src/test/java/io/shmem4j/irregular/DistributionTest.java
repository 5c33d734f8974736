// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.irregular.container.Distribution;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

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
        long most = (1L << 61) - 1;
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
}
