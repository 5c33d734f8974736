// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.studies.pointer.Jobs;
import io.shmem4j.studies.reproduce.Row.Label;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The table of figures and claims against what makes them. */
class TableOfFiguresTest {
    private static List<Row> rows() {
        return Paper.all().stream().flatMap(paper -> paper.rows().stream()).toList();
    }

    @Test
    void everyFigureCanBeMadeAndEveryClaimChecked() {
        Laboratory laboratory = new Laboratory(MeshMachine.load("scc"), new Jobs(System.err), System.err,
            Laboratory.Effort.of(1));
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

    /**
     * A calibrated figure names the value and the published number; a value that could not be otherwise has its reason.
     */
    @Test
    void labelsThatReproduceNothingSayWhy() {
        for (Row row : rows()) {
            assertFalse(row.label() == Label.MISSED, row.id() + " is missed before it was tried");
            if (EnumSet.of(Label.CALIBRATED, Label.BY_CONSTRUCTION, Label.ASSUMED).contains(row.label())) {
                assertFalse(row.by().isEmpty(), row.id());
            }
        }
    }

    /**
     * Statements of a paper stand on claims that exist, or name where they are shown, or what is left; what a claim
     * says of a paper belongs to one of them.
     */
    @Test
    void findingsStandOnClaims() {
        for (Paper paper : Paper.all()) {
            for (Paper.Finding finding : paper.findings()) {
                finding.claims().forEach(Paper::row);
                assertTrue(finding.made() || !finding.left().isEmpty(), finding.what());
            }
            List<String> claims = paper.findings().stream().flatMap(finding -> finding.claims().stream()).toList();
            assertTrue(claims.isEmpty() || paper.rows().stream().allMatch(row -> claims.contains(row.id())
                || row.published().equals("-")), paper.id());
        }
    }

    @Test
    void aMissedDemandIsMissedWhateverItsLabel() {
        Row calibrated = Paper.row("pairs.put");
        assertEquals(Label.CALIBRATED, calibrated.proves(Result.of(60)));
        assertEquals(Label.MISSED, calibrated.proves(Result.of(71)));
        Row most = Paper.row("G3");
        assertEquals(Label.CALIBRATED, most.proves(Result.of(60)));
        assertEquals(Label.MISSED, most.proves(Result.of(70.5)));
        Row below = Paper.row("B15");
        assertEquals(Label.MISSED, below.proves(Result.of(30.5)));
        assertEquals(Label.CALIBRATED, below.proves(Result.of(20)));
        Row assumed = Paper.row("K6");
        assertEquals(Label.MISSED, assumed.proves(Result.of(7)));
        assertEquals(Label.CALIBRATED, assumed.proves(Result.of(10)));
    }
}
