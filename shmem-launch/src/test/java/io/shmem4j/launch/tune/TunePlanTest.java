// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers of PEs that are measured, by cores, memory and time. */
class TunePlanTest {
    @ParameterizedTest
    @CsvSource({
        "70, 2, 64, 2 4 16",
        "200, 2, 64, 2 4 16 64",
        "100, 1, 64, 2 4 16",
        "70, 8, 64, 2 4 8 16 64",
        "70, 64, 64, 2 4 16 64 128",
        "70, 2, 2, 2 4 16",
        "200, 2, 0, 2 4 16 64",
        "10, 2, 64, 2 4",
        "300, 768, 0, 2 4 16 64 768 1024",
        "300, 2048, 0, 2 4 16 64 1024",
    })
    void numbersOfPes(double seconds, int cores, long gibibytes, String pes) {
        TuneRun.TunePlan plan = TuneRun.TunePlan.of(seconds, cores, gibibytes << 30);
        assertEquals(pes, String.join(" ", plan.steps().stream().map(step -> Integer.toString(step.pes())).toList()));
        double sum = plan.steps().stream().mapToDouble(TuneRun.TunePlan.Step::seconds).sum();
        assertTrue(sum < seconds, () -> "measures " + sum + " s");
        assertTrue(sum > seconds / 3, () -> "measures " + sum + " s");
    }

    @Test
    void theTimeThatIsNamedIsLongEnough() {
        TuneRun.TunePlan tooShort = TuneRun.TunePlan.of(20, 2, 0);
        assertFalse(tooShort.complete());
        TuneRun.TunePlan longEnough = TuneRun.TunePlan.of(Math.ceil(tooShort.largestSeconds()), 2, 0);
        assertTrue(longEnough.complete());
        assertEquals(64, longEnough.steps().getLast().pes());
    }
}
