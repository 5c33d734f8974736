// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Sample;
import org.junit.jupiter.api.Test;

class MeansTest {
    @Test
    void equalMeansAreNotRejectedAndOthersAre() {
        Sample sample = new Sample(9, 10, 11, 10, 9, 11, 10, 10);
        assertEquals(1, WelchTest.of(sample, 10, 3).p(), 1e-12);
        Point.Test apart = WelchTest.of(sample, 12, 0.5);
        assertTrue(apart.p() < 1e-4 && apart.t() < 0, apart.toString());
    }

    @Test
    void withoutDeviationsOnlyEqualMeansAreEqual() {
        assertEquals(0, WelchTest.of(new Sample(5, 5), 6, 0).p());
        assertEquals(1, WelchTest.of(new Sample(5, 5), 5, 0).p());
        assertEquals(0, WelchTest.of(new Sample(5), 6, 1).p());
    }
}
