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
        // One leader of four, then the root's slot: its store, and the readers' turns at it.
        double remote = machine.latency().remoteModified();
        double least = (4 * remote + remote + 4 * machine.perReader()) / 1000;
        double five = SlotSum.micros(machine, 5, 4);
        assertTrue(five > least && five < 2.5 * least, five + " and " + least);
        assertTrue(SlotSum.micros(machine, 21, 4) > five + 4 * remote / 1000, "another level of leaders");
    }

    @Test
    void aSlotOfSeveralLinesIsMovedAsATransfer() {
        double line = SlotSum.micros(machine, 64, 56);
        assertTrue(SlotSum.micros(machine, 64, 57) > line + 1, "a start-up for each slot");
        assertTrue(SlotSum.micros(machine, 64, SlotSum.SLOT) < 20 * line);
    }
}
