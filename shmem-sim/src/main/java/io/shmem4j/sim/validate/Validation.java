// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.validate;

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
     * {@return how many demands were missed}
     *
     * @param out for the table
     */
    public int run(PrintStream out) {
        int missed = 0;
        int done = 0;
        out.printf(FORMAT, "what", "published", "simulated", "deviation", "demand", "", "where it comes from");
        for (Row row : rows) {
            if (!checks.has(row.id())) {
                continue;
            }
            Result result = checks.run(row.id());
            boolean met = row.met(result);
            out.printf(FORMAT, row.what(), row.published(), result.text(), row.deviation(result), row.demanded(),
                met ? "pass" : "FAIL", row.label());
            done++;
            missed += met ? 0 : 1;
        }
        out.println(missed == 0 ? done + " demands, all met" : missed + " of " + done + " demands missed");
        return missed;
    }
}
