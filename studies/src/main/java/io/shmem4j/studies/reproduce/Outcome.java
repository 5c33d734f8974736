// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.shmem4j.report.JsonText;
import io.shmem4j.report.figure.Figure;
import io.shmem4j.studies.experiment.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a figure gave, as a file keeps it beside the table and the drawing.
 *
 * @param iterations repetitions of each setting; 0 for as many as were published
 * @param title      of the figure
 * @param notes      of the figure
 * @param results    by the ids of the claims
 */
record Outcome(int iterations, String title, List<String> notes, Map<String, Result> results) {
    static Outcome of(int iterations, Figure figure, Map<String, Result> results) {
        return new Outcome(iterations, figure.title(), figure.notes(), results);
    }

    void write(Path file) throws IOException {
        JsonObject root = new JsonObject();
        root.addProperty("iterations", iterations);
        root.addProperty("title", title);
        JsonArray words = new JsonArray();
        notes.forEach(words::add);
        root.add("notes", words);
        JsonObject claims = new JsonObject();
        results.forEach((id, result) -> {
            JsonObject claim = new JsonObject();
            claim.add("value", JsonText.number(result.value()));
            claim.addProperty("text", result.text());
            claim.addProperty("holds", result.holds());
            claims.add(id, claim);
        });
        root.add("claims", claims);
        Files.writeString(file, JsonText.indented(root));
    }

    /** {@return what a file keeps, or null where there is none that can be read} */
    static Outcome read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return null;
        }
        try {
            JsonObject root = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
            List<String> notes = new ArrayList<>();
            root.getAsJsonArray("notes").forEach(note -> notes.add(note.getAsString()));
            Map<String, Result> results = new LinkedHashMap<>();
            for (Map.Entry<String, JsonElement> claim : root.getAsJsonObject("claims").entrySet()) {
                JsonObject of = claim.getValue().getAsJsonObject();
                JsonElement value = of.get("value");
                results.put(claim.getKey(), new Result(value.isJsonNull() ? Double.NaN : value.getAsDouble(),
                    of.get("text").getAsString(), of.get("holds").getAsBoolean()));
            }
            return new Outcome(root.get("iterations").getAsInt(), root.get("title").getAsString(), notes, results);
        } catch (JsonParseException | IllegalStateException | NullPointerException e) {
            return null;
        }
    }
}
