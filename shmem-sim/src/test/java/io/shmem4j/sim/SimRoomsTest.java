// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.rooms.Layers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages of the simulator, and beside them those of the experiments on each chip. */
class SimRoomsTest {
    @Test
    void packagesUseOnlyThoseBelowThem() {
        new Layers("io.shmem4j.sim", """
            machine schedule stat
            coherence mesh
            rcce run
            .
            experiment validate
            knc.algorithm knc.model knc.program scc.broadcast scc.collective scc.traffic
            knc.experiment scc.gcmc
            scc.experiment
            knc.validate scc.validate
            command
            """).assertHoldFor(Path.of("target", "classes"));
    }
}
