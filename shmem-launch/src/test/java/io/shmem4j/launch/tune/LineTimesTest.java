// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.tune.MachineCosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which jobs of a tuning ran while cores were apart. */
class LineTimesTest {
    private final LineTimes lines = new LineTimes();
    @TempDir
    private Path folder;

    /** A job that saw a least time, and some time for each of its cells. */
    private void job(int pes, double least, double... cells) throws IOException {
        Path file = folder.resolve("lines");
        Files.writeString(file, "least " + least + "\n" + IntStream.range(0, cells.length)
            .filter(cell -> cells[cell] > 0).mapToObj(cell -> cell + " " + cells[cell] + "\n")
            .collect(Collectors.joining()));
        lines.add(pes, MachineCosts.read(file));
    }

    @Test
    void aJobIsFarOnceAnotherHasSeenNearerCores() throws IOException {
        job(2, 130, 135, 140);
        assertFalse(lines.far(2));
        job(4, 28, 35, 50);
        assertTrue(lines.far(2));
        assertFalse(lines.far(4));
        assertEquals(28, lines.least());
        assertEquals(50, lines.most(4));
    }

    @Test
    void eachCellIsAsNearAsInTheNearestJobOfTheSamePes() throws IOException {
        job(2, 28, 140, 30);
        assertTrue(lines.far(2));
        job(2, 29, 36, 150);
        assertFalse(lines.far(2));
        assertEquals(36, lines.most(2));
    }

    @Test
    void oneCellInTwentyMayHaveBeenSeenAtABadMoment() throws IOException {
        double[] cells = IntStream.range(0, 20).mapToDouble(cell -> 30 + cell).toArray();
        cells[3] = 150;
        job(2, 30, cells);
        assertEquals(49, lines.most(2));
        cells[4] = 140;
        job(4, 30, cells);
        assertTrue(lines.far(4));
    }

    @Test
    void whatCouldNotBeSeenIsNotFar() throws IOException {
        job(2, 28, 30);
        job(64, Double.MAX_VALUE);
        assertFalse(lines.far(64));
        assertEquals(0, lines.most(64));
        job(64, 120, 140);
        job(64, Double.MAX_VALUE);
        assertTrue(lines.far(64));
    }
}
