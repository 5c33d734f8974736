// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import io.shmem4j.report.JsonText;
import io.shmem4j.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

abstract class Printer {
    static Printer of(Report.Format format) {
        return switch (format) {
            case TABLE -> new Aligned();
            case CSV -> new Csv();
            case JSON -> new JsonPrinter();
        };
    }

    /** {@return the text}, with facts on the machine and software before the first sheet */
    abstract String print(Sheet sheet, Map<String, String> facts);

    static String comments(Map<String, String> facts) {
        StringBuilder text = new StringBuilder();
        facts.forEach((name, value) -> text.append("# ").append(name).append(": ").append(value).append('\n'));
        return text.toString();
    }

    static String cell(Object value, int decimals) {
        return switch (value) {
            case null -> "";
            case Double number -> String.format(Locale.ROOT, "%." + decimals + "f", number);
            default -> value.toString();
        };
    }

    /** Values by commas, with two more digits than for people; facts, titles and notes are comment lines. */
    static final class Csv extends Printer {
        @Override
        String print(Sheet sheet, Map<String, String> facts) {
            StringBuilder text = new StringBuilder(comments(facts)).append("# ").append(sheet.title()).append('\n');
            text.append("test");
            sheet.columns().forEach(column -> text.append(',').append(quoted(column.head())));
            text.append('\n');
            for (Object[] row : sheet.rows()) {
                text.append(quoted(sheet.test()));
                for (int c = 0; c < row.length; c++) {
                    text.append(',').append(quoted(cell(row[c], sheet.columns().get(c).decimals() + 2)));
                }
                text.append('\n');
            }
            sheet.notes().forEach(note -> text.append("# ").append(note).append('\n'));
            return text.toString();
        }

        private static String quoted(String cell) {
            return cell.indexOf(',') < 0 && cell.indexOf('"') < 0 ? cell : '"' + cell.replace("\"", "\"\"") + '"';
        }
    }

    /** Aligned columns for people. */
    static final class Aligned extends Printer {
        @Override
        String print(Sheet sheet, Map<String, String> facts) {
            StringBuilder text = new StringBuilder(comments(facts)).append("\n# ").append(sheet.title()).append('\n');
            table(sheet).lines().forEach(line -> text.append(line).append('\n'));
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
            for (Object[] row : sheet.rows()) {
                Object[] cells = new Object[columns.size()];
                for (int c = 0; c < cells.length; c++) {
                    cells[c] = cell(row[c], columns.get(c).decimals());
                }
                table.row(cells);
            }
            return table;
        }
    }

    /** One object for each sheet, on one line; the first one has the facts about the machine. */
    private static final class JsonPrinter extends Printer {
        @Override
        String print(Sheet sheet, Map<String, String> facts) {
            List<Object> parts = new ArrayList<>(List.of("test", sheet.test(), "title", sheet.title()));
            if (!facts.isEmpty()) {
                parts.addAll(List.of("machine", facts));
            }
            Sheet.Chart chart = sheet.chart();
            if (chart != null) {
                parts.addAll(List.of("chart", JsonText.object("kind", chart.bars() ? "bars" : "lines", "y",
                    chart.label())));
            }
            parts.addAll(List.of("columns", sheet.columns().stream().map(Sheet.Column::head).toList(), "rows",
                sheet.rows().stream().map(row -> Stream.of(row).map(JsonPrinter::value).toList()).toList(), "notes",
                sheet.notes()));
            return JsonText.of(JsonText.object(parts.toArray())) + "\n";
        }

        /** A number without a form in JSON, such as an unmeasured percentile, is null. */
        private static Object value(Object cell) {
            return cell instanceof Double number && !Double.isFinite(number) ? null : cell;
        }
    }
}
