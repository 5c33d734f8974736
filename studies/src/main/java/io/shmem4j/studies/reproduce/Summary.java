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
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The first page of a folder, with headlines and results of all papers, and the list of what can't be reached. */
record Summary(Path folder, Standing standing) {
    private static final String PAPERS = """

        ## Headlines

        """;
    private static final String EXTENTS = """

        ## Results

        All claims of a result that comes out hold. *Extra*: remarks and repetitions.

        """;
    private static final String END = """

        *Fed in* is an input, *by construction* the model's structure; *assumed* and *calibrated* rest on a number
        without a source or a fitted one ([free numbers](free-numbers.md)). "Up to" allows a tenth: of a factor, or ten
        points of a percentage. "Very close", "little" and "overlap" allow 5 %.

        `./oshrun reproduce all` makes the pages byte for byte. [Chips of your
        own](../how-to/simulate-your-chip.md) are files.
        """;

    void write() throws IOException {
        List<Row> headlines = rows(row -> !row.headline().isEmpty());
        StringBuilder text = new StringBuilder("# Figures of five papers, made again\n\n").append(bases())
            .append(PAPERS).append(Pages.table(List.of("paper", "says", "here", "verdict"), Paper.all().stream()
                .flatMap(paper -> headlines.stream().filter(paper.rows()::contains).map(row -> List.of(link(paper),
                    row.headline(), row.sentence(standing.result(row)), verdict(row))))));
        text.append("\nOf ").append(headlines.size()).append(", ")
            .append(headlines.stream().filter(this::holds).count()).append(" hold without inputs: ")
            .append(counted(headlines.stream().map(this::verdict)))
            .append(". Misses: *the paper* contradicts itself, software of *others* is unknown, "
                + "*the model* lacks it.\n")
            .append(EXTENTS).append(Pages.table(Stream.concat(Stream.of("paper", "results"),
                Stream.of(Extent.values()).map(Extent::words)).toList(), counts().stream())).append(END);
        Files.writeString(folder.resolve("README.md"), text);
        Files.writeString(folder.resolve("unreachable.md"), unreachable());
    }

    private List<Row> rows(Function<Row, Boolean> accepted) {
        return Paper.all().stream().flatMap(paper -> paper.rows().stream()).filter(standing::tried)
            .filter(accepted::apply).toList();
    }

    private static String link(Paper paper) {
        return "[" + paper.name().split(" ")[0] + "](" + paper.id() + ".md)";
    }

    private String verdict(Row row) {
        Label label = standing.proves(row);
        return row.met(standing.result(row)) ? row.partly() ? "in part" : label.words() : "missed: " + row.cause();
    }

    private boolean holds(Row row) {
        return row.met(standing.result(row)) && !row.partly() && row.label() != Label.FED_IN
            && row.label() != Label.BY_CONSTRUCTION;
    }

    private static String counted(Stream<String> words) {
        Map<String, Long> counts = words.collect(Collectors.groupingBy(word -> word, TreeMap::new,
            Collectors.counting()));
        return counts.entrySet().stream().map(count -> count.getValue() + " " + count.getKey())
            .collect(Collectors.joining(", "));
    }

    private String unreachable() {
        return "# What can't be reached\n\nNo model of this kind meets these claims; `./oshrun reproduce list` counts"
            + " them apart.\n\n" + rows(row -> standing.proves(row) == Label.UNREACHABLE).stream().map(row -> "- `"
                + row.id() + "`: " + row.what() + ", published " + row.published() + ": " + row.reason() + ".\n")
                .collect(Collectors.joining())
            + Paper.all().stream().flatMap(paper -> paper.findings().stream()).filter(Paper.Finding::unreachable)
                .map(one -> "- " + one.what() + ": " + one.left() + ".\n").collect(Collectors.joining());
    }

    private List<List<String>> counts() {
        List<List<String>> lines = new ArrayList<>();
        for (boolean extra : new boolean[] {false, true}) {
            List<Extent> all = new ArrayList<>();
            for (Paper paper : Paper.all()) {
                all.addAll(standing.extents(paper, extra));
                if (!extra) {
                    lines.add(counted("[" + paper.title().replaceFirst("^.*? and [^,]+, ", "") + "]("
                        + paper.id() + ".md)", standing.extents(paper, false)));
                }
            }
            lines.add(counted(extra ? "extra" : "all", all));
        }
        return lines;
    }

    private static List<String> counted(String name, List<Extent> extents) {
        return Stream.concat(Stream.of(name, String.valueOf(extents.size())), Stream.of(Extent.values())
            .map(extent -> String.valueOf(Collections.frequency(extents, extent)))).toList();
    }

    /** {@return the result of all papers in a sentence, by the weakest labels of what comes out} */
    private String bases() {
        List<Extent> all = Paper.all().stream().flatMap(paper -> standing.extents(paper, false).stream()).toList();
        Map<Label, Long> bases = Paper.all().stream().flatMap(paper -> paper.findings().stream())
            .filter(finding -> !finding.extra() && standing.extent(finding) == Extent.COMES_OUT)
            .collect(Collectors.groupingBy(standing::weakest, TreeMap::new, Collectors.counting()));
        long inputs = bases.getOrDefault(Label.FED_IN, 0L) + bases.getOrDefault(Label.BY_CONSTRUCTION, 0L);
        long out = bases.values().stream().mapToLong(Long::longValue).sum();
        return "Of " + all.size() + " results, " + out + " come out: " + inputs + " are inputs or the structure of the"
            + " model, " + (out - inputs - bases.getOrDefault(Label.EMERGENT, 0L)) + " rest on fitted or unsourced"
            + " numbers, " + bases.getOrDefault(Label.EMERGENT, 0L) + " emerge. "
            + Collections.frequency(all, Extent.IN_PART) + " come out in part, " + Collections.frequency(all,
                Extent.MISSED) + " miss, " + Collections.frequency(all, Extent.UNREACHABLE)
            + " [can't be reached](unreachable.md), and " + (Collections.frequency(all, Extent.IMPLEMENTED)
                + Collections.frequency(all, Extent.NOT_MADE)) + " are not compared.\n\nFigures are compared with"
            + " sentences and tables: the texts had no plots.\n";
    }
}
