// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.testing.Layers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Batches and messages go by the lanes, arrays by batches, containers by messages. */
class IrregularLayersTest {
    @Test
    void packagesUseOnlyThoseBelowThem() {
        new Layers("io.shmem4j.irregular", """
            lane
            batch message
            array container
            """).assertHoldFor(Path.of("target", "classes"));
    }
}
