// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import com.google.gson.JsonObject;
import io.shmem4j.report.JsonText;
import java.util.Locale;

/** Formats reports. */
public final class ResultBlock {
    private ResultBlock() {
    }

    /** {@return the report in the usual layout, with microseconds} */
    public static String text(Result result) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%n %s Benchmark Completed.%n", result.benchmark()));
        line(text, "Class", result.npbClass().name());
        line(text, "Size", result.size());
        line(text, "Iterations", Integer.toString(result.iterations()));
        line(text, "Time in seconds", String.format(Locale.ROOT, "%.6f", result.seconds()));
        line(text, "Total processes", Integer.toString(result.pes()));
        line(text, "Mop/s total", String.format(Locale.ROOT, "%.2f", result.mops()));
        line(text, "Mop/s/process", String.format(Locale.ROOT, "%.2f", result.mops() / result.pes()));
        line(text, "Operation type", result.operation());
        line(text, "Verification", result.verification().name().replace('_', ' '));
        result.variant().forEach((name, value) -> line(text, name, value));
        line(text, "Warm-up", result.warmup() == 1 ? "1 untimed iteration, the rule"
            : result.warmup() + " untimed iterations, the rule is 1");
        line(text, "Total wall seconds, of that rehearsal", String.format(Locale.ROOT, "%.3f, %.3f",
            result.wall(), result.rehearsal()));
        if (!result.phases().isEmpty()) {
            text.append(String.format(Locale.ROOT, "%n %-24s %12s %12s %8s%n", "Phase", "mean s", "max s", "share"));
            for (PhaseTimers.Time phase : result.phases()) {
                text.append(String.format(Locale.ROOT, " %-24s %12.6f %12.6f %6.1f %%%n", phase.phase(), phase.mean(),
                    phase.max(), 100 * phase.mean() / result.seconds()));
            }
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String label, String value) {
        text.append(String.format(Locale.ROOT, " %-15s = %24s%n", label, value));
    }

    /** {@return the report as a line of JSON} */
    public static String json(Result result) {
        JsonObject line = JsonText.object("benchmark", result.benchmark(), "class", result.npbClass(), "size",
            result.size(), "iterations", result.iterations(), "warmup", result.warmup(), "seconds",
            JsonText.number(result.seconds()), "pes", result.pes(), "mops", JsonText.number(result.mops()),
            "operation", result.operation(), "verified", result.verification().right(), "wall_seconds",
            JsonText.number(result.wall()), "rehearsal_seconds", JsonText.number(result.rehearsal()));
        result.variant().forEach((name, value) -> line.addProperty(name.toLowerCase(Locale.ROOT).replace(' ', '_'),
            value));
        JsonObject phases = new JsonObject();
        result.phases().forEach(phase -> phases.add(phase.phase(), JsonText.object("mean",
            JsonText.number(phase.mean()), "max", JsonText.number(phase.max()))));
        line.add("phases", phases);
        return JsonText.of(line);
    }
}
