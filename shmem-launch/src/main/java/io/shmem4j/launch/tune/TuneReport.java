// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.collective.cost.CostRow;
import io.shmem4j.collective.cost.CostSection;
import io.shmem4j.collective.cost.CostSection.LineCosts;
import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.collective.cost.CostTable;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.launch.Machine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What {@code --tune} prints: the machine's costs, and for each collective and length the fastest algorithms. */
final class TuneReport {
    private static final long[] LENGTHS = {4, 1 << 10, 64 << 10, 1 << 20};
    private static final int NAMED = 3;

    private final StringBuilder text = new StringBuilder();

    private TuneReport() {
    }

    static String of(CostTable table, TuneRun.TuneJobs jobs) {
        TunePlan plan = jobs.plan;
        TuneReport report = new TuneReport();
        report.line("%s: %d core%s", table.machine(), table.cores(), table.cores() == 1 ? "" : "s");
        report.machine(jobs.machine, jobs.machine.line());
        for (CostSection section : table.sections()) {
            report.section(section, plan);
        }
        if (!plan.complete()) {
            report.line("");
            report.line("%d PEs keep the library's own times; --tune=%.0f is long enough to measure them",
                plan.largest(), Math.ceil(plan.largestSeconds()));
        }
        report.line("");
        report.line("written: %s, by which collectives choose from now on", Machine.costs());
        return report.text.toString();
    }

    private void machine(MachineCosts machine, LineCosts line) {
        line("");
        line("one cache line, ns:     own cache %.1f, another core's %.1f, memory %.1f, each further reader %.1f",
            line.own(), line.remote(), line.memory(), line.reader());
        line("messages of N lines, ns: %.1f N + %.1f - %.1f / N from caches", machine.get("cached.o"),
            machine.get("cached.q"), machine.get("cached.p"));
    }

    private void section(CostSection section, TunePlan plan) {
        line("");
        line(section.load() == Load.OWN ? "A core for each PE" : "More PEs than cores");
        line("  signal %.0f ns", section.signal());
        line("  fastest algorithms (us a call):");
        for (Operation operation : Operation.values()) {
            for (TunePlan.Step step : plan.steps()) {
                List<CostRow> rows = section.rows().stream()
                    .filter(row -> row.operation() == operation && row.pes() == step.pes()).toList();
                if (!rows.isEmpty()) {
                    line("  %-13s %4d PEs  %s", operation.word(), step.pes(), fastest(rows, operation));
                }
            }
        }
    }

    private static String fastest(List<CostRow> rows, Operation operation) {
        if (operation == Operation.BARRIER) {
            return named(rows, operation, 0);
        }
        List<String> cells = new ArrayList<>();
        for (long length : LENGTHS) {
            if (length <= rows.getFirst().bytes()[rows.getFirst().bytes().length - 1]) {
                cells.add(size(length) + " " + named(rows, operation, length));
            }
        }
        return String.join(" | ", cells);
    }

    private static String named(List<CostRow> rows, Operation operation, long length) {
        List<String> names = rows.stream().sorted(Comparator.comparingDouble(row -> row.at(length))).limit(NAMED)
            .map(row -> String.format(Locale.ROOT, "%s %.3g", operation.algorithm(row.algorithm()),
                row.at(length) * 1e-3)).toList();
        return String.join(", ", names);
    }

    private static String size(long bytes) {
        return bytes < 1 << 10 ? bytes + " B:" : bytes < 1 << 20 ? (bytes >> 10) + " KiB:" : (bytes >> 20) + " MiB:";
    }

    private void line(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
