// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** When a thread that polls sleeps, by a clock of its own. */
class SpareCoreTest {
    private static final long NOBODY_NANOS = 500;
    private static final long SOMEBODY_NANOS = 100_000;

    private long now;
    private long yieldNanos = NOBODY_NANOS;
    private final NodeMemory.SpareCore core = new NodeMemory.SpareCore(() -> now, () -> now += yieldNanos);

    /** Works and yields for a while. */
    private void poll(long nanos) {
        for (long end = now + nanos; now < end && core.isFree();) {
            now += 5_000;
            core.lend();
        }
    }

    /** {@return how long the core is not there} */
    private long pause() {
        long start = now;
        while (!core.isFree()) {
            now += 1_000;
        }
        return (now - start) / 1_000_000;
    }

    @Test
    void threadAloneKeepsItsCore() {
        poll(1_000_000_000);
        assertTrue(core.isFree());
    }

    @Test
    void pausesBesideAThreadThatComputesGrow() {
        yieldNanos = SOMEBODY_NANOS;
        for (long millis : new long[] {2, 4, 8, 16, 16}) {
            poll(2 * NodeMemory.SpareCore.LOOK_NANOS);
            assertFalse(core.isFree());
            assertEquals(millis, pause());
        }
    }

    @Test
    void pausesBeginShortAgainAfterTheCoreWasFree() {
        yieldNanos = SOMEBODY_NANOS;
        poll(2 * NodeMemory.SpareCore.LOOK_NANOS);
        assertEquals(2, pause());
        poll(2 * NodeMemory.SpareCore.LOOK_NANOS);
        assertEquals(4, pause());
        yieldNanos = NOBODY_NANOS;
        poll(2 * NodeMemory.SpareCore.LOOK_NANOS);
        yieldNanos = SOMEBODY_NANOS;
        poll(2 * NodeMemory.SpareCore.LOOK_NANOS);
        assertEquals(2, pause());
    }
}
