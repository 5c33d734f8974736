// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Notes on short jobs. */
class WarmStartTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0.5                       | 0.5  | 0.5
        0.5                       | 0.54 | 0.5
        0.5                       | 0.6  | 0.5, the last run longer
        0.5, the last run longer  | 0.5  | 0.5
        0.5, the last run longer  | 0.6  | as ever
        ''                        | 0.6  | ''
        """)
    void aJobGoesAsEverAgainWhereTwoRunsInARowTookLonger(String kept, double took, String next) {
        assertEquals(next, WarmStart.after(kept, took));
    }
}
