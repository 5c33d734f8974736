// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which numbers of PEs are measured, by cores, memory and time. */
class TunePlanTest {
    @ParameterizedTest
    @CsvSource({
        "110, 2, 64, 2 4 16",
        "320, 2, 64, 2 4 16 64",
        "170, 1, 64, 2 4 16",
        "110, 8, 64, 2 4 8 16 64",
        "110, 64, 64, 2 4 16 64 128",
        "110, 2, 2, 2 4 16",
        "320, 2, 0, 2 4 16 64",
        "10, 2, 64, 2 4",
    })
    void numbersOfPes(double seconds, int cores, long gibibytes, String pes) {
        TunePlan plan = TunePlan.of(seconds, cores, gibibytes << 30);
        assertEquals(pes, String.join(" ", plan.steps().stream().map(step -> Integer.toString(step.pes())).toList()));
        assertTrue(plan.machinePes() >= 2);
        double sum = plan.machineSeconds() + plan.steps().stream().mapToDouble(TunePlan.Step::seconds).sum();
        assertTrue(sum < seconds * 0.6, () -> "measures " + sum + " s");
        assertTrue(sum > seconds / 5, () -> "measures " + sum + " s");
    }

    @ParameterizedTest
    @CsvSource({"170, 5 1 1", "110, 3 1 1", "320, 4 1 1 1", "20, 1 1", "5, 1 1"})
    void severalJobsWhereEachPeHasACoreAndTheTimeIsLong(double seconds, String jobs) {
        assertEquals(jobs, String.join(" ", TunePlan.of(seconds, 2, 0).steps().stream()
            .map(step -> Integer.toString(step.jobs())).toList()));
    }

    @Test
    void aJobIsRunOnceMoreIfItsTimeIsLeft() {
        TunePlan plan = TunePlan.of(110, 2, 0);
        TunePlan.Step last = plan.steps().getLast();
        assertEquals(Optional.of(last), plan.again(last, 110 * 0.65));
        double shorter = plan.again(last, 110 - 0.8 * last.seconds()).orElseThrow().seconds();
        assertTrue(shorter < 0.8 * last.seconds(), () -> shorter + " of " + last);
        assertEquals(Optional.empty(), plan.again(last, 110 - 0.5 * last.seconds()));
    }

    @Test
    void theTimeThatIsNamedIsLongEnough() {
        TunePlan tooShort = TunePlan.of(20, 2, 0);
        assertFalse(tooShort.complete());
        TunePlan longEnough = TunePlan.of(Math.ceil(tooShort.largestSeconds()), 2, 0);
        assertTrue(longEnough.complete());
        assertEquals(64, longEnough.steps().getLast().pes());
    }
}
