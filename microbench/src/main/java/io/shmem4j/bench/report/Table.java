// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table of a run.
 *
 * @param test  the name of the test
 * @param drawn how to draw the table, or null for the default
 * @param heads names of the columns with units
 * @param rows  texts, numbers and nulls
 */
record Table(String test, String title, Drawn drawn, List<String> heads, List<List<Object>> rows) {
    private static final String MEGA = "(MB/s)";
    private static final double KILO = 1e3;

    /** A chart with the other columns drawn over the first. */
    record Drawn(boolean bars, String y) {
    }

    static Table of(JsonObject json) {
        JsonObject chart = json.getAsJsonObject("chart");
        List<String> heads = words(json.getAsJsonArray("columns"));
        List<List<Object>> rows = new ArrayList<>();
        for (JsonElement row : json.getAsJsonArray("rows")) {
            rows.add(cells(row.getAsJsonArray(), heads));
        }
        return new Table(json.get("test").getAsString(), json.get("title").getAsString(), chart == null ? null
            : new Drawn(chart.get("kind").getAsString().equals("bars"), giga(chart.get("y").getAsString())),
            heads.stream().map(Table::giga).toList(), rows);
    }

    private static String giga(String head) {
        return head.replace(MEGA, "(GB/s)");
    }

    /** Reads a row. Bandwidths are converted to GB/s to make figures comparable. */
    private static List<Object> cells(JsonArray row, List<String> heads) {
        List<Object> cells = new ArrayList<>();
        for (int c = 0; c < row.size(); c++) {
            JsonElement cell = row.get(c);
            cells.add(cell.isJsonNull() ? null : !cell.getAsJsonPrimitive().isNumber() ? cell.getAsString()
                : (Object) (heads.get(c).endsWith(MEGA) ? cell.getAsDouble() / KILO : cell.getAsDouble()));
        }
        return cells;
    }

    private static List<String> words(JsonArray array) {
        return array.asList().stream().map(JsonElement::getAsString).toList();
    }

    String name(int column) {
        String head = heads.get(column);
        return head.endsWith(")") ? head.substring(0, head.lastIndexOf(" (")) : head;
    }

    String unit(int column) {
        String head = heads.get(column);
        return head.endsWith(")") ? head.substring(head.lastIndexOf('(') + 1, head.length() - 1) : "";
    }

    /** {@return the columns to draw: the second, and later ones with the same unit} */
    List<Integer> drawnColumns() {
        return IntStream.range(1, heads.size()).filter(c -> unit(c).equals(unit(1))).boxed().toList();
    }

    /** {@return whether rows are operations with the size in the second column} */
    boolean isByOperation() {
        return heads.size() > 2 && heads.get(0).equals("operation") && heads.get(1).equals("bytes");
    }

    /** {@return the title without the number of trials, which may differ between runs} */
    String subject() {
        return title.replaceAll(", (best|median) of \\d+ (trials|runs each)$", "")
            .replaceAll(", \\d+ trials of.*$", "");
    }
}
