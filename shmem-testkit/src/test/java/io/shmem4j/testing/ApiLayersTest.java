// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.testing;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages of the API, with every arrow between them. */
class ApiLayersTest {
    @Test
    void packagesUseThosePlannedAndNoOthers() {
        new Layers("io.shmem4j", """
            config:
            error:
            algorithm: config
            spi: config error
            progress: spi
            collective.cost: algorithm config error
            collective.team: algorithm collective.cost config error spi
            collective.algorithm: algorithm collective.cost collective.team spi
            engine: collective.algorithm collective.team config error progress spi
            observe: config engine error spi
            .: algorithm collective.algorithm collective.team config engine error progress spi
            legacy: .
            data: . engine error spi
            nonblocking: . collective.algorithm engine error progress spi
            """).assertHoldFor(Path.of("..", "shmem-api", "target", "classes"));
    }
}
