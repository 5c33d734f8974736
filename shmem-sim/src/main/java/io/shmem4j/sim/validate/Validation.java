// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.validate;

import io.shmem4j.sim.machine.CoherentMachine;
import java.io.PrintStream;
import java.util.List;

/** The table of published results beside simulated ones. */
public final class Validation {
    private static final String FORMAT = "%-62s %-18s %-38s %-11s %-11s %-6s %s%n";

    private final List<Row> rows = PublishedFile.read();
    private final Checks checks = new Checks();

    /**
     * Validates one machine.
     *
     * @param machine the machine
     * @param brief whether to try fewer settings and leave out whole jobs
     * @param progress told about every whole job that has ended
     */
    public Validation(CoherentMachine machine, boolean brief, PrintStream progress) {
        new ChipChecks(machine, brief).addTo(checks);
        new CollectiveChecks(machine, brief).addTo(checks);
        if (!brief) {
            JobsAhead jobs = new JobsAhead(progress);
            new SortChecks(jobs).addTo(checks);
            new SolverChecks(jobs).addTo(checks);
            new StudyChecks(jobs).addTo(checks);
        }
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
