// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of a machine or profile that this run multiplies, to see what depends on it.
 *
 * @param path   its path in the file, such as {@code latencyNs.memory}
 * @param factor 0 switches off a mechanism that has a name
 */
public record Change(String path, double factor) {
    /** The variable with the change. */
    public static final String VARIABLE = "SHMEM_SIM_CHANGE";

    private static final Pattern WORDS = Pattern.compile("([A-Za-z][A-Za-z0-9.]*)\\*([0-9]+(?:\\.[0-9]+)?)");
    /** Name of no mechanism in all files. */
    private static final String OFF = "none";
    private static final Set<String> TEXTS = Set.of("name", "title", "kind", "note");
    private static final Change NONE = new Change("", 1);
    private static final Set<String> KNOWN = new ConcurrentSkipListSet<>();
    private static volatile boolean found;

    /** {@return the change from a text {@code PATH*FACTOR}, no change from an empty text} */
    public static Change parse(String text) {
        if (text == null || text.isBlank()) {
            return NONE;
        }
        Matcher words = WORDS.matcher(text.strip());
        if (!words.matches()) {
            throw new IllegalArgumentException(VARIABLE + "=" + text + ": it is PATH*FACTOR, such as"
                + " latencyNs.memory*2");
        }
        return new Change(words.group(1), Double.parseDouble(words.group(2)));
    }

    private static Change now() {
        return parse(System.getenv(VARIABLE));
    }

    /** Changes the number in a file's contents, if the file has it. */
    static void apply(JsonObject root) {
        now().change(root);
        addPaths("", root);
    }

    /** Refuses a change of a number that is in no file read so far. */
    public static void requireFound() {
        if (!found && !now().equals(NONE)) {
            throw new IllegalArgumentException(VARIABLE + "=" + System.getenv(VARIABLE)
                + ": neither the machine nor the profile has this number"
                + "; they have " + String.join(", ", nearest(now().path)));
        }
    }

    /** {@return the known paths that begin like one, or all} */
    private static Collection<String> nearest(String path) {
        String part = path.split("\\.")[0];
        List<String> near = KNOWN.stream().filter(known -> known.split("\\.")[0].equals(part)).toList();
        return near.isEmpty() ? KNOWN : near;
    }

    private static void addPaths(String parent, JsonObject part) {
        part.asMap().forEach((name, value) -> {
            if (value instanceof JsonObject inner) {
                addPaths(parent + name + ".", inner);
            } else if (value instanceof JsonPrimitive && !TEXTS.contains(name)) {
                KNOWN.add(parent + name);
            }
        });
    }

    void change(JsonObject root) {
        JsonObject part = root;
        String[] names = path.split("\\.");
        for (int i = 0; i < names.length - 1; i++) {
            if (!(part.get(names[i]) instanceof JsonObject inner)) {
                return;
            }
            part = inner;
        }
        String name = names[names.length - 1];
        if (part.get(name) instanceof JsonPrimitive value) {
            part.add(name, changed(value));
            found = true;
        }
    }

    private JsonElement changed(JsonPrimitive value) {
        if (!value.isNumber()) {
            return factor > 0 ? value : new JsonPrimitive(OFF);
        }
        double number = value.getAsDouble() * factor;
        return new JsonPrimitive(value.getAsString().contains(".") ? number : Math.rint(number));
    }
}
