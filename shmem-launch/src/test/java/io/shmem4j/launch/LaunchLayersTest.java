// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.testing.Layers;
import io.shmem4j.testing.Thorough;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages of the launcher and its tools. */
@Thorough
class LaunchLayersTest {
    @Test
    void packagesUseOnlyThoseBelowThem() {
        new Layers("io.shmem4j", """
            launch
            launch.option inspect
            launch.program
            launch.plan
            launch.process
            launch.job
            launch.tune
            launch.cli
            """).assertHoldFor(Path.of("target", "classes"));
    }
}
