// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.studies.reproduce.Row.Label;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Pages with the pictures of a folder: one for each paper, in its order, and a summary. */
record Pages(Path folder) {
    private static final String TABLE = "| what | published | here | deviation | our demand | what it proves |\n"
        + "|---|---|---|---|---|---|\n";

    /** Writes a paper's page if the folder has one of its figures. */
    void write(Paper paper) throws IOException {
        StringBuilder text = new StringBuilder("# ").append(paper.name()).append("\n\n").append(paper.title())
            .append(".\n\n").append(machine(paper)).append(" Made by `./oshrun reproduce --paper ").append(paper.id())
            .append("`.\n\n");
        paper.notes().forEach(note -> text.append("- ").append(note).append('\n'));
        boolean any = false;
        for (Paper.Item item : paper.figures()) {
            Outcome outcome = Outcome.read(folder.resolve(item.id() + ".json"));
            if (outcome != null) {
                any = true;
                text.append('\n').append(section(paper, item, outcome));
            }
        }
        if (any) {
            Files.writeString(folder.resolve(paper.id() + ".md"), text);
        }
    }

    private static String machine(Paper paper) {
        return paper.machine().isEmpty() ? "Measured on the host that each figure names."
            : "Simulated on " + paper.machine() + "; a second run gives the same bytes.";
    }

    private static String section(Paper paper, Paper.Item item, Outcome outcome) {
        StringBuilder text = new StringBuilder("## ").append(Character.toUpperCase(item.number().charAt(0)))
            .append(item.number().substring(1)).append(": ").append(item.shows()).append("\n\n`").append(item.id())
            .append("`, ").append(item.label().words());
        if (outcome.iterations() > 0) {
            text.append(", a quick look: fewer settings, at most ").append(outcome.iterations())
                .append(" iterations of each");
        }
        text.append(". [Values](").append(item.id()).append(".csv).\n\n![").append(outcome.title()).append("](")
            .append(item.id()).append(".svg)\n\n");
        for (String note : outcome.notes()) {
            text.append("- ").append(cell(note)).append('\n');
        }
        List<Row> rows = paper.rows(item.id()).stream().filter(row -> outcome.claims().containsKey(row.id()))
            .toList();
        if (!rows.isEmpty()) {
            text.append(outcome.notes().isEmpty() ? "" : "\n").append(TABLE);
            rows.forEach(row -> text.append(line(row, outcome.claims().get(row.id()))));
        }
        return text.toString();
    }

    private static String line(Row row, Result result) {
        return Stream.of(row.what(), row.published(), result.text(), row.deviation(result), row.demanded(),
            row.explained(result)).map(Pages::cell).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }

    /** Writes the counts of all papers that the folder has. */
    void writeSummary() throws IOException {
        List<Label> labels = List.of(Label.values());
        StringBuilder text = new StringBuilder("# Figures of papers, made again\n\n`./oshrun reproduce list` names all"
            + " figures, `./oshrun reproduce all` makes them and these pages. What is fed in or by construction"
            + " reproduces nothing. [Runs](runs.md) has the machine and the time of each.\n\n"
            + "| paper | figures | claims | "
            + labels.stream().map(Label::words).collect(Collectors.joining(" | ")) + " |\n|---|---|---|"
            + "---|".repeat(labels.size()) + "\n");
        List<String> missed = new ArrayList<>();
        for (Paper paper : Paper.all()) {
            Map<Label, Integer> counts = new EnumMap<>(Label.class);
            int figures = 0;
            for (Paper.Item item : paper.figures()) {
                Outcome outcome = Outcome.read(folder.resolve(item.id() + ".json"));
                figures += outcome == null ? 0 : 1;
                for (Row row : outcome == null ? List.<Row>of() : paper.rows(item.id())) {
                    Result result = outcome.claims().get(row.id());
                    if (result != null) {
                        counts.merge(row.proves(result), 1, Integer::sum);
                        if (!row.met(result)) {
                            missed.add(paper.name() + ", " + item.number() + ": "
                                + row.what() + ": published " + row.published() + ", here " + result.text() + ". "
                                + row.reason());
                        }
                    }
                }
            }
            if (figures > 0) {
                text.append("| [").append(paper.name()).append("](").append(paper.id()).append(".md) | ")
                    .append(figures).append(" | ").append(counts.values().stream().mapToInt(Integer::intValue).sum())
                    .append(" | ").append(labels.stream().map(label -> String.valueOf(counts.getOrDefault(label, 0)))
                        .collect(Collectors.joining(" | "))).append(" |\n");
            }
        }
        text.append("\n## What of each paper is made\n\nFigures, tables, formulas and claims, counted one by one. A"
            + " claim that is missed for a known reason is made.\n\n| paper | made | in part | not |\n"
            + "|---|---|---|---|\n");
        List<String> left = new ArrayList<>();
        for (Paper paper : Paper.all()) {
            if (paper.items().made() > 0) {
                text.append("| ").append(paper.name()).append(" | ").append(paper.items().made()).append(" | ")
                    .append(paper.items().partly().size()).append(" | ").append(paper.items().missing().size())
                    .append(" |\n");
                paper.items().partly().forEach(item -> left.add(paper.name() + ", in part: " + item));
                paper.items().missing().forEach(item -> left.add(paper.name() + ", not: " + item));
            }
        }
        text.append('\n');
        left.forEach(item -> text.append("- ").append(cell(item)).append(".\n"));
        text.append("\n## Missed\n\n");
        missed.forEach(miss -> text.append("- ").append(cell(miss)).append('\n'));
        Files.writeString(folder.resolve("README.md"), text);
    }
}
