// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Between which times of a line cells were measured. */
class LineRecordTest {
    @TempDir
    private Path folder;

    private MachineCosts of(int[] cells, double... seen) throws IOException {
        Iterator<Double> next = Arrays.stream(seen).iterator();
        LineRecord record = new LineRecord(next::next);
        record.begin();
        for (int cell : cells) {
            record.end(cell);
        }
        record.write(folder.resolve("lines"));
        return MachineCosts.read(folder.resolve("lines"));
    }

    private static void assertSeen(double least, double most, MachineCosts seen) {
        assertEquals(least, seen.get(LineRecord.LEAST));
        assertEquals(most, seen.get(LineRecord.MOST));
    }

    @Test
    void aCellIsAsFarAsBeforeOrAfterIt() throws IOException {
        assertSeen(30, 140, of(new int[] {7}, 30, 140));
        assertSeen(30, 140, of(new int[] {7}, 140, 30));
    }

    @Test
    void ofSeveralPassesTheNearestCounts() throws IOException {
        assertSeen(28, 35, of(new int[] {0, 1, 0, 1}, 140, 150, 30, 28, 35));
    }

    @Test
    void aQuarterOfTheCellsMayBeFarther() throws IOException {
        assertSeen(30, 40, of(new int[] {0, 1, 2, 3, 40}, 30, 30, 30, 40, 40, 150));
    }

    @Test
    void timesThatCouldNotBeSeenDoNotCount() throws IOException {
        assertSeen(30, 50, of(new int[] {0, 1, 2}, 0, 30, 0, 50));
        assertSeen(Double.MAX_VALUE, 0, of(new int[] {0}, 0, 0));
    }
}
