// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The committed page is the one the table gives; with {@code -Dshmem4j.rewrite=true} it becomes it. */
final class MappingPageTest {
    @Test
    void theCommittedPageIsUpToDate() throws IOException {
        // Surefire runs in the module's folder.
        Path page = Path.of("..", "docs", "mapping.md");
        String text = MappingPage.text(RoutineTable.rows());
        if (Boolean.getBoolean("shmem4j.rewrite")) {
            Files.createDirectories(page.getParent());
            Files.writeString(page, text);
        }
        assertEquals(text, Files.readString(page), "docs/mapping.md is not what the table gives; its head says how to "
            + "write it anew");
    }
}
