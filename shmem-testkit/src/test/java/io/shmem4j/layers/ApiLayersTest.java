// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.layers;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

class ApiLayersTest {
    private static final Path CLASSES = Path.of("..", "shmem-api", "target", "classes");
    private static final String ARROWS = """
        config:
        error:
        work:
        collective.tree:
        algorithm: config
        spi: work
        observe: config error spi
        collective.cost: algorithm config error
        collective.kernel: spi
        collective.team: algorithm collective.cost collective.tree config spi
        collective.broadcast: algorithm collective.cost collective.team collective.tree
        collective.reduce: algorithm collective.broadcast collective.cost collective.team collective.tree spi
        collective.exchange: algorithm collective.cost collective.team spi
        collective: algorithm collective.broadcast collective.exchange collective.reduce collective.team spi
        engine: collective collective.team config error spi
        .: algorithm collective collective.kernel collective.team config engine error spi work
        legacy: .
        data: . engine error
        nonblocking: . collective.kernel engine error spi
        """;

    @Test
    void packagesUseOnlyThoseBelowThem() {
        new PackageArrows("io.shmem4j", ARROWS).assertHoldFor(CLASSES);
    }

    @Test
    void anArrowThatIsNotPlannedIsNamed() {
        PackageArrows arrows = new PackageArrows("io.shmem4j", ARROWS.replace("engine: collective ", "engine: "));
        String message = assertThrows(AssertionFailedError.class, () -> arrows.assertHoldFor(CLASSES)).getMessage();
        assertTrue(message.contains("engine: collective collective.team"), message);
    }

    @Test
    void aCycleIsNoTable() {
        assertThrows(IllegalArgumentException.class, () -> new PackageArrows("p", "a: b\nb: a\n"));
    }
}
