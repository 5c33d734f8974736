// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import io.shmem4j.rooms.Layers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages of the kernels: no kernel uses another. */
class NasRoomsTest {
    @Test
    void packagesUseOnlyThoseBelowThem() {
        new Layers("io.shmem4j.nas", """
            npb
            cfd report
            cfd.cells cg dt ep ft is mg sp.problem
            bt lu sp.loops
            sp.cells sp.slab
            sp
            .
            """).assertHoldFor(Path.of("target", "classes"));
    }
}
