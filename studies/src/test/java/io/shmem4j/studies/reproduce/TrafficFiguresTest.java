// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.studies.pointer.Jobs;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Published transfers hold for the published chip, and not for a chip with another constant. */
class TrafficFiguresTest {
    @TempDir
    private Path folder;

    private List<String> missed(String readNanos) throws IOException {
        Path file = folder.resolve("chip.json");
        try (var stream = TrafficFiguresTest.class.getResourceAsStream("/io/shmem4j/sim/machine/scc.json")) {
            Files.writeString(file, new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                .replace("\"read\": 6.8", "\"read\": " + readNanos));
        }
        Laboratory laboratory = new Laboratory(MeshMachine.load(file.toString()), new Jobs(System.err),
            System.err, new Laboratory.Effort(true, 1, 1));
        return Paper.all().stream().flatMap(paper -> paper.rows().stream()).filter(row -> row.id().matches("L\\d|N3"))
            .filter(row -> !row.met(laboratory.result(row.id()))).map(Row::id).toList();
    }

    @Test
    void thePublishedChipMeetsAllDemands() throws IOException {
        assertEquals(List.of(), missed("6.8"));
    }

    @Thorough
    @Test
    void aChipWithFasterReadsMissesDemands() throws IOException {
        assertFalse(missed("5.0").isEmpty());
    }
}
