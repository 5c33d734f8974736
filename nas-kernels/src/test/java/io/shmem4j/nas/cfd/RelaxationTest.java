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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
}
