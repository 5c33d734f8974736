// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import io.shmem4j.testing.Layers;
import io.shmem4j.testing.Thorough;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages of the suite: main above tests above measuring. */
@Thorough
class BenchLayersTest {
    @Test
    void packagesUseOnlyThoseBelowThem() {
        new Layers("io.shmem4j.bench", """
            measure
            suite
            apps call loop memory
            .
            """).assertHoldFor(Path.of("target", "classes"));
    }
}
