// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.studies.pointer.Jobs;
import io.shmem4j.studies.reproduce.Row.Label;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
                assertTrue(row.control() == null || laboratory.tries(row.id() + Laboratory.CONTROL), row.id());
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

    /** Texts of a file hold no values but in commands: what they say of other claims comes from the run. */
    @Test
    void numbersInReasonsComeFromTheRun() {
        Pattern place = Pattern.compile("`[^`]*`|(figure|table|section|equation|formula)s? [0-9]+[a-z]?"
            + "( (and|to) [0-9]+[a-z]?)?");
        for (Row row : rows()) {
            String text = row.by() + row.reason();
            String typed = place.matcher(Row.filledIn(text, id -> {
                Paper.row(id);
                return "";
            })).replaceAll("");
            assertFalse(typed.matches(".*[0-9].*"), row.id() + ": " + typed);
            assertEquals("a 4 b", Row.filledIn("a {x} b", id -> "4"));
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
        assertEquals(111, Paper.all().stream().flatMap(paper -> paper.findings().stream())
            .filter(finding -> !finding.extra()).count());
    }

    /** Figures that are tried with other numbers name existing ones, in a file of the simulator or in an experiment. */
    @Test
    void numbersThatTurnClaimsExist() throws IOException {
        Set<String> known = new HashSet<>();
        for (String file : List.of("machine/knc-5110p", "machine/knc-se10p", "machine/scc", "profile/gasnet-memory",
            "profile/mpi-like", "profile/two-sided")) {
            try (Reader text = new InputStreamReader(Laboratory.class.getResourceAsStream("/io/shmem4j/sim/" + file
                + ".json"), StandardCharsets.UTF_8)) {
                paths("", JsonParser.parseReader(text).getAsJsonObject(), known);
            }
        }
        try (Stream<Path> sources = Files.walk(Path.of("src", "main", "java"))) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                Pattern.compile("Change\\.of\\(\"([^\"]+)\"").matcher(Files.readString(source)).results()
                    .forEach(found -> known.add(found.group(1)));
            }
        }
        for (Paper paper : Paper.all()) {
            List<String> numbers = new ArrayList<>(paper.turns());
            paper.rows().forEach(row -> numbers.addAll(row.turns() == null ? List.of() : row.turns()));
            for (String number : numbers) {
                assertTrue(known.contains(number.replaceAll("\\*.*", "")), paper.id() + ": " + number);
            }
            paper.rows().forEach(row -> assertTrue(row.label() == Label.MEASURED_HERE || row.turns() != null
                || !paper.turns().isEmpty(), row.id()));
        }
    }

    private static void paths(String before, JsonObject object, Set<String> all) {
        object.entrySet().forEach(field -> {
            all.add(before + field.getKey());
            if (field.getValue() instanceof JsonObject inner) {
                paths(before + field.getKey() + ".", inner, all);
            }
        });
    }

    /** A claim that changes only with numbers that were chosen for published ones is calibrated. */
    @Test
    void emergentClaimsAreTurnedByNumbersThatNobodyFitted() throws IOException {
        Pattern fitted = Pattern.compile("(softwareUs|portNs|gcmcCycles)\\..*|prefetch.*|rckMpiMessage.*"
            + "|(contention.perReader|call|pointer|reducedNumber)Ns.*|outstandingRequests.*");
        Falsification.read(Path.of("..", "docs", "reproduction")).forEach((claim, turn) ->
            assertFalse(Paper.row(claim).label() == Label.EMERGENT && fitted.matcher(turn.number()).matches(), claim));
    }

    /** Ranges belong to values, not to what a row says besides. */
    @Test
    void rangesStandBesideValues() {
        assertEquals("1.50 (1.00 to 2.00); alone 7", Laboratory.ranged(Result.of(1.5, "%.2f; alone 7", 1.5),
            List.of(Result.of(1), Result.of(2))));
    }

    @Test
    void gainsAreComparedAsTimes() {
        Row gain = Paper.row("reduce.mpi.large");
        assertTrue(gain.met(Result.of(62)));
        assertFalse(gain.met(Result.of(85.1)), "6.7 times for published 2.5 times");
    }

    @Test
    void aMissedDemandIsMissedWhateverItsLabel() {
        Row calibrated = Paper.row("pairs.put");
        assertEquals(Label.CALIBRATED, calibrated.proves(Result.of(60)));
        assertEquals(Label.MISSED, calibrated.proves(Result.of(71)));
        Row most = Paper.row("G3");
        assertEquals(Label.CALIBRATED, most.proves(Result.of(60)));
        assertEquals(Label.MISSED, most.proves(Result.of(62.5)));
        Row emergent = Paper.row("B9");
        assertEquals(Label.MISSED, emergent.proves(Result.of(7.5)));
        assertEquals(Label.EMERGENT, emergent.proves(Result.of(5)));
        Row assumed = Paper.row("B10");
        assertEquals(Label.MISSED, assumed.proves(Result.of(10)));
        assertEquals(Label.ASSUMED, assumed.proves(Result.of(12)));
    }
}
