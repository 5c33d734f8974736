// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.studies.pointer.JobsAhead;
import io.shmem4j.studies.reproduce.Row.Label;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The table of figures and claims against what makes them. */
class TableOfFiguresTest {
    private static List<Row> rows() {
        return Paper.all().stream().flatMap(paper -> paper.rows().stream()).toList();
    }

    private static Row row(String id) {
        return rows().stream().filter(row -> row.id().equals(id)).findFirst().orElseThrow();
    }

    @Test
    void everyFigureCanBeMadeAndEveryClaimChecked() {
        Laboratory laboratory = Laboratory.whole(new JobsAhead(System.err, false), System.err, 1);
        Set<String> ids = new HashSet<>();
        for (Paper paper : Paper.all()) {
            for (Paper.Item item : paper.figures()) {
                assertTrue(ids.add(item.id()), item.id());
                assertTrue(item.id().startsWith(paper.id() + "-"), item.id());
                assertTrue(laboratory.makes(item.id()), item.id());
            }
            for (Row row : paper.rows()) {
                assertTrue(laboratory.tries(row.id()), row.id());
                assertTrue(paper.figures().stream().anyMatch(item -> item.id().equals(row.figure())), row.id());
            }
        }
        assertEquals(rows().size(), rows().stream().map(Row::id).distinct().count());
    }

    /** Who calibrates says what to which published number, and what could not be otherwise says why. */
    @Test
    void labelsThatReproduceNothingSayWhy() {
        for (Row row : rows()) {
            assertFalse(row.label() == Label.MISSED, row.id() + " is missed before it was tried");
            if (row.label() == Label.CALIBRATED || row.label() == Label.BY_CONSTRUCTION) {
                assertFalse(row.by().isEmpty(), row.id());
            }
        }
    }

    @Test
    void aMissedDemandIsMissedWhateverItsLabel() {
        Row calibrated = row("pairs.put");
        assertEquals(Label.CALIBRATED, calibrated.proves(Result.of(60)));
        assertEquals(Label.MISSED, calibrated.proves(Result.of(71)));
        Row most = row("G3");
        assertEquals(Label.CALIBRATED, most.proves(Result.of(60)));
        assertEquals(Label.MISSED, most.proves(Result.of(62.5)));
        Row least = row("G2");
        assertEquals(Label.MISSED, least.proves(Result.of(1.16)));
        assertEquals(Label.EMERGENT, least.proves(Result.of(1.18)));
    }
}
