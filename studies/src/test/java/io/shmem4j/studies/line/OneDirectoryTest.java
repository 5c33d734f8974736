// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.run.SimulationOptions;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tag directories as resources: what one of them costs more than many. */
class OneDirectoryTest {
    private static final int MANY = 40;
    private final CoherentMachine machine = CoherentMachine.load("knc-5110p");

    private double[] last(int iterations, int readers, boolean one) {
        return new Repetition(machine, SimulationOptions.STANDARD, readers + 1).run(iterations,
            base -> new OneDirectory(base, machine, readers, one, true));
    }

    @Test
    void readersOfOneDirectoryQueueAtIt() {
        double first = last(1, 1, true)[0];
        double queued = last(1, MANY, true)[0];
        assertTrue(queued >= first + (MANY - 2) * machine.perReader(), first + " and " + queued);
        assertTrue(last(1, MANY, false)[0] < queued / 4, "readers of many directories hardly queue");
    }

    /** The way to a directory is counted from the mean, and gives the deviation that the machine says. */
    @Test
    void latenciesOfSingleReadersHaveTheMachinesMeanAndDeviation() {
        double[] times = last(200, 1, false);
        double mean = Arrays.stream(times).average().orElseThrow();
        double variance = Arrays.stream(times).map(t -> (t - mean) * (t - mean)).sum() / times.length;
        assertEquals(machine.latency().remoteExclusive(), mean, 10);
        assertTrue(Math.sqrt(variance) > 10 && Math.sqrt(variance) < 60, "deviation " + Math.sqrt(variance));
    }
}
