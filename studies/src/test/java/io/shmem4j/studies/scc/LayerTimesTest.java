// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Costs of message libraries come from a file, whose wrong fields are refused. */
class LayerTimesTest {
    private static final String FILE = """
        {"us": {"ocbcastCall": 1, "blockingPiece": 2, "iRccePiece": 3, "lightweightPiece": 0, "round": 4,
        "rckmpiMessage": 5.5}}""";

    private static LayerTimes read(String text) {
        return LayerTimes.read("mine.json", new StringReader(text));
    }

    @Test
    void microsecondsOfEachCall() {
        assertEquals(new LayerTimes(1_000_000, 2_000_000, 3_000_000, 0, 4_000_000, 5_500_000), read(FILE));
    }

    @ParameterizedTest
    @CsvSource({"'\"round\": 4,', '', $.us.round, missing", "'5.5', '\"5.5\"', $.us.rckmpiMessage, must be a number",
        "'\"round\"', '\"rounds\": 1, \"round\"', $.us.rounds, not a field",
        "'\"iRccePiece\": 3', '\"iRccePiece\": -3', $.us.iRccePiece, at least", "'{\"us\"', '{\"ns\"', $.us, missing",
        "'}}', '}', $, not JSON"})
    void wrongFieldsAreRefusedWithTheirPath(String before, String after, String path, String problem) {
        String message = assertThrows(IllegalArgumentException.class, () -> read(FILE.replace(before, after)))
            .getMessage();
        assertTrue(message.startsWith("mine.json: " + path) && message.contains(problem), message);
    }
}
