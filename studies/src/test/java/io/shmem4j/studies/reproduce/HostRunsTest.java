// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs count by where their processors were. */
class HostRunsTest {
    private static List<HostBench> run(int percent) {
        return List.of(new HostBench(null, List.of(), List.of(), List.of(
            "passes whose processors were threads of one core, of all: " + percent + " %", "another note: 99 %")));
    }

    @ParameterizedTest
    @CsvSource({
        "0 5 9, 3, '0 %, 5 %, 9 %', ''",
        "94 0 80 3 11 10, 6, '0 %, 3 %, 10 %', ''",
        "94 78 80 0 90 91 92 93 95 96 97 98, 12, '0 %, 78 %, 80 %', in 1 of 3 runs"})
    void runsOnTwoCoresCount(String shares, int made, String counting, String apart) {
        Iterator<Integer> next = Arrays.stream(shares.split(" ")).map(Integer::valueOf).iterator();
        HostRuns runs = HostRuns.onTwoCores(3, 4, () -> run(next.next()));
        assertEquals(made, runs.made());
        assertEquals(counting, runs.together());
        assertTrue(runs.apart().endsWith(apart) && runs.apart().isEmpty() == apart.isEmpty(), runs::apart);
    }
}
