// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The page: where the runs were made, the figures by test, and the tables behind them. Needs no other file. */
final class Page {
    private static final String STYLE = """
        body { font: 15px/1.45 sans-serif; color: #222; max-width: 960px; margin: 24px auto; padding: 0 16px; }
        h1 { font-size: 24px; margin-bottom: 4px; } h2 { font-size: 19px; margin-top: 36px;
          border-bottom: 1px solid #ccc; }
        table { border-collapse: collapse; font-size: 13px; margin: 8px 0; } td, th { padding: 2px 10px;
          border-bottom: 1px solid #e4e4e4; text-align: right; } td:first-child, th:first-child { text-align: left; }
        img { width: 100%; height: auto; margin: 6px 0; } summary { cursor: pointer; color: #444; }
        .notes { font-size: 13px; color: #555; } nav a { margin-right: 12px; }
        .facts td { text-align: left; overflow-wrap: anywhere; } .facts td:first-child { white-space: nowrap; }
        """;

    private final String title;
    private final List<Run> runs;
    private final StringBuilder text = new StringBuilder();

    Page(String title, List<Run> runs) {
        this.title = title;
        this.runs = runs;
    }

    /** {@return the text of the page} */
    String html() throws IOException {
        Map<String, List<Figure>> figures = new Figures(runs).all();
        text.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>").append(escape(title))
            .append("</title>\n<style>\n").append(STYLE).append("</style></head><body>\n<h1>").append(escape(title))
            .append("</h1>\n<nav>");
        figures.keySet().forEach(test -> text.append("<a href=\"#").append(escape(test)).append("\">")
            .append(escape(test)).append("</a> "));
        text.append("</nav>\n");
        machines();
        for (Map.Entry<String, List<Figure>> entry : figures.entrySet()) {
            text.append("<h2 id=\"").append(escape(entry.getKey())).append("\">").append(escape(entry.getKey()))
                .append("</h2>\n");
            for (Figure figure : entry.getValue()) {
                text.append("<img alt=\"").append(escape(figure.title())).append("\" src=\"data:image/svg+xml;base64,")
                    .append(Base64.getEncoder().encodeToString(Drawing.svg(figure).getBytes(StandardCharsets.UTF_8)))
                    .append("\">\n");
            }
            tables(entry.getKey());
        }
        return text.append("</body></html>\n").toString();
    }

    private void machines() {
        Set<String> facts = new LinkedHashSet<>();
        runs.forEach(run -> run.machine().forEach((fact, value) -> {
            if (!value.isEmpty()) {
                facts.add(fact);
            }
        }));
        text.append("<table class=\"facts\"><tr><th></th>");
        runs.forEach(run -> text.append("<th>").append(escape(run.label())).append("</th>"));
        text.append("</tr>\n");
        facts.forEach(this::fact);
        text.append("</table>\n");
    }

    /** One row for words that all runs share, such as flags, and one row for words of single runs. */
    private void fact(String fact) {
        List<List<String>> values = runs.stream()
            .map(run -> List.of(run.machine().getOrDefault(fact, "").split(" "))).toList();
        List<List<String>> told = values.stream().filter(words -> !words.getFirst().isEmpty()).toList();
        List<String> common = told.getFirst().stream().filter(word -> told.stream().allMatch(words ->
            words.contains(word))).toList();
        boolean same = told.stream().allMatch(common::equals);
        String name = escape(fact);
        if (!common.isEmpty()) {
            text.append("<tr><td>").append(name).append("</td><td colspan=\"").append(runs.size()).append("\">")
                .append(escape(String.join(" ", common))).append("</td></tr>\n");
            name = "";
        }
        if (!same) {
            text.append("<tr><td>").append(name).append("</td>");
            values.forEach(words -> text.append("<td>").append(escape(String.join(" ", words.stream()
                .filter(word -> !common.contains(word)).toList()))).append("</td>"));
            text.append("</tr>\n");
        }
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
        text.append("<table><tr>");
        table.heads().forEach(head -> text.append("<th>").append(escape(head)).append("</th>"));
        text.append("</tr>\n");
        for (List<Object> row : table.rows()) {
            text.append("<tr>");
            row.forEach(cell -> text.append("<td>").append(escape(shown(cell))).append("</td>"));
            text.append("</tr>\n");
        }
        text.append("</table>\n");
    }

    private static String shown(Object cell) {
        return switch (cell) {
            case null -> "";
            case Double number when number == Math.rint(number) && Math.abs(number) < 1e15 ->
                Long.toString(number.longValue());
            case Double number -> String.format(Locale.ROOT, Math.abs(number) < 10 ? "%.3f" : "%.1f", number);
            default -> cell.toString();
        };
    }

    private static String escape(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
