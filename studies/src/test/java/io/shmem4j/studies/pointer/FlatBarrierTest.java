// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.CoherentMachine;
import org.junit.jupiter.api.Test;

/** The barrier of GASNet: what its parts cost at least. */
class FlatBarrierTest {
    private final CoherentMachine machine = CoherentMachine.load("knc-se10p");

    @Test
    void theFirstPeReadsALineOfEachOther() {
        double remote = machine.latency().remoteModified() / 1000;
        double eight = FlatBarrier.micros(machine, 8);
        assertTrue(eight > 8 * remote && eight < 14 * remote, eight + " and " + remote);
        assertTrue(FlatBarrier.micros(machine, 61) > eight + 53 * remote, "53 lines more");
    }
}
