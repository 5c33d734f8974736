// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import io.shmem4j.report.JsonText;
import io.shmem4j.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Prints results to standard output, preceded by facts about the machine. */
public final class Report {
    private final Format format;
    private Map<String, String> facts;

    public Report(Format format, Map<String, String> facts) {
        this.format = format;
        this.facts = facts;
    }

    public void add(Sheet sheet) {
        System.out.print(format.text(sheet, facts));
        System.out.flush();
        facts = Map.of();
    }

    /** Output format. Facts about machine and software come before the first sheet. */
    public enum Format {
        /** Aligned columns. */
        TABLE {
            @Override
            String text(Sheet sheet, Map<String, String> facts) {
                return comments(facts) + "\n" + commented(sheet, table(sheet).lines());
            }
        },
        /** Comma-separated values with two additional digits. Facts, titles and notes are comments. */
        CSV {
            @Override
            String text(Sheet sheet, Map<String, String> facts) {
                List<String> lines = new ArrayList<>(List.of(separated("test", sheet.columns().stream()
                    .map(Sheet.Column::head))));
                sheet.rows().forEach(row -> lines.add(separated(sheet.test(), cells(sheet, row, 2))));
                return comments(facts) + commented(sheet, lines);
            }
        },
        /** A JSON object per sheet, each on one line. */
        JSON {
            @Override
            String text(Sheet sheet, Map<String, String> facts) {
                List<Object> parts = new ArrayList<>(List.of("test", sheet.test(), "title", sheet.title()));
                if (!facts.isEmpty()) {
                    parts.addAll(List.of("machine", facts));
                }
                parts.addAll(List.of("columns", sheet.columns().stream().map(Sheet.Column::head).toList(), "rows",
                    sheet.rows().stream().map(row -> Stream.of(row).map(Format::finite).toList()).toList(), "notes",
                    sheet.notes()));
                return JsonText.of(JsonText.object(parts.toArray())) + "\n";
            }
        };

        abstract String text(Sheet sheet, Map<String, String> facts);

        private static String comments(Map<String, String> facts) {
            StringBuilder text = new StringBuilder();
            facts.forEach((name, value) -> text.append("# ").append(name).append(": ").append(value).append('\n'));
            return text.toString();
        }

        /** {@return lines with the title before them and the notes after them} */
        private static String commented(Sheet sheet, List<String> lines) {
            StringBuilder text = new StringBuilder("# ").append(sheet.title()).append('\n');
            lines.forEach(line -> text.append(line).append('\n'));
            sheet.notes().forEach(note -> text.append("# ").append(note).append('\n'));
            return text.toString();
        }

        private static TextTable table(Sheet sheet) {
            TextTable table = new TextTable();
            List<Sheet.Column> columns = sheet.columns();
            for (int c = 0; c < columns.size(); c++) {
                int column = c;
                if (sheet.rows().stream().anyMatch(row -> row[column] instanceof String)) {
                    table.words(columns.get(c).head());
                } else {
                    table.numbers(columns.get(c).head());
                }
            }
            sheet.rows().forEach(row -> table.row(cells(sheet, row, 0).toArray()));
            return table;
        }

        /** {@return the cells of a row as text, with {@code more} additional digits} */
        private static Stream<String> cells(Sheet sheet, Object[] row, int more) {
            return IntStream.range(0, row.length).mapToObj(c -> switch (row[c]) {
                case null -> "";
                case Double number -> String.format(Locale.ROOT, "%." + (sheet.columns().get(c).decimals() + more)
                    + "f", number);
                default -> row[c].toString();
            });
        }

        private static String separated(String test, Stream<String> cells) {
            return Stream.concat(Stream.of(test), cells).map(cell -> cell.indexOf(',') < 0 && cell.indexOf('"') < 0
                ? cell : '"' + cell.replace("\"", "\"\"") + '"').collect(Collectors.joining(","));
        }

        /** {@return the cell, or null for numbers that JSON can't represent, such as unmeasured percentiles} */
        private static Object finite(Object cell) {
            return cell instanceof Double number && !Double.isFinite(number) ? null : cell;
        }
    }
}
