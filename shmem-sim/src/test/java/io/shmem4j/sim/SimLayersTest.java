// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.testing.Layers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The layers of the simulator and the explorer. */
class SimLayersTest {
    @Test
    void packagesUseOnlyThoseBelowThem() {
        new Layers("io.shmem4j", """
            sim.machine sim.schedule
            sim.coherence sim.mesh
            sim.run
            sim
            explore.run
            explore.choice
            explore.story
            explore explore.command
            """).assertHoldFor(Path.of("target", "classes"));
    }
}
