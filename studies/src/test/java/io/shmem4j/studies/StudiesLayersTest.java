// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies;

import io.shmem4j.testing.Layers;
import io.shmem4j.testing.Thorough;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Studies of each chip, and above both the commands. */
@Thorough
class StudiesLayersTest {
    @Test
    void packagesUseOnlyThoseBelowThem() {
        new Layers("io.shmem4j.studies", """
            describe line
            pointer scc
            reproduce
            command
            """).assertHoldFor(Path.of("target", "classes"));
    }
}
