// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.reflect.TypeToken;
import io.shmem4j.report.JsonText;
import io.shmem4j.studies.reproduce.Row.Label;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The state of all papers' claims, according to the results in a folder. */
public final class Standing {
    private static final String FILE = "results.json";
    private static final Gson JSON = new GsonBuilder().serializeSpecialFloatingPointValues().create();

    private final Path folder;
    private final Map<String, Outcome> outcomes = new TreeMap<>();
    private final Map<String, Row> rows = new HashMap<>();

    /**
     * The results of a figure.
     *
     * @param iterations repetitions of each setting; 0 for as many as were published
     * @param claims     results by the ids of the claims
     */
    record Outcome(int iterations, String title, List<String> notes, Map<String, Result> claims) {
    }

    private Standing(Path folder) {
        this.folder = folder;
    }

    /** {@return the state for a folder; empty if there are no figures} */
    public static Standing of(Path folder) throws IOException {
        Standing standing = new Standing(folder);
        Path file = folder.resolve(FILE);
        if (Files.isRegularFile(file)) {
            try {
                Map<String, Outcome> kept = JSON.fromJson(Files.readString(file), new TypeToken<>() { });
                standing.outcomes.putAll(kept == null ? Map.of() : kept);
            } catch (JsonParseException e) {
                // A run was interrupted while it wrote; its figures are made again.
            }
        }
        Paper.all().forEach(paper -> paper.rows().forEach(row -> standing.rows.put(row.id(), row)));
        return standing;
    }

    /** Keeps the results of a figure. */
    void add(String figure, Outcome outcome) throws IOException {
        outcomes.put(figure, outcome);
        Files.writeString(folder.resolve(FILE), JsonText.indented(JSON.toJsonTree(outcomes)));
    }

    /** {@return the outcome of a figure, or null if it was not made} */
    Outcome outcome(String figure) {
        return outcomes.get(figure);
    }

    public boolean tried(Row row) {
        return result(row) != null;
    }

    Result result(Row row) {
        return outcomes.containsKey(row.figure()) ? outcomes.get(row.figure()).claims().get(row.id()) : null;
    }

    /** {@return the verdict on a tried claim} */
    public Label proves(Row row) {
        return row.proves(result(row));
    }

    /** {@return the number of tried claims by verdict} */
    public Map<Label, Integer> counts(List<Row> tried) {
        Map<Label, Integer> counts = new EnumMap<>(Label.class);
        tried.stream().filter(this::tried).forEach(row -> counts.merge(proves(row), 1, Integer::sum));
        return counts;
    }

    /** {@return a line per missed or unreachable claim with its reason} */
    public List<String> missed(Stream<Paper> papers) {
        return papers.flatMap(paper -> paper.rows().stream().filter(this::tried)
            .filter(row -> !row.met(result(row))).map(row -> paper.name() + ", " + row.figure() + ", "
                + row.id() + ": " + row.what() + ": published " + row.published() + ", here "
                + row.shown(result(row)) + "; " + row.explained(result(row)))).toList();
    }

    /** {@return the extents of a part of what a paper shows or says} */
    List<Extent> extents(Paper paper, Part part) {
        return paper.findings().stream().filter(finding -> part(finding) == part).map(this::extent)
            .filter(Objects::nonNull).toList();
    }

    private Part part(Paper.Finding finding) {
        return !finding.extra() ? Part.RESULT : finding.claims().stream().map(rows::get)
            .anyMatch(row -> !row.headline().isEmpty()) ? Part.HEADLINE : Part.EXTRA;
    }

    /** {@return the number of results by extent, as text} */
    public String results(List<Paper> papers) {
        List<Extent> all = papers.stream().flatMap(paper -> extents(paper, Part.RESULT).stream()).toList();
        return all.size() + " results: " + Stream.of(Extent.values()).map(extent -> Collections.frequency(all, extent)
            + " " + extent.words()).collect(Collectors.joining(", "));
    }

    /** {@return how much of a finding is reproduced, or null if one of its claims was not tried} */
    Extent extent(Paper.Finding finding) {
        List<Row> claims = finding.claims().stream().map(rows::get).toList();
        if (!finding.made()) {
            return finding.unreachable() ? Extent.UNREACHABLE : Extent.NOT_MADE;
        }
        if (!claims.stream().allMatch(this::tried)) {
            return null;
        }
        return claims.stream().anyMatch(row -> proves(row) == Label.MISSED) ? Extent.MISSED
            : claims.stream().anyMatch(row -> proves(row) == Label.UNREACHABLE) ? Extent.UNREACHABLE
            : !finding.left().isEmpty() ? Extent.IN_PART : claims.isEmpty() ? Extent.IMPLEMENTED : Extent.COMES_OUT;
    }

    /** {@return the weakest label of a finding's claims, all of which have to hold} */
    Label weakest(Paper.Finding finding) {
        return finding.claims().stream().map(claim -> proves(rows.get(claim))).min(Comparator.naturalOrder())
            .orElseThrow();
    }

    /** What a finding is counted among. */
    enum Part {
        RESULT("of the results"),
        /** It is a headline beside the results, and in the table of headlines. */
        HEADLINE("of the headlines that no result stands for"),
        /** It is a remark or a repetition. */
        EXTRA("of the extras");

        private final String words;

        Part(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** How much of a finding is reproduced. */
    enum Extent {
        /** All of its claims hold, and nothing is left out. */
        COMES_OUT,
        /** All of its claims hold, and something is left out. */
        IN_PART, MISSED,
        /** All of its missed claims are unreachable. */
        UNREACHABLE,
        /** There is code and no number to compare. */
        IMPLEMENTED, NOT_MADE;

        String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
