// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.AllGather;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.PhaseTimers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One PE in this JVM. */
class BrokenCoefficientTest {
    @ParameterizedTest
    @EnumSource(DecompositionKind.class)
    void aSlightlyWrongTimeStepFailsVerification(DecompositionKind kind) {
        SpProblem right = SpProblem.of(NpbClass.S);
        SpProblem wrong = new SpProblem(right.npbClass(), right.n(), right.steps(), right.dt() * (1 + 1e-6),
            right.residuals(), right.errors());
        try (Shmem shmem = Shmem.init()) {
            assertTrue(right.verify(run(shmem, right, kind)));
            assertFalse(wrong.verify(run(shmem, wrong, kind)));
        }
    }

    private static FlowLines.Norms run(Shmem shmem, SpProblem problem, DecompositionKind kind) {
        PhaseTimers<FlowProblem.Phase> timers = new PhaseTimers<>(shmem, FlowProblem.Phase.values());
        AllGather allGather = new AllGather(shmem, 2 * FlowConstants.UNKNOWNS);
        DecompositionKind.Steps grid = new SpDeal(kind, CellExchange.DIRECT).of(problem, shmem, timers, allGather);
        grid.initialize();
        for (int step = 0; step < problem.steps(); step++) {
            grid.step();
        }
        return grid.norms();
    }
}
