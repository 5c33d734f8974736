// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Between which times of a line cells were measured. */
class LineRecordTest {
    @TempDir
    private Path folder;

    private Map<String, Double> seen(int[] cells, double... nanos) throws IOException {
        Iterator<Double> next = Arrays.stream(nanos).iterator();
        LineRecord record = new LineRecord(next::next);
        record.begin();
        for (int cell : cells) {
            record.end(cell);
        }
        record.write(folder.resolve("lines"));
        return MachineCosts.read(folder.resolve("lines")).all();
    }

    @Test
    void aCellIsAsFarAsBeforeOrAfterIt() throws IOException {
        assertEquals(Map.of("least", 30.0, "7", 140.0), seen(new int[] {7}, 30, 140));
        assertEquals(Map.of("least", 30.0, "7", 140.0), seen(new int[] {7}, 140, 30));
    }

    @Test
    void ofSeveralPassesTheNearestCounts() throws IOException {
        assertEquals(Map.of("least", 28.0, "0", 30.0, "40", 35.0),
            seen(new int[] {0, 40, 0, 40}, 140, 150, 30, 28, 35));
    }

    @Test
    void timesThatCouldNotBeSeenDoNotCount() throws IOException {
        assertEquals(Map.of("least", 30.0, "0", 30.0, "1", 30.0, "2", 50.0), seen(new int[] {0, 1, 2}, 0, 30, 0, 50));
        assertEquals(Map.of("least", Double.MAX_VALUE), seen(new int[] {0}, 0, 0));
    }
}
