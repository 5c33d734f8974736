// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.rooms.Layers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages of the launcher and its tools. */
class LaunchRoomsTest {
    @Test
    void packagesUseOnlyThoseBelowThem() {
        new Layers("io.shmem4j", """
            launch placement tools.trace tune
            launch.install tools
            launch.option
            launch.node launch.program launch.scan
            launch.plan
            launch.output launch.start
            launch.process
            launch.report
            launch.hang
            launch.job
            launch.train launch.tune
            launch.complete launch.doctor launch.project
            launch.cli
            """).assertHoldFor(Path.of("target", "classes"));
    }
}
