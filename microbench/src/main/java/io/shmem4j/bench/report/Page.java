// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import io.shmem4j.report.PageStyle;
import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.FigureFile;
import java.time.LocalDate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The page: where the runs were made, the figures by test, and the tables behind them. Needs no other file. */
final class Page {
    private final String title;
    private final List<Run> runs;
    private final StringBuilder text = new StringBuilder();

    Page(String title, List<Run> runs) {
        this.title = title;
        this.runs = runs;
    }

    String html() {
        Map<String, List<Figure>> figures = new Figures(runs).all();
        text.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>").append(escape(title))
            .append("</title>\n<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n")
            .append(PageStyle.css()).append("</style></head><body><main>\n<h1>").append(escape(title))
            .append("</h1>\n<p>").append(escape(measured())).append("</p>\n<nav>");
        figures.keySet().forEach(test -> text.append("<a href=\"#").append(escape(test)).append("\">")
            .append(escape(test)).append("</a> "));
        text.append("</nav>\n");
        machines();
        for (Map.Entry<String, List<Figure>> entry : figures.entrySet()) {
            text.append("<h2 id=\"").append(escape(entry.getKey())).append("\">").append(escape(entry.getKey()))
                .append("</h2>\n");
            for (Figure figure : entry.getValue()) {
                text.append("<figure>").append(FigureFile.svg(figure)).append("</figure>\n");
            }
            tables(entry.getKey());
        }
        return text.append("</main></body></html>\n").toString();
    }

    /** Dates of the runs, if they have them, and of the page. */
    private String measured() {
        List<String> dates = runs.stream().map(run -> run.machine().getOrDefault("date", "")).filter(date ->
            !date.isEmpty()).distinct().toList();
        return (dates.isEmpty() ? "" : "Measured on " + String.join(", ", dates) + ". ") + "Page made on "
            + LocalDate.now() + ". Times are in ns and us, bandwidths in GB/s (1 GB is 10^9 bytes).";
    }

    private void machines() {
        Set<String> facts = new LinkedHashSet<>();
        runs.forEach(run -> run.machine().forEach((fact, value) -> {
            if (!value.isEmpty()) {
                facts.add(fact);
            }
        }));
        text.append("<div class=\"scroll\"><table class=\"facts\"><tr><th></th>");
        runs.forEach(run -> text.append("<th>").append(escape(run.label())).append("</th>"));
        text.append("</tr>\n");
        facts.forEach(this::fact);
        text.append("</table></div>\n");
    }

    /** One row for words that all runs share, such as flags, and one row for words of single runs. */
    private void fact(String fact) {
        List<List<String>> values = runs.stream()
            .map(run -> List.of(run.machine().getOrDefault(fact, "").split(" "))).toList();
        List<List<String>> known = values.stream().filter(words -> !words.getFirst().isEmpty()).toList();
        List<String> common = known.getFirst().stream().filter(word -> known.stream().allMatch(words ->
            words.contains(word))).toList();
        boolean same = known.stream().allMatch(common::equals);
        String name = escape(fact);
        if (!common.isEmpty()) {
            text.append("<tr><td>").append(name).append("</td><td colspan=\"").append(runs.size()).append("\">")
                .append(unbroken(common)).append("</td></tr>\n");
            name = "";
        }
        if (!same) {
            text.append("<tr><td>").append(name).append("</td>");
            values.forEach(words -> text.append("<td>").append(unbroken(words.stream()
                .filter(word -> !common.contains(word)).toList())).append("</td>"));
            text.append("</tr>\n");
        }
    }

    /** {@return words; no flag among them is broken at one of its hyphens} */
    private static String unbroken(List<String> words) {
        return words.stream().map(word -> word.startsWith("-") ? "<span>" + escape(word) + "</span>" : escape(word))
            .collect(Collectors.joining(" "));
    }

    private void tables(String test) {
        for (Run run : runs) {
            for (Table table : run.tables()) {
                if (table.test().equals(test)) {
                    text.append("<details").append(table.drawn() == null && !table.isByOperation() ? " open" : "")
                        .append("><summary>").append(escape(run.label() + ": " + table.title()))
                        .append("</summary>\n");
                    table(table);
                    table.notes().forEach(note -> text.append("<div class=\"notes\">").append(escape(note))
                        .append("</div>\n"));
                    text.append("</details>\n");
                }
            }
        }
    }

    private void table(Table table) {
        text.append("<div class=\"scroll\"><table><tr>");
        for (int c = 0; c < table.heads().size(); c++) {
            text.append(isWords(table, c) ? "<th class=\"l\">" : "<th>").append(escape(table.heads().get(c)))
                .append("</th>");
        }
        text.append("</tr>\n");
        for (List<Object> row : table.rows()) {
            text.append("<tr>");
            for (int c = 0; c < row.size(); c++) {
                text.append(isWords(table, c) ? "<td class=\"l\">" : "<td>").append(escape(shown(row.get(c))))
                    .append("</td>");
            }
            text.append("</tr>\n");
        }
        text.append("</table></div>\n");
    }

    private static boolean isWords(Table table, int column) {
        return table.rows().stream().anyMatch(row -> column < row.size() && row.get(column) instanceof String);
    }

    static String shown(Object cell) {
        return switch (cell) {
            case null -> "";
            case Double number when number == Math.rint(number) && Math.abs(number) < 1e15 ->
                Long.toString(number.longValue());
            case Double number -> String.format(Locale.ROOT, Math.abs(number) < 10 ? "%.3f" : "%.1f", number);
            default -> cell.toString();
        };
    }

    static String escape(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
