// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import io.shmem4j.report.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A figure's results, in a file beside its table and drawing.
 *
 * @param iterations repetitions of each setting; 0 for as many as were published
 * @param claims results by the ids of the claims
 */
record Outcome(int iterations, String title, List<String> notes, Map<String, Result> claims) {
    private static final Gson JSON = new GsonBuilder().serializeNulls().registerTypeAdapter(double.class, new Value())
        .registerTypeAdapter(Double.class, new Value()).create();

    void write(Path file) throws IOException {
        Files.writeString(file, JsonText.indented(JSON.toJsonTree(this)));
    }

    /** {@return what a file keeps, or null where there is none that can be read} */
    static Outcome read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return null;
        }
        try {
            Outcome outcome = JSON.fromJson(Files.readString(file), Outcome.class);
            return outcome == null || outcome.notes == null || outcome.claims == null ? null : outcome;
        } catch (JsonParseException e) {
            return null;
        }
    }

    /** A number, which is null in a file where JSON can't say it. */
    private static final class Value extends TypeAdapter<Double> {
        @Override
        public void write(JsonWriter out, Double value) throws IOException {
            out.value(Double.isFinite(value) ? value : null);
        }

        @Override
        public Double read(JsonReader in) throws IOException {
            if (in.peek() == JsonToken.NULL) {
                in.nextNull();
                return Double.NaN;
            }
            return in.nextDouble();
        }
    }
}
