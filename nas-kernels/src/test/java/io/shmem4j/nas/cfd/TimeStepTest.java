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

/** BT and SP, one PE in this JVM. */
class TimeStepTest {
    @ParameterizedTest
    @CsvSource({"SLAB, DIRECT", "SLAB, PUTGET", "MULTIPARTITION, DIRECT", "MULTIPARTITION, PUTGET"})
    void aSlightlyWrongTimeStepFailsVerificationOfBt(DecompositionKind kind, Transfer transfer) {
        FactoredProblem problem = FactoredProblem.bt(NpbClass.S, kind);
        fails(transfer, problem, new FactoredProblem(problem.system(), NpbClass.S, kind, problem.n(),
            problem.steps(), problem.dt() * (1 + 1e-6), problem.references()));
    }

    @ParameterizedTest
    @CsvSource({"SLAB, DIRECT", "MULTIPARTITION, DIRECT", "MULTIPARTITION, GET"})
    void aSlightlyWrongTimeStepFailsVerificationOfSp(DecompositionKind kind, Transfer transfer) {
        FactoredProblem problem = FactoredProblem.sp(NpbClass.S, kind);
        fails(transfer, problem, new FactoredProblem(problem.system(), NpbClass.S, kind, problem.n(),
            problem.steps(), problem.dt() * (1 + 1e-6), problem.references()));
    }

    private static void fails(Transfer transfer, FlowProblem right, FlowProblem wrong) {
        try (Shmem shmem = Shmem.init()) {
            HeapStats before = shmem.heapStats();
            assertTrue(right.right(Measured.values(shmem, right, transfer)));
            assertFalse(wrong.right(Measured.values(shmem, wrong, transfer)));
            assertEquals(before, shmem.heapStats());
        }
    }

    @ParameterizedTest
    @CsvSource({"SLAB, DIRECT", "MULTIPARTITION, DIRECT", "MULTIPARTITION, PUTGET", "MULTIPARTITION, GET",
        "MULTIPARTITION, MESSAGES"})
    void theMemoryOfARehearsalIsGivenBack(DecompositionKind kind, Transfer transfer) {
        try (Shmem shmem = Shmem.init()) {
            HeapStats before = shmem.heapStats();
            assertEquals("2 untimed steps of 12 x 12 x 12",
                Measured.rehearsed(shmem, FactoredProblem.sp(NpbClass.S, kind), transfer, 2));
            assertEquals(before, shmem.heapStats());
        }
    }
}
