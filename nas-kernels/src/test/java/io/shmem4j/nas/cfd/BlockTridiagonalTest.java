// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.HeapStats;
import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Measured;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Transfer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One PE in this JVM. */
class BlockTridiagonalTest {
    @ParameterizedTest
    @CsvSource({"SLAB, DIRECT", "SLAB, PUTGET", "MULTIPARTITION, DIRECT", "MULTIPARTITION, PUTGET"})
    void aSlightlyWrongTimeStepFailsVerification(DecompositionKind kind, Transfer transfer) {
        BtProblem problem = BtProblem.of(NpbClass.S, kind);
        try (Shmem shmem = Shmem.init()) {
            HeapStats before = shmem.heapStats();
            assertTrue(problem.right(Measured.values(shmem, problem, transfer)));
            BtProblem wrong = new BtProblem(NpbClass.S, kind, problem.n(), problem.steps(), problem.dt() * (1 + 1e-6),
                problem.references());
            assertFalse(wrong.right(Measured.values(shmem, wrong, transfer)));
            assertEquals(before, shmem.heapStats());
        }
    }
}
