// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem.HeapStats;
import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Measured;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Transfer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** One PE in this JVM. */
class DeviatesTest {
    private static final double[] COUNTS = {6140517, 5865300, 1100361, 68546, 1648, 17, 0, 0, 0, 0};

    @Test
    void pairsFallIntoTheRightAnnuli() {
        try (Shmem shmem = Shmem.init()) {
            HeapStats before = shmem.heapStats();
            EpProblem problem = EpProblem.of(NpbClass.S);
            double[] values = Measured.values(shmem, problem, Transfer.DIRECT);
            assertArrayEquals(COUNTS, Arrays.copyOfRange(values, 2, values.length));
            assertTrue(problem.right(values));
            assertEquals(before, shmem.heapStats());
        }
    }

    @Test
    void vectorsCountAsPairsOneByOne() {
        PairLoop loop = new PairLoop();
        long[] counts = new long[PairLoop.ANNULI];
        double[] sums = new double[2];
        for (long state : new long[] {EpProblem.SEED, 1}) {
            loop.batch(state);
            oneByOne(state, counts, sums);
        }
        assertArrayEquals(counts, loop.counts);
        assertEquals(sums[0], loop.sumX, 1e-8);
        assertEquals(sums[1], loop.sumY, 1e-8);
    }

    private static void oneByOne(long state, long[] counts, double... sums) {
        long seed = state;
        for (int pair = 0; pair < EpProblem.BATCH; pair++) {
            seed = seed * PairLoop.MULTIPLIER & PairLoop.MASK;
            double u = seed * 0x1p-45 - 1;
            seed = seed * PairLoop.MULTIPLIER & PairLoop.MASK;
            double v = seed * 0x1p-45 - 1;
            double t = u * u + v * v;
            if (t <= 1) {
                double factor = Math.sqrt(-2 * Math.log(t) / t);
                counts[(int) (factor * Math.max(Math.abs(u), Math.abs(v)))]++;
                sums[0] += u * factor;
                sums[1] += v * factor;
            }
        }
    }

    @Test
    void anotherReferenceIsNotMet() {
        EpProblem problem = EpProblem.of(NpbClass.S);
        assertTrue(problem.right(problem.sumX(), problem.sumY()));
        assertFalse(problem.right(problem.sumX() * (1 + 2e-8), problem.sumY()));
        assertFalse(problem.right(problem.sumX(), Double.NaN));
    }
}
