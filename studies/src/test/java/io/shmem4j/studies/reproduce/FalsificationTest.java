// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.report.ToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that a run has left which was interrupted, or found the disk full, while it wrote, and claims that changed. */
class FalsificationTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "``                                            | 0",
        "{\"a\": {\"number\": \"o*2\", \"tex                | 0",
        "{\"B9\": {\"number\": \"o*2\", \"text\": \"3.5\", \"of\": \"MARK\"}} | 1",
        "{\"B9\": {\"number\": \"o*2\", \"text\": \"3.5\", \"of\": \"another\"}} | 0",
        "{\"B9\": {\"number\": \"o*2\", \"text\": \"3.5\"}} | 0",
        "{\"no claim\": {\"number\": \"o*2\", \"text\": \"3.5\", \"of\": \"MARK\"}} | 0"})
    void aPartOfAFileIsNone(String text, int turns, @TempDir Path folder) throws IOException {
        Paper petrovic = Paper.all().get(Paper.IDS.indexOf("petrovic"));
        String mark = Falsification.mark(petrovic, Paper.row("B9"));
        Files.writeString(folder.resolve("falsify.json"), text.replace("MARK", mark));
        Map<String, Falsification.Turn> read = Falsification.read(folder);
        assertEquals(turns, read.size());
        read.values().forEach(turn -> assertEquals(new Falsification.Turn("o*2", "3.5", mark), turn));
    }

    /** A number that no run reads turns nothing: a claim may not name it, and it counts as no trial of a paper's. */
    @Test
    void aNumberThatNothingReadsIsRefused() {
        List<String> own = List.of("multiline.o.cached");
        assertTrue(assertThrows(ToolException.class, () -> new Trial("nobodyReadsIt*2", true, own).run()).getMessage()
            .startsWith("multiline.o.cached: nothing reads nobodyReadsIt*2"));
        assertEquals(Map.of(), new Trial("nobodyReadsIt*2", true, List.of("optimum.broadcast.30")).run());
    }
}
