// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
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

    @Test
    void jobsGetAHeapWhereTheUsualOneIsTooSmall() {
        Request large = new Request(1, 1, 1, 1, List.of(8L, 2L << 20), 1, 0);
        assertEquals(Map.of(), large.heap(2, Map.of()));
        assertEquals(Map.of("SHMEM_SYMMETRIC_SIZE", Long.toString(72L << 20)), large.heap(16, Map.of()));
        assertEquals(Map.of(), large.heap(16, Map.of("SHMEM_SYMMETRIC_SIZE", "1g")));
        assertEquals(Map.of(), large.heap(16, Map.of("SMA_SYMMETRIC_SIZE", "1g")));
    }
}
