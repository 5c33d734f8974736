// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.SoftwareProfile.MessageProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rivals' collectives, whose checks run with them, and what a call of many in a row takes. */
class RowOfCallsTest {
    private static final int SOFTWARE = 1000;
    private final CoherentMachine machine = CoherentMachine.load("knc-5110p");

    private double messages(Collective collective, int pes, int software) {
        return Repetition.once(machine, pes, collective.byMessages(pes, new MessageProfile("", "", software,
            software)));
    }

    private double openMp(int threads, boolean sums) {
        return Repetition.once(machine, threads, base -> new OpenMp(base, threads, sums));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8, 17, 31, 60})
    void softwareIsPaidForEachMessageOfTheLongestWay(int pes) {
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(pes - 1);
        assertEquals(2 * rounds * SOFTWARE, messages(Collective.BARRIER, pes, SOFTWARE)
            - messages(Collective.BARRIER, pes, 0), 1, "a barrier sends and receives in each round");
        // The root of the next call is the last to get the message of this one.
        double broadcast = messages(Collective.BROADCAST, pes, SOFTWARE) - messages(Collective.BROADCAST, pes, 0);
        assertTrue(broadcast >= rounds * SOFTWARE && broadcast <= (rounds + 1.2) * SOFTWARE, "broadcast " + broadcast);
        assertTrue(messages(Collective.REDUCTION, pes, SOFTWARE) > messages(Collective.REDUCTION, pes, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 16, 17, 60})
    void aRegionThatSumsTakesLongerThanABarrier(int threads) {
        assertTrue(openMp(threads, true) > 1.5 * openMp(threads, false));
    }

    /** A barrier is gathered by eight and released by four, so it has another level beyond a power of either. */
    @Test
    void treesOfTheRuntimeGrowByLevels() {
        double line = machine.latency().remoteModified();
        assertTrue(openMp(9, false) > openMp(8, false) + line);
        assertTrue(openMp(17, false) > openMp(16, false) + line);
        assertTrue(openMp(60, false) < 2 * openMp(16, false));
    }
}
