// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SampleTest {
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
}
