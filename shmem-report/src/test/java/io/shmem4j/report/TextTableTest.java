// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Positions of a table's cells. */
class TextTableTest {
    @Test
    void wordsBeginAtTheLeftAndNumbersEndAtTheRight() {
        TextTable table = new TextTable().numbers("PE").words("state").numbers("heap used").words("note");
        table.row(0, "runs", "1.0 MiB", "");
        table.row(127, "waits for", 5, "late");
        assertEquals(List.of(
            " PE  state      heap used  note",
            "  0  runs         1.0 MiB",
            "127  waits for          5  late"), table.lines());
    }

    @Test
    void aTableWithoutRowsIsItsHeads() {
        assertEquals(List.of("one  two"), new TextTable().words("one").numbers("two").lines());
    }
}
