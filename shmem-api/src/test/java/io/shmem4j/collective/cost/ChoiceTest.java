// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.collective.cost.CostSection.LineCosts;
import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.collective.cost.CostTable.Malformed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fastest algorithms of small tables. */
class ChoiceTest {
    private static final LineCosts LINE = new LineCosts(1, 50, 90, 10, 5);

    private static CostRow row(ReduceAlgorithm algorithm, int pes, long... bytesAndNanos) {
        long[] bytes = new long[bytesAndNanos.length / 2];
        long[] nanos = new long[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = bytesAndNanos[2 * i];
            nanos[i] = bytesAndNanos[2 * i + 1];
        }
        return new CostRow(Operation.REDUCE_DIRECT, algorithm.ordinal(), pes, bytes, nanos);
    }

    private static CostSection section(Load load, CostRow... rows) {
        return new CostSection("shm", load, LINE, 1000, List.of(rows));
    }

    private static String choice(int pes, CostRow... rows) {
        return section(Load.OWN, rows).choice(Operation.REDUCE_DIRECT, pes).describe(Operation.REDUCE_DIRECT);
    }

    @Test
    void theFasterOneTakesOverWhereTheCurvesMeet() {
        CostRow flat = row(ReduceAlgorithm.FLAT, 2, 16, 100, 256, 400, 4096, 4000);
        CostRow blocks = row(ReduceAlgorithm.BLOCKS, 2, 16, 400, 256, 400, 4096, 1000);
        assertEquals("flat, from 257 blocks", choice(2, flat, blocks));
        CostRow late = row(ReduceAlgorithm.BLOCKS, 2, 16, 400, 256, 800, 4096, 2000);
        Choice choice = section(Load.OWN, flat, late).choice(Operation.REDUCE_DIRECT, 2);
        long at = 256;
        while (choice.at(at) == ReduceAlgorithm.FLAT.ordinal()) {
            at++;
        }
        assertTrue(flat.at(at - 2) <= late.at(at - 2), "left of " + at);
        assertTrue(flat.at(at + 1) >= late.at(at + 1), "right of " + at);
        assertEquals(ReduceAlgorithm.FLAT.ordinal(), choice.at(1));
        assertEquals(ReduceAlgorithm.BLOCKS.ordinal(), choice.at(Long.MAX_VALUE));
    }

    /** The second one would begin and end at 8 bytes, and a job could not read its own table. */
    @Test
    void eachTakesOverBehindTheOneBefore() {
        assertEquals("flat, from 8 tree, from 9 blocks", choice(2,
            row(ReduceAlgorithm.FLAT, 2, 4, 100, 8, 200, 16, 800),
            row(ReduceAlgorithm.TREE, 2, 4, 190, 8, 193, 16, 400),
            row(ReduceAlgorithm.BLOCKS, 2, 4, 400, 8, 194, 16, 300)));
    }

    @Test
    void aHairIsNoReasonToChange() {
        assertEquals("flat", choice(2, row(ReduceAlgorithm.FLAT, 2, 4, 100, 64, 200),
            row(ReduceAlgorithm.TREE, 2, 4, 101, 64, 199)));
        assertEquals("flat", choice(2, row(ReduceAlgorithm.FLAT, 2, 4, 100), row(ReduceAlgorithm.TREE, 2, 4, 100)));
    }

    @Test
    void timesBetweenMeasuredNumbersOfPesAreInterpolated() {
        CostRow[] rows = {row(ReduceAlgorithm.FLAT, 2, 4, 100), row(ReduceAlgorithm.FLAT, 32, 4, 1600),
            row(ReduceAlgorithm.TREE, 2, 4, 300), row(ReduceAlgorithm.TREE, 32, 4, 600)};
        assertEquals("flat", choice(2, rows));
        assertEquals("flat", choice(8, rows));
        assertEquals("tree", choice(16, rows));
        assertEquals("tree", choice(32, rows));
        assertEquals("tree", choice(1024, rows));
    }

    @Test
    void treesAreFlatterWhereEveryLevelWaitsForACore() {
        assertTrue(section(Load.OWN).level(8, 1) > 2 * section(Load.OWN).level(2, 1));
        assertTrue(section(Load.SHARED).level(8, 2) < 2 * section(Load.SHARED).level(2, 2));
        assertEquals(section(Load.SHARED).level(8, 2) + 30 * 1000, section(Load.SHARED).level(8, 32));
        assertEquals(section(Load.OWN).round(1) + 1000, section(Load.SHARED).round(1));
    }

    @Test
    void aTableGivesTheNearestSection() {
        CostTable table = new CostTable("f", 2, "m", List.of(section(Load.SHARED), section(Load.OWN)));
        assertEquals(Load.OWN, table.section("shm", Load.OWN).load());
        assertEquals(Load.SHARED, table.section("sim", Load.OWN).load());
        assertTrue(table.knows("shm") && !table.knows("sim"));
    }

    /** Rows up to the number of PEs and each algorithm's next row, because times are interpolated between rows. */
    @Test
    void aJobIsGivenNoMoreThanItsGroupsAskFor() {
        CostRow[] flat = {row(ReduceAlgorithm.FLAT, 2, 4, 1), row(ReduceAlgorithm.FLAT, 8, 4, 1),
            row(ReduceAlgorithm.FLAT, 16, 4, 1), row(ReduceAlgorithm.FLAT, 32, 4, 1)};
        CostRow tree = row(ReduceAlgorithm.TREE, 32, 4, 1);
        CostRow scan = new CostRow(Operation.SCAN, 1, 64, new long[] {4}, new long[] {1});
        CostSection section = section(Load.OWN, flat[0], flat[1], flat[2], flat[3], tree, scan);
        assertEquals(List.of(flat[0], tree, scan), section.upTo(2).rows());
        assertEquals(List.of(flat[0], flat[1], tree, scan), section.upTo(3).rows());
        assertEquals(List.of(flat[0], flat[1], tree, scan), section.upTo(8).rows());
        assertEquals(List.of(flat[0], flat[1], flat[2], flat[3], tree, scan), section.upTo(17).rows());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "none | f:2: algorithm: reduce-direct has no 'none'",
        "auto | f:2: algorithm: reduce-direct has no 'auto'",
        "flat 10 | f:2: algorithm: is missing",
        "flat ring | f:2: length: 'ring' is not a whole number",
        "flat 10 ring 10 flat | f:2: length: lengths must grow, which 10 does not"})
    void refusesWhatIsNoChoice(String words, String problem) {
        String text = "shmem4j-costs 2\nchoice reduce-direct 4 " + words + "\nsection shm own\n";
        assertEquals(problem, assertThrows(Malformed.class,
            () -> CostTableReader.choice("f", text, Operation.REDUCE_DIRECT, 4)).getMessage());
    }

    /** A job's table has less than the whole: its groups must choose alike by both. */
    @Test
    void whatAJobIsGivenIsAllThatItsGroupsAskFor() {
        for (CostSection whole : CostTables.builtIn().sections()) {
            for (int pes : new int[] {2, 3, 4, 5, 16, 17, 100}) {
                CostTable ofJob = new CostTable("", 2, "m", List.of(whole.upTo(pes)));
                String text = CostTableWriter.ofJob(ofJob, pes);
                for (Operation operation : Operation.values()) {
                    assertEquals(whole.choice(operation, pes).describe(operation),
                        CostTableReader.choice("f", text, operation, pes).describe(operation));
                    assertNull(CostTableReader.choice("f", text, operation, pes + 1));
                    CostSection read = CostTableReader.read("f", text, operation).sections().getFirst();
                    for (int size = 2; size <= pes; size++) {
                        assertEquals(whole.choice(operation, size).describe(operation),
                            read.choice(operation, size).describe(operation), operation + " of " + size);
                    }
                }
            }
        }
    }
}
