// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonDeserializationContext;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import io.shmem4j.studies.reproduce.Row.Label;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A publication: its figures and tables, in its order, and its results.
 *
 * @param id      the word that selects it
 * @param name    its authors, in short
 * @param machine the machine that it is about; empty for the host
 */
public record Paper(String id, String title, String name, String machine, Items items, List<String> notes,
        List<Item> figures, List<Row> rows) {
    /** The words that select papers, in the order of a list. */
    public static final List<String> IDS = List.of("ramos", "putigny", "namashivayam", "petrovic", "kohler",
        "beyond");

    private static final String FOLDER = "/io/shmem4j/studies/published/";

    /** Of a file, which says nothing of how much is made where there is no list of what could be. */
    public Paper {
        items = Objects.requireNonNullElse(items, new Items(0, List.of(), List.of()));
    }

    /**
     * What of a paper is made: its figures, tables, formulas and claims, counted one by one.
     *
     * @param partly  what is made in part, and what is left
     */
    public record Items(int made, List<String> partly, List<String> missing) {
    }

    /**
     * A figure or table of a paper.
     *
     * @param id      the word that selects it
     * @param number  its number in the paper, or the section
     * @param label   what its picture proves
     * @param seconds that it takes, about
     */
    public record Item(String id, String number, String shows, Label label, int seconds) {
    }

    public static List<Paper> all() {
        return IDS.stream().map(Paper::read).toList();
    }

    public List<Row> rows(String figure) {
        return rows.stream().filter(row -> row.figure().equals(figure)).toList();
    }

    private static Paper read(String id) {
        Gson words = new GsonBuilder().registerTypeHierarchyAdapter(Enum.class, (JsonDeserializer<?>) Paper::constant)
            .create();
        try (Reader text = new InputStreamReader(Paper.class.getResourceAsStream(FOLDER + id + ".json"),
            StandardCharsets.UTF_8)) {
            return words.fromJson(text, Paper.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the constant whose name is said in words} */
    private static Object constant(JsonElement words, Type type, JsonDeserializationContext context) {
        String name = words.getAsString().toUpperCase(Locale.ROOT).replace(' ', '_');
        return Arrays.stream(((Class<?>) type).getEnumConstants()).filter(one -> one.toString().equals(name))
            .findFirst().orElseThrow();
    }
}
