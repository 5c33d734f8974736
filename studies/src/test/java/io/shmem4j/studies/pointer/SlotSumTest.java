// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.CoherentMachine;
import org.junit.jupiter.api.Test;

/** Sums through slots: what their parts cost at least. */
class SlotSumTest {
    private final CoherentMachine machine = CoherentMachine.load("knc-se10p");

    @Test
    void leadersReadTheirSlotsOneByOneAndAllReadTheRoots() {
        // Three slots of a group and another leader's, a number and data each, then the first PE's slot, and the turns
        // of its readers.
        double remote = machine.latency().remoteModified();
        double least = (2 * 4 * remote + 2 * remote + 4 * machine.perReader()) / 1000;
        double five = SlotSum.micros(machine, 5, 4);
        assertTrue(five > least && five < 2.5 * least, five + " and " + least);
        assertTrue(SlotSum.micros(machine, 64, 4) > five + 2 * 14 * remote / 1000, "fourteen leaders more");
    }

    @Test
    void aSlotOfSeveralLinesIsMovedWithoutAStartUp() {
        double line = SlotSum.micros(machine, 64, 64);
        double two = SlotSum.micros(machine, 64, 65);
        assertTrue(two > line && two < line + machine.cached().q() / 1000, two + " and " + line);
        assertTrue(SlotSum.micros(machine, 64, SlotSum.SLOT) < 20 * line);
    }
}
