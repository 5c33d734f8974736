// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sizes of the pools that PEs share, without a pool. */
class PoolThreadsTest {
    private static final String SPARES = "java.util.concurrent.ForkJoinPool.common.maximumSpares";

    private final Properties before = (Properties) System.getProperties().clone();

    @AfterEach
    void restore() {
        PoolThreads.install(1);
        System.setProperties(before);
    }

    @Test
    void sizesAreMultipliedUpToTheMostOfAPool() {
        System.setProperty(SPARES, "7");
        PoolThreads.install(3);
        assertEquals("21", System.getProperty(SPARES));
        System.setProperty(SPARES, Integer.toString(Integer.MAX_VALUE));
        PoolThreads.install(2);
        assertEquals("32767", System.getProperty(SPARES));
    }
}
