// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.layers;

import io.shmem4j.testing.Layers;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The packages of each module: a line with its folder and the prefix of its packages, then {@linkplain Layers layers}.
 */
@Thorough
class LayersIT {
    @ParameterizedTest
    @ValueSource(strings = {
        """
        shmem-api io.shmem4j
        config:
        error:
        algorithm: config
        spi: config error
        progress: error spi
        collective.cost: algorithm config error
        collective.team: algorithm collective.cost config error spi
        collective.algorithm: algorithm collective.cost collective.team spi
        engine: collective.algorithm collective.team config error progress spi
        observe: config engine error spi
        .: algorithm collective.algorithm collective.team config engine error progress spi
        legacy: .
        data: . engine error spi
        nonblocking: . collective.algorithm engine error progress spi""",
        """
        shmem-shm io.shmem4j
        shm
        apart attach hang
        join
        pe""",
        """
        shmem-launch io.shmem4j
        launch
        launch.option inspect
        launch.program
        launch.plan
        launch.process
        launch.job
        launch.tune
        launch.cli""",
        """
        shmem-ucx io.shmem4j.ucx
        transport
        .
        node""",
        """
        shmem-sim io.shmem4j
        sim.machine sim.schedule sim.time
        sim.coherence sim.mesh
        sim.run
        sim.transfer
        sim""",
        """
        shmem-explore io.shmem4j
        explore.run
        explore.choice
        explore.story
        explore explore.command""",
        """
        shmem-race io.shmem4j
        race.order
        race""",
        """
        shmem-irregular io.shmem4j.irregular
        lane
        batch message
        container""",
        """
        nas-kernels io.shmem4j.nas
        npb
        cfd is kernel mg
        .""",
        """
        microbench io.shmem4j.bench
        measure
        suite
        apps call loop memory
        .""",
        """
        studies io.shmem4j.studies
        describe line
        pointer scc
        reproduce
        command"""})
    void packagesUseOnlyThoseBelowThem(String table) {
        String[] parts = table.split("\\s", 3);
        new Layers(parts[1], parts[2]).assertHoldFor(Oshrun.sources().resolve(parts[0]).resolve("target/classes"));
    }
}
