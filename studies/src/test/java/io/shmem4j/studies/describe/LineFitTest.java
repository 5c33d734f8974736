// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.describe;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Fits to messages whose numbers are known. */
class LineFitTest {
    private static final double[] LINES = {1, 2, 4, 8, 16, 32, 64, 128};

    private static double[] fit(double o, double q, double p) {
        return MessageProbe.fit(LINES, Arrays.stream(LINES).map(n -> o * n + q - p / n).toArray());
    }

    @Test
    void findsWhatTheTimesWereMadeOf() {
        assertArrayEquals(new double[] {76, 1521, 1096}, fit(76, 1521, 1096), 1e-6);
        assertArrayEquals(new double[] {5, 90, 0}, fit(5, 90, 0), 1e-6);
    }

    @Test
    void neverGivesWhatASimulatorRefuses() {
        double[] bent = fit(5, 90, -40);
        assertEquals(0, bent[2]);
        assertTrue(bent[0] > 0 && bent[1] >= 0, Arrays.toString(bent));
        double[] falling = fit(-0.1, 90, 0);
        assertTrue(falling[0] > 0 && falling[2] <= falling[1], Arrays.toString(falling));
    }
}
