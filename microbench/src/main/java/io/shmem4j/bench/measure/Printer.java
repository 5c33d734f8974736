// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.shmem4j.report.JsonText;
import io.shmem4j.report.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Turns a sheet into text. */
abstract class Printer {
    static Printer of(Report.Format format) {
        return switch (format) {
            case TABLE -> new Aligned();
            case CSV -> new Csv();
            case JSON -> new JsonPrinter();
            case OSU -> new SuitePrinter.Osu();
            case SOS -> new SuitePrinter.Sos();
            case IMB -> new SuitePrinter.Imb();
            case SHMEMBENCH -> new SuitePrinter.Shmembench();
            case UH -> new SuitePrinter.Uh();
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
            case Measured measured -> cell(measured.value(), decimals);
            case Double number -> String.format(Locale.ROOT, "%." + decimals + "f", number);
            default -> value.toString();
        };
    }

    static double number(Object cell) {
        return switch (cell) {
            case Measured measured -> measured.value();
            case Number number -> number.doubleValue();
            case null, default -> Double.NaN;
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
            JsonObject object = new JsonObject();
            object.addProperty("test", sheet.test());
            object.addProperty("title", sheet.title());
            if (!facts.isEmpty()) {
                JsonObject machine = new JsonObject();
                facts.forEach(machine::addProperty);
                object.add("machine", machine);
            }
            Sheet.Chart chart = sheet.chart();
            if (chart != null) {
                JsonObject drawn = new JsonObject();
                drawn.addProperty("kind", chart.kind().name().toLowerCase(Locale.ROOT));
                drawn.addProperty("first", chart.first());
                drawn.addProperty("y", chart.yLabel());
                drawn.addProperty("logX", chart.logX());
                drawn.addProperty("logY", chart.logY());
                object.add("chart", drawn);
            }
            JsonArray columns = new JsonArray();
            sheet.columns().forEach(column -> columns.add(column.head()));
            object.add("columns", columns);
            JsonArray rows = new JsonArray();
            for (Object[] row : sheet.rows()) {
                JsonArray cells = new JsonArray();
                for (Object cell : row) {
                    cells.add(value(cell));
                }
                rows.add(cells);
            }
            object.add("rows", rows);
            JsonArray notes = new JsonArray();
            sheet.notes().forEach(notes::add);
            object.add("notes", notes);
            return JsonText.of(object) + "\n";
        }

        /** A number that JSON does not have, such as a percentile that was not measured, is null. */
        private static JsonElement value(Object cell) {
            return switch (cell) {
                case String word -> new JsonPrimitive(word);
                case Long whole -> new JsonPrimitive(whole);
                case Integer whole -> new JsonPrimitive(whole);
                case null, default -> JsonText.number(number(cell));
            };
        }
    }
}
