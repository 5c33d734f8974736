// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.studies.reproduce.Row.Label;
import io.shmem4j.studies.reproduce.Standing.Extent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The first page of a folder: headlines of the papers, and how much of each comes out. */
record Summary(Path folder, Standing standing) {
    private static final String HEAD = """
        # Figures of papers, made again

        The texts of five papers were at hand, no plots: figures are compared with sentences and tables.
        Four machines are simulated: the Xeon Phi, the SCC, and Putigny's Xeon E5 and Opteron. `./oshrun reproduce all`
        makes all figures and pages; simulated ones come out again byte for byte.

        ## What abstracts, introductions and conclusions say

        """;
    private static final String LABELS = """

        An agreement that is *fed in* or *by construction* proves nothing; one that is *assumed* or *calibrated* rests
        on a number without a source or on a fitted one, see the [free numbers](free-numbers.md). *Emergent* is what
        could have missed without any such number:\s""";
    private static final String EXTENTS = """

        ## What figures, tables and sections say

        A result comes out if all of its claims hold. *Implemented* has code and no number to compare.

        """;

    void write() throws IOException {
        List<Row> rows = Paper.all().stream().flatMap(paper -> paper.rows().stream()).filter(standing::tried).toList();
        StringBuilder text = new StringBuilder(HEAD).append(Pages.table(List.of("paper", "said", "published", "here",
            "verdict"), Paper.all().stream().flatMap(paper -> paper.rows().stream().filter(row -> standing.tried(row)
                && !row.headline().isEmpty()).map(row -> List.of(link(paper), row.headline(), row.published(),
                    standing.result(row).text(), standing.proves(row).words())))));
        text.append(LABELS).append(rows.stream().filter(row -> standing.proves(row) == Label.EMERGENT)
            .map(row -> "`" + row.id() + "`").collect(Collectors.joining(", ", "", ".\n")));
        text.append(EXTENTS).append(Pages.table(Stream.concat(Stream.of("paper", "results"), Stream.of(Extent.values())
            .map(Extent::words)).toList(), counts().stream()));
        text.append(bases()).append("\nClaims: ").append(Label.counts(standing.counts(rows))).append(".\n");
        Files.writeString(folder.resolve("README.md"), text);
    }

    private static String link(Paper paper) {
        return "[" + paper.name() + "](" + paper.id() + ".md)";
    }

    private Stream<Paper.Finding> findings(Paper paper) {
        return paper.findings().stream().filter(finding -> !finding.extra());
    }

    private List<List<String>> counts() {
        List<List<String>> lines = new ArrayList<>();
        List<Extent> all = new ArrayList<>();
        for (Paper paper : Paper.all()) {
            List<Extent> own = findings(paper).map(standing::extent).filter(Objects::nonNull).toList();
            all.addAll(own);
            lines.add(counted(link(paper), own));
        }
        lines.add(counted("all", all));
        return lines;
    }

    private static List<String> counted(String name, List<Extent> extents) {
        return Stream.concat(Stream.of(name, String.valueOf(extents.size())), Stream.of(Extent.values())
            .map(extent -> String.valueOf(Collections.frequency(extents, extent)))).toList();
    }

    /** {@return a sentence on findings that come out, by the weakest labels of their claims} */
    private String bases() {
        Map<Label, Long> bases = Paper.all().stream().flatMap(this::findings)
            .filter(finding -> standing.extent(finding) == Extent.COMES_OUT)
            .collect(Collectors.groupingBy(standing::weakest, TreeMap::new, Collectors.counting()));
        return "\nThose that come out, by the weakest of their claims: " + bases.entrySet().stream()
            .map(base -> base.getValue() + " " + base.getKey().words()).collect(Collectors.joining(", ")) + ".\n";
    }
}
