// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonDeserializationContext;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
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
 * @param id       the word that selects it
 * @param name     its authors, in short
 * @param machine  the simulated machines
 * @param findings everything that the paper shows or says; empty where there is no paper
 */
public record Paper(String id, String title, String name, String machine, List<String> notes,
        List<Finding> findings, List<Item> figures, List<Row> rows) {
    /** Words that select papers, in the order of lists. */
    public static final List<String> IDS = List.of("ramos", "putigny", "namashivayam", "petrovic", "kohler");

    private static final Gson JSON = new GsonBuilder().registerTypeHierarchyAdapter(Enum.class,
        (JsonDeserializer<?>) Paper::constant).create();
    private static final List<Paper> ALL = IDS.stream().map(Paper::read).toList();

    /** Replaces missing fields by defaults. */
    public Paper {
        findings = Objects.requireNonNullElse(findings, List.of());
    }

    /**
     * A figure, table, formula or result of a paper.
     *
     * @param claims ids of the claims that decide whether it is reproduced
     * @param shown  where it is visible if no claim decides; otherwise empty
     * @param left   the part that is not reproduced; otherwise empty
     * @param extra  whether it is a remark, a repetition or a headline beside the counted results
     * @param unreachable whether no code can show it, for the reason left
     */
    public record Finding(String what, List<String> claims, String shown, String left, boolean extra,
            boolean unreachable) {
        /** Replaces missing fields by defaults. */
        public Finding {
            claims = Objects.requireNonNullElse(claims, List.of());
            shown = Objects.requireNonNullElse(shown, "");
            left = Objects.requireNonNullElse(left, "");
        }

        boolean made() {
            return !claims.isEmpty() || !shown.isEmpty();
        }
    }

    /**
     * A figure or table of a paper.
     *
     * @param id     the word that selects it
     * @param number its number in the paper, or the section
     */
    public record Item(String id, String number, String shows) {
    }

    /** {@return the claim with an id} */
    static Row row(String id) {
        return all().stream().flatMap(paper -> paper.rows.stream()).filter(row -> row.id().equals(id)).findFirst()
            .orElseThrow();
    }

    public static List<Paper> all() {
        return ALL;
    }

    public List<Row> rows(String figure) {
        return rows.stream().filter(row -> row.figure().equals(figure)).toList();
    }

    private static Paper read(String id) {
        try (Reader text = new InputStreamReader(Paper.class.getResourceAsStream("/io/shmem4j/studies/published/" + id
            + ".json"), StandardCharsets.UTF_8)) {
            return JSON.fromJson(text, Paper.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the enum constant for a text} */
    private static Object constant(JsonElement words, Type type, JsonDeserializationContext context) {
        String name = words.getAsString().toUpperCase(Locale.ROOT).replace(' ', '_');
        return Arrays.stream(((Class<?>) type).getEnumConstants()).filter(one -> one.toString().equals(name))
            .findFirst().orElseThrow();
    }
}
