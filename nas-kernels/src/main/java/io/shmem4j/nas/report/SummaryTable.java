// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.report;

import java.util.Locale;
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
                100 * (run.reduction() + run.remote()), run.verified() == null ? " unverified" : ""));
        }
        text.append(' ').append(summary.wrong(problem, variant)).append(" |\n");
    }
}
