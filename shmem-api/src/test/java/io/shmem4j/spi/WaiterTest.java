// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WaiterTest {
    private static final long NANOS = 20_000_000;

    @Test
    void parkingInAnInterruptedThreadKeepsItsLength() {
        Thread.currentThread().interrupt();
        long start = System.nanoTime();
        Waiter.park(NANOS);
        long took = System.nanoTime() - start;
        assertTrue(Thread.interrupted(), "still interrupted");
        assertTrue(took >= NANOS, () -> took + " ns");
    }
}
