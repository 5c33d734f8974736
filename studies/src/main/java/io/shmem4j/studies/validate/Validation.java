// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.validate;

import java.io.PrintStream;
import java.util.List;

/** The table of published results beside simulated ones. */
public final class Validation {
    private static final String FORMAT = "%-62s %-18s %-38s %-11s %-11s %-6s %s%n";

    private final List<Row> rows;
    private final Checks checks;

    /**
     * Validates one machine.
     *
     * @param published name of the published results
     * @param checks    what finds the simulated ones
     */
    public Validation(String published, Checks checks) {
        this.rows = PublishedFile.read(published);
        this.checks = checks;
        for (String id : checks.ids()) {
            if (rows.stream().noneMatch(row -> row.id().equals(id))) {
                throw new IllegalStateException("no published result belongs to the check " + id);
            }
        }
    }

    /**
     * {@return how many demands were missed that are not known to be}
     *
     * @param out for the table
     */
    public int run(PrintStream out) {
        int missed = 0;
        int known = 0;
        int done = 0;
        out.printf(FORMAT, "what", "published", "simulated", "deviation", "demand", "", "where it comes from");
        for (Row row : rows) {
            if (!checks.has(row.id())) {
                continue;
            }
            Result result = checks.run(row.id());
            boolean met = row.met(result);
            boolean expected = !met && row.missKnown();
            out.printf(FORMAT, row.what(), row.published(), result.text(), row.deviation(result), row.demanded(),
                met ? "pass" : expected ? "miss" : "FAIL", row.label() + (met || !expected ? "" : ": " + row.reason()));
            done++;
            known += expected ? 1 : 0;
            missed += met || expected ? 0 : 1;
        }
        out.println(missed + known == 0 ? done + " demands, all met" : missed + known + " of " + done
            + " demands missed" + (known == 0 ? "" : ", " + known + " of them known and explained"));
        return missed;
    }
}
