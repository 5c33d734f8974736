// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table that {@code bench --format json} has printed.
 *
 * @param title without the number of trials, which may differ between runs
 * @param heads names of the columns with units
 * @param rows  texts, numbers and nulls
 */
record ResultTable(String test, String title, List<String> heads, List<List<Object>> rows) {
    private static final String SIZE = "message size (bytes)";

    static ResultTable of(JsonObject json) {
        List<String> heads = json.getAsJsonArray("columns").asList().stream().map(JsonElement::getAsString).toList();
        String title = json.get("title").getAsString().replaceFirst(", (best of |median of )?\\d+ trials.*$", "");
        return new ResultTable(json.get("test").getAsString(), title, heads, json.getAsJsonArray("rows").asList()
            .stream().map(row -> cells(row.getAsJsonArray(), heads.size())).toList());
    }

    private static List<Object> cells(JsonArray row, int count) {
        return IntStream.range(0, count).mapToObj(row::get).map(cell -> cell.isJsonNull() ? null
            : cell.getAsJsonPrimitive().isNumber() ? (Object) cell.getAsDouble() : cell.getAsString()).toList();
    }

    /**
     * Adds the values to plots of the test: curves over the first column, or over the bytes of operations that have
     * several sizes, and bars for other words.
     *
     * @param pes number of PEs, 0 if unknown
     */
    void addTo(Results results, String run, int pes) {
        boolean operations = heads.get(1).equals("bytes");
        int first = operations ? 2 : 1;
        String y = quantity(first);
        // Operations have the minimum and the median before other times.
        int[] columns = IntStream.range(first, heads.size()).filter(column -> unit(column).equals(unit(first)))
            .limit(operations ? 2 : heads.size()).toArray();
        for (int column : columns) {
            for (List<Object> row : rows) {
                Object value = row.get(column);
                if (!(row.getFirst() instanceof String word)) {
                    String x = heads.getFirst().equals("size") ? SIZE : heads.getFirst();
                    results.plot(test, title, x, y).add(new Plot.Value(name(column), run, row.getFirst(), value));
                } else if (operations && hasSizes(word)) {
                    results.plot(test, title, SIZE, y).add(new Plot.Value(word + ", " + name(column), run,
                        row.get(1), value));
                } else {
                    results.plot(test, title, "", y).add(new Plot.Value(name(column), run, word, value));
                }
            }
            if (pes > 0 && heads.getFirst().equals("size") && !rows.isEmpty()) {
                Stream.of(rows.getFirst(), rows.getLast()).distinct().forEach(row -> results.scaling(test,
                    (Double) row.getFirst(), y).add(new Plot.Value(name(column), run, (double) pes, row.get(column))));
            }
        }
    }

    private boolean hasSizes(String operation) {
        return rows.stream().filter(row -> row.getFirst().equals(operation)).map(row -> row.get(1)).distinct()
            .count() > 1;
    }

    private String name(int column) {
        return heads.get(column).replaceFirst(" \\(.*", "");
    }

    private String unit(int column) {
        return heads.get(column).substring(name(column).length());
    }

    private String quantity(int column) {
        return switch (unit(column)) {
            case " (us)", " (ns)" -> "time";
            case " (MB/s)" -> "bandwidth";
            case " (M/s)" -> "operations";
            default -> name(column);
        } + unit(column);
    }
}
