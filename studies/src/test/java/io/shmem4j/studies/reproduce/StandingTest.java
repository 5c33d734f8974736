// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.shmem4j.studies.reproduce.Row.Label;
import io.shmem4j.studies.reproduce.Standing.Extent;
import io.shmem4j.studies.reproduce.Standing.Outcome;
import io.shmem4j.studies.reproduce.Standing.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results of a folder, and what findings make of them. */
class StandingTest {
    @TempDir
    private Path folder;

    /** An interrupted run leaves a part of a file; its figures are made again. */
    @ParameterizedTest
    @ValueSource(strings = {"", "{\"petrovic-fig8a\": {\"iterations\": 0, \"tit"})
    void aPartOfAFileHasNoFigures(String text) throws IOException {
        Files.writeString(folder.resolve("results.json"), text);
        assertNull(Standing.of(folder).outcome("petrovic-fig8a"));
    }

    /** A finding is as good as its weakest claim, and a part that is left out excuses no miss. */
    @ParameterizedTest
    @CsvSource({"0.5, '', COMES_OUT", "0.5, 'a plot', IN_PART", "1.5, '', MISSED", "1.5, 'a plot', MISSED"})
    void allClaimsOfAFindingHaveToHold(double faster, String left, Extent extent) throws IOException {
        Standing.of(folder).add("petrovic-fig8a", new Outcome(0, "", List.of(), Map.of("B12", Result.of(16.6), "B20",
            Result.of(faster))));
        Standing standing = Standing.of(folder);
        Paper.Finding finding = new Paper.Finding("", List.of("B20", "B12"), "", left, false, false);
        assertEquals(extent, standing.extent(finding));
        assertEquals(Label.FED_IN, standing.weakest(finding));
    }

    @Test
    void codeWithoutANumberIsImplemented() throws IOException {
        Standing standing = Standing.of(folder);
        assertEquals(Extent.IMPLEMENTED, standing.extent(new Paper.Finding("", null, "a class", "", false, false)));
        assertEquals(Extent.UNREACHABLE, standing.extent(new Paper.Finding("", null, "", "a JIT", false, true)));
        assertEquals(Extent.NOT_MADE, standing.extent(new Paper.Finding("", null, "", "no counters", false, false)));
        assertNull(standing.extent(new Paper.Finding("", List.of("B12"), "", "", false, false)));
    }

    /** A headline that no result stands for is among the headlines only. */
    @Test
    void headlinesAreNoExtras() throws IOException {
        Paper kohler = Paper.all().stream().filter(paper -> paper.id().equals("kohler")).findFirst().orElseThrow();
        Standing standing = Standing.of(folder);
        List<Extent> extras = standing.extents(kohler, Part.EXTRA);
        standing.add("kohler-fig10", new Outcome(0, "", List.of(), Map.of("G8", Result.of(31.5))));
        assertEquals(List.of(Extent.UNREACHABLE), standing.extents(kohler, Part.HEADLINE));
        assertEquals(extras, standing.extents(kohler, Part.EXTRA));
    }

    /** The committed pages say what their results and the published numbers give. */
    @Test
    void pagesFollowTheirResults() throws IOException {
        Path pages = Path.of("..", "docs", "reproduction");
        try (Stream<Path> files = Files.list(pages)) {
            for (Path file : files.filter(one -> one.toString().matches(".*(csv|json)")).toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        Standing standing = Standing.of(folder);
        new Summary(folder, standing).write();
        for (Paper paper : Paper.all()) {
            new Pages(folder, standing).write(paper);
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".md")).toList()) {
                assertEquals(Files.readString(pages.resolve(file.getFileName())), Files.readString(file),
                    file.getFileName() + ": run ./oshrun reproduce with a figure of its paper again");
            }
        }
    }

    /** Every seed has to meet a demand. */
    @ParameterizedTest
    @CsvSource({"G1, 20, 20, true", "G1, 20, 19, false"})
    void seedsCount(String claim, int tries, int met, boolean holds) {
        Row row = Paper.row(claim);
        assertEquals(holds, row.met(new Result(row.lo(), "", tries, met)));
    }

    @Test
    void aResultsTextMayContainPercents() {
        assertEquals("14.2 %, 3.2 %", Result.of(1, "14.2 %, 3.2 %").text());
        assertEquals("2 of 3 %", Result.of(1, "%d of %d %%", 2, 3).text());
    }
}
