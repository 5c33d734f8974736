// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.validate;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The files of published results. */
final class PublishedFile {
    private static final String FOLDER = "/io/shmem4j/studies/published/";

    private PublishedFile() {
    }

    /**
     * {@return the rows of a file}
     *
     * @param name of the machine whose published results it has
     */
    static List<Row> read(String name) {
        List<Row> rows = new ArrayList<>();
        try (Reader text = new InputStreamReader(PublishedFile.class.getResourceAsStream(FOLDER + name + ".json"),
            StandardCharsets.UTF_8)) {
            JsonArray array = JsonParser.parseReader(text).getAsJsonObject().getAsJsonArray("rows");
            for (JsonElement element : array) {
                JsonObject row = element.getAsJsonObject();
                rows.add(new Row(text(row, "id"), text(row, "what"), text(row, "published"),
                    Row.Demand.valueOf(text(row, "demand").toUpperCase(Locale.ROOT)),
                    number(row, "least"), number(row, "tolerance"), text(row, "label"),
                    row.has("reason") ? text(row, "reason") : ""));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    private static double number(JsonObject row, String field) {
        return row.has(field) ? row.get(field).getAsDouble() : 0;
    }

    private static String text(JsonObject row, String field) {
        return row.get(field).getAsString();
    }
}
