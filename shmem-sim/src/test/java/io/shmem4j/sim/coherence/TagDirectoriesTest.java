// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.CoherentMachine;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TagDirectoriesTest {
    private static final int LINES = 64_000;
    private final CoherentMachine machine = CoherentMachine.load("knc-5110p");
    private final TagDirectories directories = new TagDirectories(machine, 1);

    @Test
    void linesAreSpreadOverTheWholeRing() {
        double[] away = IntStream.range(0, LINES).mapToDouble(line -> directories.away(7, line)).toArray();
        assertEquals(15, IntStream.range(0, LINES).mapToDouble(line -> away[line]).average().orElseThrow(), 0.2);
        assertTrue(IntStream.range(0, LINES).allMatch(line -> away[line] >= 0 && away[line] <= 30));
        assertEquals(LINES / 2, IntStream.range(0, LINES).filter(line -> away[line] < 15).count(), LINES / 50);
    }

    @Test
    void aDirectoryServesOneRequestAtATime() {
        long other = IntStream.range(1, LINES).filter(line -> directories.of(line) == directories.of(0)).findFirst()
            .orElseThrow();
        long elsewhere = IntStream.range(1, LINES).filter(line -> directories.of(line) != directories.of(0))
            .findFirst().orElseThrow();
        assertEquals(1000, directories.serve(0, 1000));
        assertEquals(1000 + 54_000, directories.serve(other, 1000));
        assertEquals(1000, directories.serve(elsewhere, 1000));
    }

    @Test
    void coresOppositeEachOtherShareTheWayToADirectory() {
        assertTrue(IntStream.range(0, 1000).allMatch(line -> Math.abs(directories.away(10, line)
            + directories.away(40, line) - 30) < 1e-9));
    }

    @Test
    void deviationsAreStandard() {
        double[] all = IntStream.range(0, LINES).mapToDouble(line -> directories.deviation(line % 60, line)).toArray();
        assertEquals(0, IntStream.range(0, LINES).mapToDouble(i -> all[i]).average().orElseThrow(), 0.02);
        assertEquals(1, IntStream.range(0, LINES).mapToDouble(i -> all[i] * all[i]).average().orElseThrow(), 0.02);
    }

    @Test
    void theSeedDealsOutTheLines() {
        TagDirectories same = new TagDirectories(machine, 1);
        TagDirectories other = new TagDirectories(machine, 2);
        assertTrue(IntStream.range(0, 1000).allMatch(line -> directories.away(3, line) == same.away(3, line)));
        assertNotEquals(1000, IntStream.range(0, 1000).filter(line -> directories.away(3, line) == other.away(3, line))
            .count());
    }
}
