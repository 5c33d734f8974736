// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore;

import static org.junit.jupiter.api.Assertions.assertTrue;

import exploretest.LitmusRuns;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of all shapes have results only that the memory model allows. */
@Execution(ExecutionMode.CONCURRENT)
@Thorough
class LitmusIT {
    private static final String ROUNDS = "20";

    @ParameterizedTest
    @ValueSource(strings = {"--pes-per-jvm=1", "--backend=local", "--backend=sim", "--split=2"})
    void resultsOfJobsAreThoseOfTheModel(String shape) {
        if (shape.startsWith("--split")) {
            SeveralMachines.assume();
        }
        String out = Oshrun.run(List.of("-np", "4", shape, "-cp", Oshrun.classPath(LitmusRuns.class),
            LitmusRuns.class.getName(), ROUNDS)).expect(0).out();
        assertTrue(out.matches("\\d+ programs, \\d+ results that take turns do not have\n"), out);
    }
}
