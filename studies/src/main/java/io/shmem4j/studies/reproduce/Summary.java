// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.studies.reproduce.Row.Label;
import io.shmem4j.studies.reproduce.Standing.Extent;
import io.shmem4j.studies.reproduce.Standing.Part;
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

        All claims of a result that comes out hold. *Extra*: remarks and repetitions; a headline
        that no result stands for is only above.

        """;
    private static final String END = """

        *Fed in* is an input, *by construction* the model's structure; *assumed* rests on a number or a reading without
        a source, *calibrated* on a fitted number ([free numbers](free-numbers.md)). "Up to" allows a tenth of the
        published number, and a mean gain (IS and SP, 13 and 17 %) a factor of 1.5. "Very close", "little"
        and "overlap" allow 5 %.

        `./oshrun reproduce all` makes the pages byte for byte. [Chips of your
        own](../how-to/simulate-your-chip.md) are files.
        """;

    void write() throws IOException {
        List<Row> headlines = rows(row -> !row.headline().isEmpty());
        StringBuilder text = new StringBuilder("# Figures of five papers, made again\n\n").append(bases())
            .append(PAPERS).append(Pages.table(List.of("paper", "says", "here", "verdict"), Paper.all().stream()
                .flatMap(paper -> headlines.stream().filter(paper.rows()::contains).map(row -> List.of(link(paper, ""),
                    row.headline(), row.sentence(standing.result(row)), verdict(row))))));
        text.append("\nOf ").append(headlines.size()).append(", ")
            .append(headlines.stream().filter(this::holds).count())
            .append(" hold that are neither inputs nor the model's structure. All ").append(headlines.size())
            .append(": ").append(counted(headlines.stream().map(this::verdict)))
            .append(". Causes: *the paper* contradicts itself, software of *others* is unknown, "
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

    private static String link(Paper paper, String more) {
        return "[" + paper.name().split(" ")[0] + more + "](" + paper.id() + ".md)";
    }

    private String verdict(Row row) {
        Label label = standing.proves(row);
        return row.met(standing.result(row)) ? row.partly() ? "in part" : label.words()
            : label.words() + ": " + row.cause();
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
        List<Row> claims = rows(row -> standing.proves(row) == Label.UNREACHABLE);
        List<Paper.Finding> codes = Paper.all().stream().flatMap(paper -> paper.findings().stream())
            .filter(Paper.Finding::unreachable).toList();
        String parts = Stream.of(Part.values()).map(part -> Collections.frequency(extents(part), Extent.UNREACHABLE)
            + " " + part.words()).collect(Collectors.joining(", "));
        return "# What can't be reached\n\nThe paper contradicts these " + claims.size()
            + " claims or does not explain them, or they are of code that is not published; the last " + codes.size()
            + " entries need the authors' machine. `./oshrun reproduce list` counts them apart. Unreachable"
            + " by them are " + parts
            + ". A result can have several of them; one that misses another claim, too, counts as missed.\n\n"
            + claims.stream().map(row -> "- `" + row.id() + "`: " + row.what() + ", published " + row.published()
                + ": " + row.reason() + ".\n").collect(Collectors.joining())
            + codes.stream().map(one -> "- " + one.what() + ": " + one.left() + ".\n").collect(Collectors.joining());
    }

    private List<Extent> extents(Part part) {
        return Paper.all().stream().flatMap(paper -> standing.extents(paper, part).stream()).toList();
    }

    private List<List<String>> counts() {
        List<List<String>> lines = new ArrayList<>();
        for (Paper paper : Paper.all()) {
            lines.add(counted(link(paper, paper.title().substring(paper.title().lastIndexOf(','))),
                standing.extents(paper, Part.RESULT)));
        }
        lines.add(counted("all", extents(Part.RESULT)));
        lines.add(counted("extra", extents(Part.EXTRA)));
        return lines;
    }

    private static List<String> counted(String name, List<Extent> extents) {
        return Stream.concat(Stream.of(name, String.valueOf(extents.size())), Stream.of(Extent.values())
            .map(extent -> String.valueOf(Collections.frequency(extents, extent)))).toList();
    }

    /** {@return the result of all papers in a sentence, by the weakest labels of what comes out} */
    private String bases() {
        List<Extent> all = extents(Part.RESULT);
        Map<Label, Long> bases = Paper.all().stream().flatMap(paper -> paper.findings().stream())
            .filter(finding -> !finding.extra() && standing.extent(finding) == Extent.COMES_OUT)
            .collect(Collectors.groupingBy(standing::weakest, TreeMap::new, Collectors.counting()));
        long inputs = bases.getOrDefault(Label.FED_IN, 0L) + bases.getOrDefault(Label.BY_CONSTRUCTION, 0L);
        long out = bases.values().stream().mapToLong(Long::longValue).sum();
        return "Of " + all.size() + " results, " + out + " come out: " + inputs + " are inputs or the structure of the"
            + " model, " + (out - inputs - bases.getOrDefault(Label.EMERGENT, 0L)) + " rest on fitted"
            + " or unsourced numbers and readings, " + bases.getOrDefault(Label.EMERGENT, 0L) + " emerge. "
            + Collections.frequency(all, Extent.IN_PART) + " come out in part, " + Collections.frequency(all,
                Extent.MISSED) + " miss, " + Collections.frequency(all, Extent.UNREACHABLE)
            + " [can't be reached](unreachable.md), and " + (Collections.frequency(all, Extent.IMPLEMENTED)
                + Collections.frequency(all, Extent.NOT_MADE)) + " are not compared.\n\nFigures are compared with"
            + " sentences and tables: the texts had no plots.\n";
    }
}
