// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.testing.Layers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages of the backend on shared memory. */
class ShmLayersTest {
    @Test
    void packagesUseOnlyThoseBelowThem() {
        new Layers("io.shmem4j", """
            shm
            apart attach hang
            join
            pe
            """).assertHoldFor(Path.of("target", "classes"));
    }
}
