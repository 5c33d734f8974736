// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NpbRandomTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 7, 1000, 12345})
    void skippingIsTheSameAsDrawing(long skip) {
        NpbRandom drawn = new NpbRandom(NpbRandom.SEED, 0);
        for (long i = 0; i < skip; i++) {
            drawn.next();
        }
        NpbRandom skipped = new NpbRandom(NpbRandom.SEED, skip);
        assertEquals(drawn.state(), skipped.state());
        assertEquals(drawn.next(), skipped.next());
    }

    /** The traditional form splits both factors into halves of 23 bits and uses doubles only. */
    @Test
    void wholeNumbersGiveTheBitsOfTheFormInDoubles() {
        NpbRandom random = new NpbRandom(NpbRandom.SEED, 0);
        double x = NpbRandom.SEED;
        for (int i = 0; i < 10_000; i++) {
            x = inDoubles(1_220_703_125.0, x);
            assertEquals(x * 0x1p-46, random.next());
        }
    }

    private static double inDoubles(double a, double x) {
        double a1 = Math.floor(a * 0x1p-23);
        double a2 = a - a1 * 0x1p23;
        double x1 = Math.floor(x * 0x1p-23);
        double x2 = x - x1 * 0x1p23;
        double t = a1 * x2 + a2 * x1;
        double z = t - Math.floor(t * 0x1p-23) * 0x1p23;
        double y = z * 0x1p23 + a2 * x2;
        return y - Math.floor(y * 0x1p-46) * 0x1p46;
    }
}
