// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.report;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/** A table in Markdown of one kernel in one class: a row for each variant and number of PEs. */
final class KernelTable {
    private KernelTable() {
    }

    /** {@return seconds, how many times faster than one PE, and the shares of the phases} */
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
