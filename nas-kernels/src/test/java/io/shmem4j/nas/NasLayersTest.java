// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import io.shmem4j.testing.Layers;
import io.shmem4j.testing.Thorough;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages of the kernels: no family uses another. */
@Thorough
class NasLayersTest {
    @Test
    void packagesUseOnlyThoseBelowThem() {
        new Layers("io.shmem4j.nas", """
            npb
            cfd is kernel mg
            .
            """).assertHoldFor(Path.of("target", "classes"));
    }
}
