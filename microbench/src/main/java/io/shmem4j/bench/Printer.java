// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Turns a sheet into text. */
abstract class Printer {
    static Printer of(Format format) {
        return switch (format) {
            case TABLE -> new Aligned(false);
            case OSU -> new Aligned(true);
            case CSV -> new Csv();
            case JSON -> new Json();
        };
    }

    /**
     * {@return the text}
     *
     * @param sheet the results
     * @param facts what they are measured on; empty after the first sheet
     */
    abstract String print(Sheet sheet, Map<String, String> facts);

    static String cell(Object value, int decimals) {
        return switch (value) {
            case null -> "";
            case Double number -> String.format(Locale.ROOT, "%." + decimals + "f", number);
            default -> value.toString();
        };
    }

    /** Columns as wide as their widest cell; numbers to the right. */
    private static final class Aligned extends Printer {
        private final boolean comments;

        Aligned(boolean comments) {
            this.comments = comments;
        }

        @Override
        String print(Sheet sheet, Map<String, String> facts) {
            StringBuilder text = new StringBuilder();
            for (Map.Entry<String, String> fact : facts.entrySet()) {
                text.append("# ").append(fact.getKey()).append(": ").append(fact.getValue()).append('\n');
            }
            text.append(comments ? "" : "\n").append("# ").append(sheet.title()).append('\n');
            List<String[]> lines = lines(sheet);
            int[] widths = new int[sheet.columns().size()];
            for (String[] line : lines) {
                for (int c = 0; c < widths.length; c++) {
                    widths[c] = Math.max(widths[c], line[c].length());
                }
            }
            for (int r = 0; r < lines.size(); r++) {
                StringBuilder line = new StringBuilder();
                for (int c = 0; c < widths.length; c++) {
                    boolean left = r == 0 ? left(sheet, c) : sheet.rows().get(r - 1)[c] instanceof String;
                    line.append(c == 0 ? "" : "  ")
                        .append(String.format("%" + (left ? "-" : "") + widths[c] + "s", lines.get(r)[c]));
                }
                text.append(line.toString().stripTrailing()).append('\n');
            }
            for (String note : sheet.notes()) {
                text.append("# ").append(note).append('\n');
            }
            return text.toString();
        }

        private List<String[]> lines(Sheet sheet) {
            List<String[]> lines = new ArrayList<>();
            int columns = sheet.columns().size();
            String[] head = new String[columns];
            for (int c = 0; c < columns; c++) {
                head[c] = (comments && c == 0 ? "# " : "") + sheet.columns().get(c).head();
            }
            lines.add(head);
            for (Object[] row : sheet.rows()) {
                String[] line = new String[columns];
                for (int c = 0; c < columns; c++) {
                    line[c] = cell(row[c], sheet.columns().get(c).decimals());
                }
                lines.add(line);
            }
            return lines;
        }

        private static boolean left(Sheet sheet, int column) {
            return sheet.rows().stream().anyMatch(row -> row[column] instanceof String);
        }
    }

    /** Values by commas; facts and notes are comment lines. */
    private static final class Csv extends Printer {
        @Override
        String print(Sheet sheet, Map<String, String> facts) {
            StringBuilder text = new StringBuilder();
            facts.forEach((name, value) -> text.append("# ").append(name).append(": ").append(value).append('\n'));
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

    /** One object a sheet, on one line. */
    private static final class Json extends Printer {
        @Override
        String print(Sheet sheet, Map<String, String> facts) {
            StringBuilder text = new StringBuilder("{\"test\":").append(quoted(sheet.test()))
                .append(",\"title\":").append(quoted(sheet.title()));
            if (!facts.isEmpty()) {
                text.append(",\"machine\":{");
                String separator = "";
                for (Map.Entry<String, String> fact : facts.entrySet()) {
                    text.append(separator).append(quoted(fact.getKey())).append(':').append(quoted(fact.getValue()));
                    separator = ",";
                }
                text.append('}');
            }
            text.append(",\"columns\":");
            list(text, sheet.columns().stream().map(Column::head).toArray());
            text.append(",\"rows\":[");
            for (int r = 0; r < sheet.rows().size(); r++) {
                text.append(r == 0 ? "" : ",");
                list(text, sheet.rows().get(r));
            }
            text.append("],\"notes\":");
            list(text, sheet.notes().toArray());
            return text.append("}\n").toString();
        }

        private static void list(StringBuilder text, Object... cells) {
            text.append('[');
            for (int c = 0; c < cells.length; c++) {
                text.append(c == 0 ? "" : ",").append(cells[c] == null ? "null"
                    : cells[c] instanceof Number ? cells[c].toString() : quoted(cells[c].toString()));
            }
            text.append(']');
        }

        private static String quoted(String value) {
            StringBuilder text = new StringBuilder("\"");
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if (c == '"' || c == '\\') {
                    text.append('\\').append(c);
                } else if (c < ' ') {
                    text.append(String.format("\\u%04x", (int) c));
                } else {
                    text.append(c);
                }
            }
            return text.append('"').toString();
        }
    }
}
