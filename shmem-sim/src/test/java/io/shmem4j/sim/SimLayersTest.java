// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.testing.Layers;
import io.shmem4j.testing.Thorough;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The layers of the simulator. */
@Thorough
class SimLayersTest {
    @Test
    void packagesUseOnlyThoseBelowThem() {
        new Layers("io.shmem4j", """
            sim.machine sim.schedule sim.time
            sim.coherence sim.mesh
            sim.run
            sim.transfer
            sim
            """).assertHoldFor(Path.of("target", "classes"));
    }
}
