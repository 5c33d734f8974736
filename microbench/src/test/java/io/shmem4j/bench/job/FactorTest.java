// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A factor in words for people. */
class FactorTest {
    @ParameterizedTest
    @CsvSource({"100, 100x faster", "0.01, 100x slower", "1.5, 1.50x faster", "0.8, 1.25x slower", "1.004, as fast",
        "0.996, as fast"})
    void aFactorIsFasterOrSlower(double factor, String words) {
        assertEquals(words, Comparison.inWords(factor));
    }
}
