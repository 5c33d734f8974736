// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.studies.pointer.Jobs;
import io.shmem4j.testing.Thorough;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Published transfers hold for the published chip, and not for a chip with another constant. */
class TrafficFiguresTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream table = new ByteArrayOutputStream();

    private int missed(String readNanos) throws IOException {
        Path file = folder.resolve("chip.json");
        try (var stream = TrafficFiguresTest.class.getResourceAsStream("/io/shmem4j/sim/machine/scc.json")) {
            Files.writeString(file, new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                .replace("\"read\": 6.8", "\"read\": " + readNanos));
        }
        Laboratory laboratory = new Laboratory(MeshMachine.load(file.toString()), new Jobs(System.err),
            System.err, new Laboratory.Effort(true, 1, 1, 0));
        Validation validation = new Validation(new PrintStream(table, true, StandardCharsets.UTF_8));
        Paper.all().stream().flatMap(paper -> paper.rows().stream()).filter(row -> row.id().matches("L\\d|N3"))
            .forEach(row -> validation.add(row, laboratory.result(row.id()), other -> other));
        return validation.end();
    }

    @Test
    void thePublishedChipMeetsAllDemands() throws IOException {
        assertEquals(0, missed("6.8"), table::toString);
        assertTrue(table.toString(StandardCharsets.UTF_8).contains("10 demands, all met"), table::toString);
    }

    @Thorough
    @Test
    void aChipWithFasterReadsMissesDemands() throws IOException {
        assertTrue(missed("5.0") > 0, table::toString);
        assertTrue(table.toString(StandardCharsets.UTF_8).contains("FAIL"), table::toString);
    }
}
