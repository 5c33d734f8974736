// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.shmem4j.report.JsonText;
import java.util.Locale;
import java.util.Map;

/** One object for each sheet, on one line; the first one has the facts about the machine. */
final class JsonPrinter extends Printer {
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
