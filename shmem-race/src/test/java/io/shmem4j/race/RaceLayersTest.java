// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.testing.Layers;
import io.shmem4j.testing.Thorough;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The layers of the detector. */
@Thorough
class RaceLayersTest {
    @Test
    void packagesUseOnlyThoseBelowThem() {
        new Layers("io.shmem4j", """
            race.order
            race
            """).assertHoldFor(Path.of("target", "classes"));
    }
}
