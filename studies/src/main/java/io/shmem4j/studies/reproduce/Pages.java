// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.studies.reproduce.Row.Label;
import io.shmem4j.studies.reproduce.Standing.Extent;
import io.shmem4j.studies.reproduce.Standing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Pages with the pictures of a folder: one for each paper, in its order. */
record Pages(Path folder, Standing standing) {
    private static final List<String> TABLE = List.of("claim", "published (where)", "here", "demand", "verdict");

    /** Writes a paper's page if the folder has one of its figures. */
    void write(Paper paper) throws IOException {
        StringBuilder text = new StringBuilder("# ").append(paper.name()).append("\n\n").append(paper.title())
            .append(".\n\nSimulated on ").append(paper.machine()).append("; made by `./oshrun reproduce --paper ")
            .append(paper.id()).append("`.\n\n");
        paper.notes().forEach(note -> text.append("- ").append(note).append('\n'));
        boolean any = false;
        // A note that several figures share is printed once.
        Set<String> said = new HashSet<>();
        for (Paper.Item item : paper.figures()) {
            if (standing.outcome(item.id()) != null) {
                any = true;
                text.append('\n').append(section(paper, item, standing.outcome(item.id()), said));
            }
        }
        if (any) {
            Files.writeString(folder.resolve(paper.id() + ".md"), text.append(left(paper)));
        }
    }

    private String section(Paper paper, Paper.Item item, Outcome outcome, Set<String> said) throws IOException {
        StringBuilder text = new StringBuilder("## ").append(Character.toUpperCase(item.number().charAt(0)))
            .append(item.number().substring(1)).append(": ").append(item.shows()).append("\n\n[![")
            .append(item.number()).append("](").append(item.id()).append(".svg)](").append(item.id())
            .append(".csv)\n");
        if (outcome.iterations() > 0) {
            text.append("\nA quick look: fewer settings, at most ").append(outcome.iterations())
                .append(" iterations of each.\n");
        }
        if (item.number().startsWith("table")) {
            text.append('\n').append(values(item));
        }
        List<String> notes = outcome.notes().stream().filter(said::add).toList();
        text.append(notes.isEmpty() ? "" : "\n");
        notes.forEach(note -> text.append("- ").append(cell(note)).append('\n'));
        List<Row> rows = paper.rows(item.id()).stream().filter(standing::tried).toList();
        if (!rows.isEmpty()) {
            text.append('\n').append(table(TABLE, rows.stream().map(this::cells)));
        }
        return text.toString();
    }

    /** {@return the values of a table of a paper} */
    private String values(Paper.Item item) throws IOException {
        List<List<String>> rows = Files.readAllLines(folder.resolve(item.id() + ".csv")).stream()
            .map(row -> Stream.of(row.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)).map(one -> one.startsWith("\"")
                ? one.substring(1, one.length() - 1) : one.isEmpty() ? one
                : String.format(Locale.ROOT, "%.4g", Double.parseDouble(one))).toList()).toList();
        return table(rows.getFirst(), rows.stream().skip(1));
    }

    private List<String> cells(Row row) {
        Result result = standing.result(row);
        String apart = result.met() == result.tries() ? "" : String.format("; %d of %d %s", result.met(),
            result.tries(), row.seeded() ? "seeds" : "runs");
        return List.of("`" + row.id() + "` " + row.what(), row.published() + " (" + place(row) + ")",
            row.shown(result) + apart, row.demanded(), standing.proves(row) == Label.UNREACHABLE
                ? "[unreachable](unreachable.md)" : row.explained(result));
    }

    /** {@return the section or figure of the paper that a claim is from} */
    private static String place(Row row) {
        Paper paper = Paper.all().stream().filter(one -> one.rows().contains(row)).findFirst().orElseThrow();
        return paper.findings().stream().filter(finding -> finding.claims().contains(row.id())).map(finding ->
            finding.what().split(": ")[0]).min(Comparator.comparing(place -> !place.startsWith("section")))
            .orElse("ours").replaceFirst("^sections? ", "§").replaceFirst(" (?=[0-9IV])", ".").split("[ ,]")[0]
            .replaceFirst("^figures?", "fig").replaceFirst("^equations?|^formulas?", "eq");
    }

    /** {@return a section on results of the paper that are not reproduced} */
    private String left(Paper paper) {
        String lines = paper.findings().stream().filter(finding -> !finding.left().isEmpty()).map(finding -> {
            Extent extent = standing.extent(finding);
            return "- " + finding.what() + (extent == null ? "" : ", " + extent.words()) + ": " + finding.left()
                + ".\n";
        }).collect(Collectors.joining());
        return lines.isEmpty() ? "" : "\n## Left out\n\n" + lines;
    }

    static String table(List<String> head, Stream<List<String>> rows) {
        return line(head) + "---|".repeat(head.size()) + "\n" + rows.map(Pages::line).collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return cells.stream().map(Pages::cell).collect(Collectors.joining(" | ", "", "\n"));
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }
}
