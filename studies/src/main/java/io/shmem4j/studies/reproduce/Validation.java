// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.studies.reproduce.Row.Label;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Prints a table of published results and those obtained here. */
final class Validation {
    private static final String FORMAT = "%-62s %-18s %-38s %-11s %-12s %-5s %s%n";

    private final PrintStream out;
    private final Map<Label, Integer> counts = new EnumMap<>(Label.class);
    private int known;
    private int unknown;

    Validation(PrintStream out) {
        this.out = out;
    }

    void head() {
        out.printf(FORMAT, "what", "published", "here", "deviation", "our demand", "", "what it proves");
    }

    void add(Row row, Result result, UnaryOperator<String> others) {
        boolean met = row.met(result);
        boolean expected = !met && row.missKnown();
        out.printf(FORMAT, row.what(), row.published(), result.text(), row.deviation(result), row.demanded(),
            met ? "pass" : expected ? "miss" : "FAIL", row.explained(result, others));
        counts.merge(row.proves(result), 1, Integer::sum);
        known += expected ? 1 : 0;
        unknown += met || expected ? 0 : 1;
    }

    /**
     * Prints the counts.
     *
     * @return the number of missed demands without a known reason
     */
    int end() {
        int done = counts.values().stream().mapToInt(Integer::intValue).sum();
        if (done == 0) {
            out.println("no claims");
            return 0;
        }
        out.println(unknown + known == 0 ? done + " demands, all met" : unknown + known + " of " + done
            + " demands missed" + (known == 0 ? "" : ", " + known + " of them known and explained"));
        out.println(Label.counts(counts) + "; what is fed in or by construction reproduces nothing");
        return unknown;
    }
}
