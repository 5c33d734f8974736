// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/mapping.md} to the table of routines, and writes the page of every name. */
final class MappingPageTest {
    private final List<Row> rows = RoutineTable.rows();

    @Test
    void thePageOfFamiliesIsUpToDate() throws IOException {
        // Surefire runs in the module's folder.
        Path page = Path.of("..", "docs", "mapping.md");
        String text = MappingPage.families(rows, RoutineTable.sets());
        if (Boolean.getBoolean("shmem4j.rewrite")) {
            Files.writeString(page, text);
        }
        assertEquals(text, Files.readString(page), "docs/mapping.md differs from the table of routines; "
            + "with -Dshmem4j.rewrite=true this test writes it anew");
    }

    @Test
    void thePageOfNamesHasEveryRoutine() throws IOException {
        Path page = Files.createDirectories(Path.of("target")).resolve("routines.md");
        Files.writeString(page, MappingPage.names(rows));
        List<String> names = Files.readAllLines(page).stream().filter(line -> line.startsWith("| `"))
            .map(line -> line.substring(3, line.indexOf('`', 3))).toList();
        assertEquals(rows.stream().map(Row::name).toList(), names);
    }
}
