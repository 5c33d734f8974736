// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.testing.Thorough;
import org.junit.jupiter.api.Test;

/** The application's times over the libraries. */
class ApplicationTest {
    private static Application.Run run(Stack stack) {
        return Application.run(MeshMachine.load("scc"), MeshOptions.STANDARD, 48, stack, 6, 3);
    }

    private static double cycle(Stack stack) {
        return run(stack).cycle();
    }

    @Thorough
    @Test
    void gainsOfTheApplication() {
        assertEquals(1.46, cycle(Stack.BLOCKING) / cycle(Stack.MPB_DIRECT), 0.02);
        assertEquals(1.20, cycle(Stack.I_RCCE) / cycle(Stack.LIGHTWEIGHT), 0.02);
    }

    /** A core with one molecule waits for those with two. */
    @Test
    void coresWaitForThoseWithMoreMolecules() {
        assertEquals(0.40, run(Stack.BLOCKING).longest() / cycle(Stack.BLOCKING), 0.02);
    }
}
