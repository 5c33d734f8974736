// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Everyone;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.PhaseTimers;
import org.junit.jupiter.api.Test;

/** One PE in this JVM. */
class BrokenCoefficientTest {
    @Test
    void aSlightlyWrongTimeStepFailsVerification() {
        SpProblem right = SpProblem.of(NpbClass.S);
        SpProblem wrong = new SpProblem(right.npbClass(), right.n(), right.steps(), right.dt() * (1 + 1e-6),
            right.residuals(), right.errors());
        try (Shmem shmem = Shmem.init()) {
            assertTrue(right.verify(run(shmem, right)));
            assertFalse(wrong.verify(run(shmem, wrong)));
        }
    }

    private static SpNorms run(Shmem shmem, SpProblem problem) {
        PhaseTimers<SpPhase> timers = new PhaseTimers<>(shmem, SpPhase.values());
        Slab slab = new Slab(shmem, problem, timers, new Everyone(shmem, 2 * SpConstants.UNKNOWNS));
        slab.initialize();
        for (int step = 0; step < problem.steps(); step++) {
            slab.step();
        }
        return slab.norms();
    }
}
