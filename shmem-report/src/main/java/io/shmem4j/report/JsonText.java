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

/** JSON as all programs print it: with nulls, and with angle brackets as they are. */
public final class JsonText {
    private static final Gson WRITER = new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

    private static final Gson INDENTED = WRITER.newBuilder().setPrettyPrinting().create();

    private JsonText() {
    }

    /** {@return an object of names and their values: texts, numbers, truth values, null, or JSON} */
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

    /** {@return the text with a line for each value, for a file that people read} */
    public static String indented(JsonElement element) {
        return INDENTED.toJson(element) + "\n";
    }

    /** {@return a number, or null where it is one that JSON can't say} */
    public static JsonElement number(double value) {
        return Double.isFinite(value) ? new JsonPrimitive(value) : JsonNull.INSTANCE;
    }
}
