// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitPolicyTest {
    @ParameterizedTest
    @CsvSource({"auto, 2, 2, spin, 1", "auto, 3, 2, sleep, 1", "auto, 64, 2, sleep, 1", "auto, 1024, 2, sleep, 8",
        "auto, 1024, 64, sleep, 1", "sleep, 2, 2, sleep, 1", "sleep, 256, 1, sleep, 4", "spin, 64, 2, spin, 1",
        "yield, 64, 2, yield, 1"})
    void napsAreLongerWhereManyPesShareACore(String word, int pes, int cores, String name, int crowd) {
        WaitPolicy policy = WaitPolicy.of(word, pes, cores);
        assertEquals(name, policy.name());
        assertEquals(crowd, policy.crowd());
    }

    /** Else two PEs nap in turn, each asleep when the other comes. A nap lasts longer than asked for. */
    @ParameterizedTest
    @CsvSource({"auto, 2, 2", "auto, 3, 2", "spin, 64, 2", "sleep, 2, 2"})
    void yieldsOutlastAFirstNapWhereFewPesShareACore(String word, int pes, int cores) {
        assertTrue(WaitPolicy.of(word, pes, cores).yieldNanos() > 2 * WaitPolicy.FIRST_NAP_NANOS);
    }

    @Test
    void anUnknownWordIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> WaitPolicy.of("nap", 2, 2));
    }
}
