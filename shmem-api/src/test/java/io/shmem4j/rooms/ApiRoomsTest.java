// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.rooms;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

class ApiRoomsTest {
    private static final Path CLASSES = Path.of("target", "classes");
    private static final String ROOMS = """
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
        new Rooms("io.shmem4j", ROOMS).assertHoldFor(CLASSES);
    }

    @Test
    void anArrowThatIsNotPlannedIsNamed() {
        Rooms rooms = new Rooms("io.shmem4j", ROOMS.replace("engine: collective ", "engine: "));
        String message = assertThrows(AssertionFailedError.class, () -> rooms.assertHoldFor(CLASSES)).getMessage();
        assertTrue(message.contains("engine: collective collective.team"), message);
    }

    @Test
    void aCycleIsNoTable() {
        assertThrows(IllegalArgumentException.class, () -> new Rooms("p", "a: b\nb: a\n"));
    }
}
