// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.testing.Layers;
import io.shmem4j.testing.Thorough;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Batches and messages go by the lanes, containers by both. */
@Thorough
class IrregularLayersTest {
    @Test
    void packagesUseOnlyThoseBelowThem() {
        new Layers("io.shmem4j.irregular", """
            lane
            batch message
            container
            """).assertHoldFor(Path.of("target", "classes"));
    }
}
