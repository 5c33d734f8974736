// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.print;

import io.shmem4j.bench.sheet.Chart;
import io.shmem4j.bench.sheet.Column;
import io.shmem4j.bench.sheet.Sheet;
import java.util.Locale;
import java.util.Map;

/** One object for each sheet, on one line; the first one has the facts about the machine. */
final class JsonPrinter extends Printer {
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
        Chart chart = sheet.chart();
        if (chart != null) {
            text.append(",\"chart\":{\"kind\":").append(quoted(chart.kind().name().toLowerCase(Locale.ROOT)))
                .append(",\"first\":").append(chart.first()).append(",\"y\":").append(quoted(chart.yLabel()))
                .append(",\"logX\":").append(chart.logX()).append(",\"logY\":").append(chart.logY()).append('}');
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
            text.append(c == 0 ? "" : ",").append(value(cells[c]));
        }
        text.append(']');
    }

    /** A number that JSON can't say, such as a percentile nobody measured, is null. */
    private static String value(Object cell) {
        if (cell instanceof String word) {
            return quoted(word);
        }
        double number = number(cell);
        return !Double.isFinite(number) ? "null" : cell instanceof Long || cell instanceof Integer ? cell.toString()
            : Double.toString(number);
    }

    static String quoted(String value) {
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
