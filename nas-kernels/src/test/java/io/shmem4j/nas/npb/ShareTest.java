// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareTest {
    @ParameterizedTest
    @CsvSource({"10, 1", "10, 3", "10, 10", "65536, 7", "34, 33", "3, 2"})
    void everyNumberHasTheOwnerInWhoseRangeItLies(long total, int pes) {
        Share share = new Share(total, pes);
        assertEquals(0, share.from(0));
        assertEquals(total, share.from(pes));
        for (long number = 0; number < total; number++) {
            int owner = share.owner(number);
            assertTrue(share.from(owner) <= number && number < share.from(owner + 1), "owner of " + number);
        }
        for (int pe = 0; pe < pes; pe++) {
            assertTrue(Math.abs(share.size(pe) * pes - total) < pes, "size of " + pe);
        }
    }
}
