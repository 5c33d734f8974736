// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import io.shmem4j.config.ByteSize;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * One object of a machine file, or of another file of numbers. Every field read is remembered, so that {@link #close}
 * can refuse unread fields, because a misspelt optional field must not go unnoticed.
 */
public final class Section implements AutoCloseable {
    private static final String NOTE = "note";
    /** Bounds of positive numbers, which keep times in range. */
    private static final double MOST = 1e9;
    private static final double LEAST = 1e-6;
    private static final long LEAST_HEAP = 1L << 20;

    private final String file;
    private final String path;
    private final JsonObject object;
    private final Set<String> known = new HashSet<>();

    private Section(String file, String path, JsonObject object) {
        this.file = file;
        this.path = path;
        this.object = object;
        known.add(NOTE);
    }

    /** {@return the result of a reader of a file's root object} */
    static <T> T load(String nameOrPath, String folder, List<String> bundled, Function<Section, T> what) {
        try {
            return read(nameOrPath, MachineFile.open(nameOrPath, folder, bundled), what);
        } catch (IOException e) {
            throw MachineFile.refusal(nameOrPath, "$", "can't be read: " + e, e);
        }
    }

    /** {@return the result of a reader of a text's root object} Closes the text and refuses unread fields. */
    public static <T> T read(String file, Reader text, Function<Section, T> what) {
        try (text; Section root = parse(file, text)) {
            return what.apply(root);
        } catch (IOException e) {
            throw MachineFile.refusal(file, "$", "can't be read: " + e, e);
        }
    }

    static Section parse(String file, Reader text) {
        JsonElement root;
        try {
            String whole = text.readAllAsString();
            refuseTwins(file, reader(whole));
            root = JsonParser.parseReader(reader(whole));
        } catch (CharacterCodingException e) {
            throw MachineFile.refusal(file, "$", "is no text in UTF-8", e);
        } catch (IOException | JsonParseException e) {
            throw MachineFile.refusal(file, "$", "not JSON: " + e.getMessage().lines().findFirst().orElseThrow()
                .replaceFirst("^Use .* to accept ", ""), e);
        }
        if (!root.isJsonObject()) {
            throw MachineFile.refusal(file, "$", "must be a JSON object");
        }
        Change.apply(root.getAsJsonObject());
        return new Section(file, "$", root.getAsJsonObject());
    }

    private static JsonReader reader(String text) {
        JsonReader reader = new JsonReader(new StringReader(text));
        reader.setStrictness(Strictness.STRICT);
        return reader;
    }

    /** Refuses an object that has a field twice: the parser would take the last one. */
    private static void refuseTwins(String file, JsonReader reader) throws IOException {
        Deque<Set<String>> open = new ArrayDeque<>();
        for (JsonToken next = reader.peek(); next != JsonToken.END_DOCUMENT; next = reader.peek()) {
            switch (next) {
                case BEGIN_OBJECT -> {
                    reader.beginObject();
                    open.push(new HashSet<>());
                }
                case END_OBJECT -> {
                    reader.endObject();
                    open.pop();
                }
                case BEGIN_ARRAY -> reader.beginArray();
                case END_ARRAY -> reader.endArray();
                case NAME -> {
                    if (!open.element().add(reader.nextName())) {
                        throw MachineFile.refusal(file, reader.getPath(), "is there twice");
                    }
                }
                default -> reader.skipValue();
            }
        }
    }

    boolean has(String field) {
        return object.has(field);
    }

    Section section(String field) {
        JsonElement value = required(field);
        if (!value.isJsonObject()) {
            throw wrong(field, "must be an object");
        }
        return new Section(file, path + "." + field, value.getAsJsonObject());
    }

    /** {@return an inner object, empty where the file has none} */
    Section optional(String field) {
        return has(field) ? section(field) : new Section(file, path + "." + field, new JsonObject());
    }

    /** {@return the result of a reader of an inner object} Refuses fields that it has not read. */
    public <T> T read(String field, Function<Section, T> what) {
        try (Section part = section(field)) {
            return what.apply(part);
        }
    }

    String text(String field) {
        JsonElement value = required(field);
        if (!value.isJsonPrimitive() || !value.getAsJsonPrimitive().isString() || value.getAsString().isBlank()) {
            throw wrong(field, "must be a text");
        }
        return value.getAsString();
    }

    /** {@return the constant with a lower-case name} */
    <E extends Enum<E>> E choice(String field, E[] constants) {
        String value = text(field);
        for (E constant : constants) {
            if (value.equals(constant.name().toLowerCase(Locale.ROOT))) {
                return constant;
            }
        }
        throw wrong(field, "must be one of " + Arrays.toString(constants).toLowerCase(Locale.ROOT));
    }

    double atLeast(String field, double least) {
        double value = number(field);
        if (!(value >= least && value <= MOST)) {
            throw wrong(field, "must be at least " + least + " and at most " + MOST + ", not " + value);
        }
        return value;
    }

    /** {@return a number of at least 0, which is 0 where the file has none} */
    double orNone(String field) {
        return has(field) ? atLeast(field, 0) : 0;
    }

    /** {@return picoseconds of a time in nanoseconds} */
    long nanos(String field) {
        return Math.round(atLeast(field, 0) * 1e3);
    }

    /** {@return picoseconds of a time in microseconds} */
    public long micros(String field) {
        return Math.round(atLeast(field, 0) * 1e6);
    }

    double positive(String field) {
        double value = number(field);
        if (!(value >= LEAST && value <= MOST)) {
            throw wrong(field, "must be positive, from " + LEAST + " to " + MOST + ", not " + value);
        }
        return value;
    }

    int whole(String field, int least, int most) {
        return whole(field, required(field), least, most);
    }

    private int whole(String field, JsonElement element, int least, int most) {
        double value = number(field, element);
        if (value != Math.rint(value) || value < least || value > most) {
            throw wrong(field, "must be a whole number from " + least + " to " + most + ", not " + element);
        }
        return (int) value;
    }

    /** {@return a non-empty list of pairs of a column and a row} */
    List<int[]> places(String field, int columns, int rows) {
        JsonElement value = required(field);
        if (!value.isJsonArray() || value.getAsJsonArray().isEmpty()) {
            throw wrong(field, "must be a list of places");
        }
        List<int[]> places = new ArrayList<>();
        for (JsonElement place : value.getAsJsonArray()) {
            String name = field + "[" + places.size() + "]";
            if (!place.isJsonArray() || place.getAsJsonArray().size() != 2) {
                throw wrong(name, "must be a column and a row");
            }
            places.add(new int[] {whole(name, place.getAsJsonArray().get(0), 0, columns - 1),
                whole(name, place.getAsJsonArray().get(1), 0, rows - 1)});
        }
        return places;
    }

    /** {@return a number of bytes, given as a number or as a text such as "512k"} */
    long bytes(String field) {
        JsonElement value = required(field);
        if (value.isJsonPrimitive()) {
            try {
                return ByteSize.parse(value.getAsString());
            } catch (IllegalArgumentException e) {
                throw MachineFile.refusal(file, path + "." + field, e.getMessage(), e);
            }
        }
        throw wrong(field, "must be a number of bytes");
    }

    /** {@return the size of a memory with room for each core's own part and a heap} */
    long memory(String field, int cores, long own) {
        long bytes = bytes(field);
        long least = cores * (own + LEAST_HEAP);
        if (bytes < least) {
            throw wrong(field, "must be at least " + ByteSize.format(least) + ", not " + ByteSize.format(bytes));
        }
        return bytes;
    }

    IllegalArgumentException wrong(String field, String problem) {
        return MachineFile.refusal(file, path + "." + field, problem);
    }

    private double number(String field) {
        return number(field, required(field));
    }

    private double number(String field, JsonElement value) {
        if (!value.isJsonPrimitive() || !value.getAsJsonPrimitive().isNumber()) {
            throw wrong(field, "must be a number, not " + value);
        }
        return value.getAsDouble();
    }

    private JsonElement required(String field) {
        known.add(field);
        JsonElement value = object.get(field);
        if (value == null) {
            throw wrong(field, "is missing");
        }
        return value;
    }

    /** Refuses fields that were not read. */
    @Override
    public void close() {
        for (String field : object.keySet()) {
            if (!known.contains(field)) {
                throw wrong(field, "is not a field of this object (fields read: " + String.join(", ",
                    known.stream().sorted().toList()) + ")");
            }
        }
    }
}
