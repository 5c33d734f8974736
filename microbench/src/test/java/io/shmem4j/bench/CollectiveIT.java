// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.bench.call.FourCalls;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The collectives' tests, which verify what the calls leave, with all ways to time them. */
@Execution(ExecutionMode.CONCURRENT)
class CollectiveIT {
    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"turn", "call --operands used"})
    void everyCollectiveIsTimed(String time) {
        List<String> tests =
            List.of("broadcast", "collect", "fcollect", "alltoall", "reduce", "reduce-inplace", "scan");
        List<String> words = new ArrayList<>(tests);
        words.addAll(List.of(("--time " + time).split(" ")));
        words.addAll(List.of("--sizes", "64k,4", "--only", "auto", "--format", "csv"));
        Oshrun.Result result = BenchJob.tiny(3, words.toArray(String[]::new)).expect(0);
        for (String test : tests) {
            List<String[]> rows = BenchJob.rows(result, test);
            assertEquals(2, rows.size(), result::out);
            assertEquals("4", rows.get(0)[1], result::out);
            assertEquals("65536", rows.get(1)[1], result::out);
            assertTrue(Double.parseDouble(rows.get(1)[2]) >= 0, result::out);
        }
    }

    @Test
    void operandsThatAreUsedAreWrittenAnewForEachCall() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, Oshrun.program(FourCalls.class))).expect(0);
        assertEquals(List.of("KEPT -1 -1", "KEPT -1 -1", "USED 3 3", "USED 3 3"),
            result.out().lines().sorted().toList());
    }
}
