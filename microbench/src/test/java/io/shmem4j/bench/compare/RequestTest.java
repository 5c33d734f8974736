// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** How often the programs of a comparison run. */
class RequestTest {
    private static Request request(int chosen) {
        return new Request(chosen, 1, 1, 1, List.of(8L), 1, 0);
    }

    @Test
    void manyPesRunOnceUnlessTheUserSaysOtherwise() {
        assertEquals(3, request(0).rounds(1));
        assertEquals(1, request(0).rounds(100_000));
        assertEquals(5, request(5).rounds(100_000));
        assertEquals(1, request(1).rounds(1));
    }
}
