// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.HeapStats;
import io.shmem4j.Shmem;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.nas.npb.NpbClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One PE in this JVM. */
class IsRehearsalTest {
    @ParameterizedTest
    @EnumSource
    void itsMemoryIsGivenBack(KeyExchange.Way transfer) {
        try (Shmem shmem = Shmem.init()) {
            HeapStats before = shmem.heapStats();
            IsRehearsal rehearsal = new IsRehearsal(shmem, IsProblem.of(NpbClass.A), transfer,
                BucketReduction.by(CollectiveOptions.environment()));
            rehearsal.run(2);
            assertEquals("2 untimed rankings of 65536", rehearsal.toString());
            assertEquals(before, shmem.heapStats());
        }
    }
}
