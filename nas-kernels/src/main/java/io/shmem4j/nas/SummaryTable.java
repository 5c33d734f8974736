// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/** A table in Markdown of all kernels: a row for each problem and variant, a column for each number of PEs. */
final class SummaryTable {
    private SummaryTable() {
    }

    /** {@return seconds and, behind them, the share of communication} */
    static String text(Summary summary) {
        StringBuilder text = new StringBuilder("| class | variant |");
        StringBuilder rule = new StringBuilder("|---|---|");
        for (int pes : summary.pes()) {
            text.append(" np ").append(pes).append(" |");
            rule.append("---|");
        }
        text.append(" wrong |\n").append(rule).append("---|\n");
        for (String problem : summary.problems()) {
            for (String variant : summary.variants(problem)) {
                row(text, summary, problem, variant);
            }
        }
        return text.append("""

            Seconds (median of repeated runs, the lower one of two), and the share of phases in which PEs wait for each
            other or move data; loads and stores amid other work are not in it.
            """)
            .toString();
    }

    private static void row(StringBuilder text, Summary summary, String problem, String variant) {
        SortedMap<Integer, Run> medians = summary.medians(problem, variant);
        text.append("| ").append(problem).append(" | ").append(variant).append(" |");
        for (int pes : summary.pes()) {
            Run run = medians.get(pes);
            text.append(run == null ? " |" : String.format(Locale.ROOT, " %.4f (%.0f %%)%s |", run.seconds(),
                100 * run.communication(), run.verified() == null ? " unverified" : ""));
        }
        text.append(' ').append(summary.wrong(problem, variant)).append(" |\n");
    }

    /** {@return a row for each variant and number of PEs: seconds, speed-up, and the shares of the phases} */
    static String text(Summary summary, String problem) {
        Set<String> phases = new LinkedHashSet<>();
        for (String variant : summary.variants(problem)) {
            summary.medians(problem, variant).values().forEach(run -> phases.addAll(run.phases().keySet()));
        }
        StringBuilder text = new StringBuilder("\n## ").append(problem)
            .append("\n\n| variant | np | seconds | speed-up | Mop/s |");
        StringBuilder rule = new StringBuilder("|---|---|---|---|---|");
        for (String phase : phases) {
            text.append(' ').append(phase).append(" |");
            rule.append("---|");
        }
        text.append('\n').append(rule).append('\n');
        for (String variant : summary.variants(problem)) {
            SortedMap<Integer, Run> medians = summary.medians(problem, variant);
            for (Map.Entry<Integer, Run> each : medians.entrySet()) {
                row(text, variant, each.getValue(), medians.get(1), phases);
            }
        }
        return text.toString();
    }

    private static void row(StringBuilder text, String variant, Run run, Run alone, Set<String> phases) {
        text.append(String.format(Locale.ROOT, "| %s | %d | %.4f | %s | %.1f |", variant, run.pes(), run.seconds(),
            alone == null ? "" : String.format(Locale.ROOT, "%.2f", alone.seconds() / run.seconds()), run.mops()));
        for (String phase : phases) {
            Double seconds = run.phases().get(phase);
            text.append(seconds == null ? " |"
                : String.format(Locale.ROOT, " %.1f %% |", 100 * seconds / run.seconds()));
        }
        text.append('\n');
    }
}
