// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.testing.Weekly;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The application: its sums against a known crystal, many cores against one, and its times. */
class ApplicationTest {
    private final MeshMachine machine = MeshMachine.load("scc");

    @ParameterizedTest
    @CsvSource({"4.5, -1.7475676, 3.2000174", "4.0, -1.7475647, 2.1469080"})
    void rockSaltHasItsEnergy(double screening, double energy, double longRange) {
        assertEquals(276, WaveVectors.count());
        assertEquals(energy, SaltCell.energyOfPair(screening), 1e-7);
        assertEquals(longRange, SaltCell.longRange(screening), 1e-7);
    }

    /** Cores decide as one core does, whichever library they use, and the energy stays what a fresh sum gives. */
    @Weekly
    @Test
    void manyCoresDecideAsOne() {
        Application application = new Application(3);
        Application.Run alone = application.alone(30);
        assertTrue(alone.history().contains("+") && alone.history().contains("-"), alone.history());
        assertTrue(alone.drift() < 1e-10, "drift " + alone.drift());
        double[] cycles = new double[Stack.values().length];
        for (Stack stack : new Stack[] {Stack.BLOCKING, Stack.I_RCCE, Stack.LIGHTWEIGHT, Stack.MPB_DIRECT}) {
            int count = stack == Stack.MPB_DIRECT ? 30 : 6;
            Application.Run run = application.run(machine, MeshOptions.STANDARD, 48, stack, count);
            assertTrue(alone.history().startsWith(run.history()), run.history());
            assertTrue(run.drift() < 1e-10, "drift " + run.drift());
            cycles[stack.ordinal()] = run.cycleMicros();
            if (stack == Stack.MPB_DIRECT) {
                assertEquals(alone.energy(), run.energy(), 1e-9 * Math.abs(alone.energy()));
            }
        }
        assertEquals(1.41, cycles[0] / cycles[Stack.MPB_DIRECT.ordinal()], 0.02);
        assertEquals(1.18, cycles[1] / cycles[2], 0.02);
    }
}
