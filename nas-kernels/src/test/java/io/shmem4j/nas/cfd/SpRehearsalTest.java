// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.HeapStats;
import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.AllGather;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One PE in this JVM. */
class SpRehearsalTest {
    @ParameterizedTest
    @CsvSource({"SLAB, DIRECT", "MULTIPARTITION, DIRECT", "MULTIPARTITION, PUTGET", "MULTIPARTITION, GET"})
    void itsMemoryIsGivenBack(DecompositionKind kind, CellExchange transfer) {
        try (Shmem shmem = Shmem.init()) {
            AllGather allGather = new AllGather(shmem, FlowConstants.UNKNOWNS);
            HeapStats before = shmem.heapStats();
            String done = new SpRehearsal(shmem, new SpDeal(kind, transfer), allGather).run(2);
            assertTrue(done.startsWith("2 untimed steps"), done);
            assertEquals(before, shmem.heapStats());
        }
    }
}
