// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.experiment;

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
import java.util.function.Function;

/**
 * A publication: its figures and tables, in its order, and its results.
 *
 * @param id      the word that selects it
 * @param title   authors, title and place
 * @param name    its authors, in short
 * @param machine the machine that it is about; empty for the host
 * @param items   how much of it is made
 * @param notes   what a reader must know
 * @param figures its figures and tables
 * @param rows    its results
 */
public record Paper(String id, String title, String name, String machine, Items items, List<String> notes,
        List<Item> figures, List<Row> rows) {
    /** The words that select papers, in the order of a list. */
    public static final List<String> IDS = List.of("ramos", "putigny", "namashivayam", "petrovic", "kohler",
        "beyond");

    private static final String FOLDER = "/io/shmem4j/studies/published/";

    /**
     * What of a paper is made: its figures, tables, formulas and claims, counted one by one.
     *
     * @param made    how many
     * @param partly  what is made in part, and what is left
     * @param missing what is not made
     */
    public record Items(int made, List<String> partly, List<String> missing) {
        private static Items read(JsonObject items) {
            return new Items(items.get("made").getAsInt(), list(items, "partly", JsonElement::getAsString),
                list(items, "missing", JsonElement::getAsString));
        }
    }

    /**
     * A figure or table of a paper.
     *
     * @param id      the word that selects it
     * @param number  its number in the paper, or the section
     * @param shows   what it shows
     * @param label   what its picture proves
     * @param seconds that it takes, about
     */
    public record Item(String id, String number, String shows, Label label, int seconds) {
    }

    /** {@return all papers} */
    public static List<Paper> all() {
        return IDS.stream().map(Paper::read).toList();
    }

    /** {@return the results that belong to a figure} */
    public List<Row> rows(String figure) {
        return rows.stream().filter(row -> row.figure().equals(figure)).toList();
    }

    private static Paper read(String id) {
        try (Reader text = new InputStreamReader(Paper.class.getResourceAsStream(FOLDER + id + ".json"),
            StandardCharsets.UTF_8)) {
            JsonObject root = JsonParser.parseReader(text).getAsJsonObject();
            return new Paper(id, text(root, "paper"), text(root, "short"), text(root, "machine"),
                root.has("items") ? Items.read(root.getAsJsonObject("items")) : new Items(0, List.of(), List.of()),
                list(root, "notes", JsonElement::getAsString),
                list(root, "figures", element -> item(element.getAsJsonObject())),
                list(root, "rows", element -> row(element.getAsJsonObject())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Item item(JsonObject item) {
        return new Item(text(item, "id"), text(item, "number"), text(item, "shows"), Label.of(text(item, "label")),
            item.get("seconds").getAsInt());
    }

    private static Row row(JsonObject row) {
        return new Row(text(row, "id"), text(row, "figure"), text(row, "what"), text(row, "published"),
            Row.Demand.valueOf(text(row, "demand").toUpperCase(Locale.ROOT)), number(row, "least"),
            number(row, "tolerance"), Label.of(text(row, "label")), text(row, "by"), text(row, "reason"));
    }

    private static <T> List<T> list(JsonObject root, String name, Function<JsonElement, T> item) {
        List<T> items = new ArrayList<>();
        JsonArray array = root.getAsJsonArray(name);
        array.forEach(element -> items.add(item.apply(element)));
        return List.copyOf(items);
    }

    private static String text(JsonObject object, String name) {
        return object.has(name) ? object.get(name).getAsString() : "";
    }

    private static double number(JsonObject object, String name) {
        return object.has(name) ? object.get(name).getAsDouble() : Double.NaN;
    }
}
