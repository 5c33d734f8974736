// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class PeNumbersTest {
    @Test
    void numbersAreJoined() {
        assertEquals("PE 4", PeNumbers.describe(List.of(4)));
        assertEquals("PEs 0, 1, 5 to 8", PeNumbers.describe(List.of(0, 1, 5, 6, 7, 8)));
    }
}
