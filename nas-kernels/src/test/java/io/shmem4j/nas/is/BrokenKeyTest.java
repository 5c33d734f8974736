// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.nas.npb.NpbClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One PE in this JVM. */
class BrokenKeyTest {
    private static final int TESTED = IsProblem.TESTS * IsProblem.ITERATIONS;

    @ParameterizedTest
    @EnumSource(KeyExchange.Way.class)
    void oneWrongKeyFailsVerification(KeyExchange.Way transfer) {
        try (Shmem shmem = Shmem.init()) {
            IsBenchmark right = new IsBenchmark(shmem, IsProblem.of(NpbClass.S), transfer,
                BucketReduction.by(CollectiveOptions.environment()), KeyLoops.Split.SCALAR);
            IsBenchmark.Timed timed = right.time(1, IsProblem.ITERATIONS);
            assertEquals(TESTED, timed.passed());
            assertTrue(right.verify(timed.passed(), IsProblem.ITERATIONS));

            IsBenchmark broken = new IsBenchmark(shmem, IsProblem.of(NpbClass.S), transfer,
                BucketReduction.by(CollectiveOptions.environment()), KeyLoops.Split.SCALAR);
            int[] keys = broken.ranking().keys();
            int middle = keys.length / 2;
            keys[middle] = keys[middle] < keys.length / 2 ? IsProblem.of(NpbClass.S).maxKey() - 1 : 0;
            IsBenchmark.Timed brokenTimed = broken.time(1, IsProblem.ITERATIONS);
            assertFalse(brokenTimed.passed() == TESTED);
            assertFalse(broken.verify(brokenTimed.passed(), IsProblem.ITERATIONS));
        }
    }
}
