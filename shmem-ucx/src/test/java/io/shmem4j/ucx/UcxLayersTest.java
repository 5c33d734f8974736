// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.testing.Layers;
import io.shmem4j.testing.Thorough;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages of jobs on several nodes. */
@Thorough
class UcxLayersTest {
    @Test
    void packagesUseOnlyThoseBelowThem() {
        new Layers("io.shmem4j.ucx", """
            transport
            .
            node
            """).assertHoldFor(Path.of("target", "classes"));
    }
}
