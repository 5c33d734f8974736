// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.HeapStats;
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
    void bothLoopsCountTheSame() {
        PairLoop scalar = new ScalarPairs();
        PairLoop vector = new VectorPairs();
        for (PairLoop loop : new PairLoop[] {scalar, vector}) {
            loop.batch(EpProblem.SEED);
            loop.batch(1);
        }
        assertArrayEquals(scalar.counts, vector.counts);
        assertEquals(scalar.sumX, vector.sumX, 1e-8);
        assertEquals(scalar.sumY, vector.sumY, 1e-8);
    }

    @Test
    void anotherReferenceIsNotMet() {
        EpProblem problem = EpProblem.of(NpbClass.S);
        assertTrue(problem.right(problem.sumX(), problem.sumY()));
        assertFalse(problem.right(problem.sumX() * (1 + 2e-8), problem.sumY()));
        assertFalse(problem.right(problem.sumX(), Double.NaN));
    }
}
