// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Which jobs of a tuning ran while cores were apart. */
class LineTimesTest {
    private final LineTimes lines = new LineTimes();

    @Test
    void aJobIsFarOnceAnotherHasSeenNearerCores() {
        lines.add(2, 130, 140);
        assertFalse(lines.far(2));
        lines.add(4, 28, 35);
        assertTrue(lines.far(2));
        assertFalse(lines.far(4));
        assertEquals(28, lines.least());
    }

    @Test
    void theNearestOfSeveralJobsWithTheSamePesCounts() {
        lines.add(2, 28, 140);
        assertTrue(lines.far(2));
        lines.add(2, 29, 36);
        assertFalse(lines.far(2));
        lines.add(2, 29, 150);
        assertEquals(36, lines.most(2));
    }

    @Test
    void aJobThatCouldNotSeeIsNotFar() {
        lines.add(2, 28, 30);
        lines.add(64, Double.MAX_VALUE, 0);
        assertFalse(lines.far(64));
        assertEquals(0, lines.most(64));
        lines.add(64, 120, 140);
        lines.add(64, Double.MAX_VALUE, 0);
        assertTrue(lines.far(64));
    }
}
