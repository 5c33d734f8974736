// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.studies.reproduce.Row.Label;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The state of all papers' claims, according to the figures in a folder. */
public final class Standing {
    private final Map<String, Outcome> outcomes = new HashMap<>();
    private final Map<String, Row> rows = new HashMap<>();
    private final Map<String, Result> results = new HashMap<>();

    private Standing() {
    }

    /** {@return the state for a folder; empty if there are no figures} */
    public static Standing of(Path folder) throws IOException {
        Standing standing = new Standing();
        for (Paper paper : Paper.all()) {
            for (Paper.Item item : paper.figures()) {
                Outcome outcome = Outcome.read(folder.resolve(item.id() + ".json"));
                if (outcome != null) {
                    standing.outcomes.put(item.id(), outcome);
                    standing.results.putAll(outcome.claims());
                }
            }
            paper.rows().forEach(row -> standing.rows.put(row.id(), row));
        }
        return standing;
    }

    /** {@return the outcome of a figure, or null if it was not made} */
    Outcome outcome(String figure) {
        return outcomes.get(figure);
    }

    public boolean tried(Row row) {
        return results.containsKey(row.id());
    }

    Result result(Row row) {
        return results.get(row.id());
    }

    /** {@return what a tried claim proves} */
    public Label proves(Row row) {
        return row.proves(result(row));
    }

    String explained(Row row) {
        return row.explained(result(row), this::text);
    }

    /** {@return the result of a claim as text, for insertion into texts of other claims} */
    String text(String claim) {
        return results.containsKey(claim) ? results.get(claim).text()
            .replaceFirst("(; at most \\d+ % of passes [^;]*)?; (with|in) \\d+ of \\d+ (seeds|runs)$", "")
            : "(not tried)";
    }

    /** {@return the number of tried claims by what they prove} */
    public Map<Label, Integer> counts(List<Row> tried) {
        Map<Label, Integer> counts = new EnumMap<>(Label.class);
        tried.stream().filter(this::tried).forEach(row -> counts.merge(proves(row), 1, Integer::sum));
        return counts;
    }

    /** {@return a line per missed claim with its reason} */
    public List<String> missed(Stream<Paper> papers) {
        return papers.flatMap(paper -> paper.rows().stream().filter(this::tried)
            .filter(row -> proves(row) == Label.MISSED).map(row -> paper.name() + ", " + paper.number(row.figure())
                + ": " + row.what() + ": published " + row.published() + ", here " + result(row).text() + "; "
                + explained(row))).toList();
    }

    /** {@return how much of a finding is reproduced, or null if one of its claims was not tried} */
    Extent extent(Paper.Finding finding) {
        List<Row> claims = finding.claims().stream().map(rows::get).toList();
        if (!finding.made()) {
            return Extent.NOT_MADE;
        }
        return !claims.stream().allMatch(this::tried) ? null : !finding.left().isEmpty() ? Extent.IN_PART
            : claims.stream().allMatch(row -> row.met(result(row))) ? Extent.COMES_OUT : Extent.MISSED;
    }

    /** {@return the strongest label of a finding's claims} */
    Label best(Paper.Finding finding) {
        return finding.claims().stream().map(claim -> proves(rows.get(claim))).max(Comparator.naturalOrder())
            .orElseThrow();
    }

    /** How much of a finding is reproduced: all if all of its claims hold and nothing is left out. */
    enum Extent {
        COMES_OUT, MISSED, IN_PART, NOT_MADE;

        String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
