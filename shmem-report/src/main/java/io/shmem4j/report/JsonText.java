// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.stream.Stream;

/** Formats JSON for all programs: nulls are included and angle brackets are not escaped. */
public final class JsonText {
    private static final Gson WRITER = new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

    private static final Gson INDENTED = WRITER.newBuilder().setPrettyPrinting().create();

    private JsonText() {
    }

    /** {@return an object from alternating names and values: texts, numbers, booleans, null, or JSON} */
    public static JsonObject object(Object... namesAndValues) {
        JsonObject object = new JsonObject();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.add((String) namesAndValues[i], WRITER.toJsonTree(namesAndValues[i + 1]));
        }
        return object;
    }

    public static JsonArray array(Stream<JsonObject> objects) {
        JsonArray array = new JsonArray();
        objects.forEach(array::add);
        return array;
    }

    public static String of(JsonElement element) {
        return WRITER.toJson(element);
    }

    /** {@return indented text, for files that people read} */
    public static String indented(JsonElement element) {
        return INDENTED.toJson(element) + "\n";
    }

    /** {@return a number, or null if JSON can't represent it} */
    public static JsonElement number(double value) {
        return Double.isFinite(value) ? new JsonPrimitive(value) : JsonNull.INSTANCE;
    }
}
