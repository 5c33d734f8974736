// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.Shmem.HeapStats;
import io.shmem4j.nas.npb.Measured;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.testing.Thorough;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** BT and SP, one PE in this JVM. */
class TimeStepTest {
    @Thorough
    @ParameterizedTest
    @EnumSource(names = {"DIRECT", "PUTGET"})
    void aSlightlyWrongTimeStepFailsVerificationOfBt(Transfer transfer) {
        FactoredProblem problem = FactoredProblem.bt(NpbClass.S);
        fails(transfer, problem, new FactoredProblem(problem.system(), NpbClass.S, problem.n(),
            problem.steps(), problem.dt() * (1 + 1e-6), problem.references()));
    }

    @ParameterizedTest
    @EnumSource(names = {"DIRECT", "GET"})
    void aSlightlyWrongTimeStepFailsVerificationOfSp(Transfer transfer) {
        FactoredProblem problem = FactoredProblem.sp(NpbClass.S);
        fails(transfer, problem, new FactoredProblem(problem.system(), NpbClass.S, problem.n(),
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
    @EnumSource(names = {"DIRECT", "PUTGET", "GET", "MESSAGES"})
    void theMemoryOfARehearsalIsGivenBack(Transfer transfer) {
        try (Shmem shmem = Shmem.init()) {
            HeapStats before = shmem.heapStats();
            assertEquals("2 untimed steps of 12 x 12 x 12",
                Measured.rehearsed(shmem, FactoredProblem.sp(NpbClass.S), transfer, 2));
            assertEquals(before, shmem.heapStats());
        }
    }
}
