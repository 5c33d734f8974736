// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The random keys. */
class KeyStreamTest {
    /** The numbers that the generator's authors print for this seed and sequence. */
    @Test
    void followsThePublishedSequence() {
        KeyStream stream = new KeyStream(42, 54);
        int[] expected = {0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e};
        assertArrayEquals(expected, IntStream.range(0, expected.length).map(i -> stream.next()).toArray());
    }

    @Test
    void boundedNumbersAreEvenlyDistributed() {
        KeyStream stream = new KeyStream(1, 2);
        int[] counts = new int[3];
        for (int i = 0; i < 30_000; i++) {
            counts[stream.below(counts.length)]++;
        }
        assertEquals(30_000, IntStream.of(counts).sum());
        assertTrue(IntStream.of(counts).allMatch(count -> Math.abs(count - 10_000) < 500), () -> counts[0] + " "
            + counts[1] + " " + counts[2]);
    }
}
