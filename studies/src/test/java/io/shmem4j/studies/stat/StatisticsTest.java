// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void aBoxPlotsNumbers() {
        Sample sample = new Sample(40, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertEquals(5.5, sample.median());
        assertEquals(3.25, sample.lowerQuartile());
        assertEquals(7.75, sample.upperQuartile());
        assertEquals(1, sample.lowerWhisker());
        assertEquals(9, sample.upperWhisker(), "40 lies more than one and a half boxes away");
        assertEquals(8.5, sample.mean());
        assertEquals(Math.sqrt(1162.5 / 9), sample.deviation(), 1e-9);
        assertEquals(0.3, sample.within(1, 3));
    }

    /** Values of Student's distribution from tables. */
    @Test
    void probabilitiesOfStudentsDistribution() {
        assertEquals(0.5, WelchComparison.twoSided(1, 1), 1e-9);
        assertEquals(0.05, WelchComparison.twoSided(12.7062, 1), 1e-6);
        assertEquals(0.05, WelchComparison.twoSided(2.228139, 10), 1e-6);
        assertEquals(0.01, WelchComparison.twoSided(2.626405, 99), 1e-6);
        assertEquals(0.1, WelchComparison.twoSided(1.646379, 999), 1e-5);
    }

    @Test
    void equalMeansAreNotRejectedAndOthersAre() {
        Sample sample = new Sample(9, 10, 11, 10, 9, 11, 10, 10);
        assertEquals(1, WelchComparison.of(sample, 10, 3, 20).p(), 1e-12);
        WelchComparison apart = WelchComparison.of(sample, 12, 0.5, 20);
        assertTrue(apart.p() < 1e-4 && apart.t() < 0, apart.toString());
        assertEquals(0, WelchComparison.of(new Sample(5, 5), 6, 0, 2).p());
        assertEquals(1, WelchComparison.of(new Sample(5, 5), 5, 0, 2).p());
    }
}
