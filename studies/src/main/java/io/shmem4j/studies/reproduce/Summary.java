// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.studies.reproduce.Row.Label;
import io.shmem4j.studies.reproduce.Standing.Extent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The main page of a folder: headlines, papers, figures, labels, omissions and missed claims. */
record Summary(Path folder, Standing standing) {
    private static final String HEAD = """
        # Figures of papers, made again

        `./oshrun reproduce list` names all figures, `./oshrun reproduce all` makes them and these pages, and
        `./oshrun reproduce list --missed` prints the claims that miss. [Runs](runs.md) has the machine and the time of
        each figure. Simulated figures come out again byte for byte, those of a host are of one machine on one day.
        The counts on this page are computed from the claims.

        ## Headlines

        """;

    void write() throws IOException {
        StringBuilder text = new StringBuilder(HEAD);
        List<Row> headlines = Paper.all().stream().flatMap(this::headlines).toList();
        text.append(headlines.stream().filter(row -> standing.proves(row) != Label.MISSED).count()).append(" of ")
            .append(headlines.size()).append(" come out; the verdict says what that [proves](#labels): ")
            .append(Label.counts(standing.counts(headlines))).append(".\n\n");
        text.append(Pages.table(List.of("paper", "says", "published", "on", "here", "our demand", "verdict"),
            Paper.all().stream().flatMap(paper -> headlines(paper).map(row -> List.of(link(paper), row.headline(),
                row.published(), paper.machine() + (row.chip().isEmpty() ? "" : ", " + row.chip()),
                standing.result(row).text(), row.demanded(), standing.proves(row).words())))));
        Paper.all().stream().filter(paper -> !paper.beside().isEmpty() && headlines(paper).findAny().isPresent())
            .forEach(paper -> text.append('\n').append(Row.filledIn(paper.beside(), standing::text)).append('\n'));
        papers(text);
        figures(text);
        text.append("\n## Labels\n\nA label says what agreement with the paper proves.\n\n");
        text.append(Pages.table(List.of("label", "it proves"), Stream.of(Label.values())
            .map(label -> List.of(label.words(), label.proves()))));
        lists(text);
        Files.writeString(folder.resolve("README.md"), text);
    }

    private Stream<Row> tried(Paper paper) {
        return paper.rows().stream().filter(standing::tried);
    }

    private Stream<Row> headlines(Paper paper) {
        return tried(paper).filter(row -> !row.headline().isEmpty());
    }

    private static String link(Paper paper) {
        return "[" + paper.name() + "](" + paper.id() + ".md)";
    }

    private void papers(StringBuilder text) {
        List<Label> labels = List.of(Label.values());
        text.append("\n## Papers\n\nClaims by what they prove:\n\n");
        text.append(Pages.table(Stream.concat(Stream.of("paper", "claims"), labels.stream().map(Label::words)).toList(),
            Stream.concat(Paper.all().stream().filter(paper -> tried(paper).findAny().isPresent())
                .map(paper -> claims(link(paper), paper.rows())),
                Stream.of(claims("all", Paper.all().stream().flatMap(paper -> paper.rows().stream()).toList())))));
        text.append("\nEverything that a paper shows or says, counted one by one: it comes out if all of its claims"
            + " hold.\n\n");
        findings(text, false);
        bases(text);
        text.append("\nAnd what is beside that:\n\n");
        findings(text, true);
    }

    private List<String> claims(String name, List<Row> rows) {
        Map<Label, Integer> counts = standing.counts(rows);
        return Stream.concat(Stream.of(name, String.valueOf(rows.stream().filter(standing::tried).count())),
            Stream.of(Label.values()).map(label -> String.valueOf(counts.getOrDefault(label, 0)))).toList();
    }

    private void findings(StringBuilder text, boolean extra) {
        Map<String, List<Extent>> extents = new LinkedHashMap<>();
        for (Paper paper : Paper.all()) {
            List<Extent> own = paper.findings().stream().filter(finding -> finding.extra() == extra)
                .map(standing::extent).filter(Objects::nonNull).toList();
            if (!own.isEmpty()) {
                extents.put(link(paper), own);
            }
        }
        extents.put("all", extents.values().stream().flatMap(List::stream).toList());
        text.append(Pages.table(Stream.concat(Stream.of("paper", "results"), Stream.of(Extent.values())
            .map(Extent::words)).toList(), extents.entrySet().stream().map(own -> counted(own.getKey(),
                own.getValue()))));
    }

    /** Adds the number of reproduced findings by their strongest label. */
    private void bases(StringBuilder text) {
        List<Paper.Finding> out = Paper.all().stream().flatMap(paper -> paper.findings().stream())
            .filter(finding -> !finding.extra() && standing.extent(finding) == Extent.COMES_OUT).toList();
        Map<Label, Long> bases = out.stream().filter(finding -> !finding.claims().isEmpty()).collect(
            Collectors.groupingBy(standing::best, TreeMap::new, Collectors.counting()));
        text.append("\nOf those that come out, ").append(out.stream().filter(finding -> finding.claims().isEmpty())
            .count()).append(" are shown and have no claim; the others by the best of their claims: ")
            .append(bases.entrySet().stream().map(base -> base.getValue() + " " + base.getKey().words())
            .collect(Collectors.joining(", "))).append(".\n");
    }

    private static List<String> counted(String name, List<Extent> extents) {
        return Stream.concat(Stream.of(name, String.valueOf(extents.size())), Stream.of(Extent.values())
            .map(extent -> String.valueOf(Collections.frequency(extents, extent)))).toList();
    }

    private void figures(StringBuilder text) {
        text.append("\n## Figures\n\n");
        text.append(Pages.table(List.of("figure", "of", "shows", "claims"), Paper.all().stream().flatMap(paper ->
            paper.figures().stream().filter(item -> standing.outcome(item.id()) != null).map(item -> List.of(
                "[" + item.id() + "](" + item.id() + ".svg)", paper.name() + ", " + item.number(), item.shows(),
                Label.counts(standing.counts(paper.rows(item.id()))))))));
    }

    private void lists(StringBuilder text) {
        text.append("\n## Left\n\n");
        for (Paper paper : Paper.all()) {
            for (Paper.Finding finding : paper.findings()) {
                Extent extent = standing.extent(finding);
                if (extent == Extent.IN_PART || extent == Extent.NOT_MADE) {
                    text.append("- ").append(paper.name()).append(", ").append(finding.what()).append(": ")
                        .append(extent.words()).append("; ").append(Pages.cell(finding.left())).append(".\n");
                }
            }
        }
        text.append("\n## Missed\n\n");
        standing.missed(Paper.all().stream()).forEach(miss -> text.append("- ").append(Pages.cell(miss)).append('\n'));
    }
}
