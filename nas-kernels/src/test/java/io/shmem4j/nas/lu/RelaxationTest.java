// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.lu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.HeapStats;
import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Measured;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.RawMemory;
import io.shmem4j.nas.npb.Transfer;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One PE in this JVM. */
class RelaxationTest {
    private static final LuProblem PROBLEM = LuProblem.of(NpbClass.S);

    @ParameterizedTest
    @EnumSource
    void aSlightlyWrongTimeStepFailsVerification(Transfer transfer) {
        try (Shmem shmem = Shmem.init()) {
            HeapStats before = shmem.heapStats();
            assertTrue(PROBLEM.right(Measured.values(shmem, PROBLEM, transfer)));
            LuProblem wrong = new LuProblem(NpbClass.S, PROBLEM.n(), PROBLEM.steps(), PROBLEM.dt() * (1 + 1e-6),
                PROBLEM.references());
            assertFalse(wrong.right(Measured.values(shmem, wrong, transfer)));
            assertEquals(before, shmem.heapStats());
        }
    }

    /** Lines of whole vectors whose first row is a density, and so not near zero. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void bothLoopsComputeTheSame(int sign) {
        try (Shmem shmem = Shmem.init()) {
            LineSlab slab = new LineSlab(shmem, 30);
            SweepWeights weights = new SweepWeights(PROBLEM.constants(), sign);
            assertArrayEquals(swept(slab, new ScalarSweepRows(), weights, sign),
                swept(slab, new VectorSweepRows(), weights, sign), 1e-11);
            slab.free();
        }
    }

    private static double[] swept(LineSlab slab, SweepRows rows, SweepWeights weights, int sign) {
        int pitch = slab.layout.pitch;
        long u = slab.u.address[1] + slab.line(1);
        long line = slab.residual.address[1] + slab.line(1);
        long other = slab.residual.address[2] + slab.line(1);
        Random random = new Random(sign);
        for (int i = 0; i < slab.numbers(); i++) {
            RawMemory.set(u + 8L * i, 1 + random.nextDouble());
            RawMemory.set(line + 8L * i, random.nextDouble());
            RawMemory.set(other + 8L * i, random.nextDouble());
        }
        long derived = slab.forcing.address[4];
        long gift = slab.forcing.address[12];
        long matrix = slab.forcing.address[16];
        long inside = slab.forcing.address[24];
        for (int i = 1; i < slab.n - 1; i++) {
            RawMemory.set(inside + 8L * i, 1);
        }
        rows.derive(u, derived, pitch, weights);
        rows.neighbour(derived, other, 2, weights, pitch, gift, false);
        rows.neighbour(derived, other, 1, weights, pitch, gift, true);
        if (sign < 0) {
            rows.divideAll(derived, gift, line, inside, weights, pitch);
        } else {
            rows.divideGifts(derived, gift, line, weights, pitch);
        }
        rows.matrices(derived, sign * Double.BYTES, matrix, weights, pitch);
        rows.follow(line, matrix, slab.n - 2, sign * Double.BYTES, weights, pitch);
        double[] result = new double[5 * (slab.n - 2)];
        for (int m = 0; m < 5; m++) {
            for (int i = 0; i < slab.n - 2; i++) {
                result[m * (slab.n - 2) + i] = RawMemory.get(line + (long) m * pitch + 8L * (i + 1));
            }
        }
        return result;
    }
}
