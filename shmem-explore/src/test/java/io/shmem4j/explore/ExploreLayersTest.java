// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore;

import io.shmem4j.testing.Layers;
import io.shmem4j.testing.Thorough;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The layers of the explorer. */
@Thorough
class ExploreLayersTest {
    @Test
    void packagesUseOnlyThoseBelowThem() {
        new Layers("io.shmem4j", """
            explore.run
            explore.choice
            explore.story
            explore explore.command
            """).assertHoldFor(Path.of("target", "classes"));
    }
}
