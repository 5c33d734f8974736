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
        heap:
        work:
        collective.tree:
        algorithm: config
        spi: work
        snapshot: spi
        profile: spi
        trace: config error spi
        collective.cost: algorithm config error
        collective: algorithm collective.cost collective.tree config spi
        engine: collective config error heap snapshot spi
        .: algorithm collective config engine error heap spi work
        legacy: .
        """;

    @Test
    void packagesUseOnlyThoseBelowThem() {
        new Rooms("io.shmem4j", ROOMS).assertHoldFor(CLASSES);
    }

    @Test
    void anArrowThatIsNotPlannedIsNamed() {
        Rooms rooms = new Rooms("io.shmem4j", ROOMS.replace("engine: collective", "engine:"));
        String message = assertThrows(AssertionFailedError.class, () -> rooms.assertHoldFor(CLASSES)).getMessage();
        assertTrue(message.contains("engine: collective config"), message);
    }

    @Test
    void aCycleIsNoTable() {
        assertThrows(IllegalArgumentException.class, () -> new Rooms("p", "a: b\nb: a\n"));
    }
}
