// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import io.shmem4j.studies.pointer.JobValues;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table of a run of {@code oshrun bench} on this host.
 *
 * @param machine where it was, in the first table of a run
 * @param rows    the setting first, then the values of the other columns; null where this host can't have one
 */
public record HostBench(JsonObject machine, List<String> columns, List<List<Object>> rows, List<String> notes) {
    private static final List<String> QUICK = List.of("--trials", "1", "--trial-time", "10", "--warmup-time", "50");
    /** Factor for the warm-up by number of PEs, because many PEs share a core. */
    private static final Map<String, String> WARM_UPS = Map.of("2", "200", "64", "30");
    private static final String WARM_UP = "100";

    /** Runs a command of the suite and {@return its tables}; 0 trials mean a quick run */
    public static List<HostBench> run(int trials, String... words) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("shmem4j.root", "."), "oshrun")
            .toString()));
        command.addAll(List.of(words));
        command.addAll(trials > 0 ? List.of("--trials", String.valueOf(trials), "--warmup-time",
            WARM_UPS.getOrDefault(command.get(command.indexOf("-np") + 1), WARM_UP)) : QUICK);
        command.addAll(List.of("--format", "json"));
        return JobValues.outputOf(command, Map.of()).lines().filter(line -> line.startsWith("{"))
            .map(line -> new Gson().fromJson(line, HostBench.class)).toList();
    }

    /** {@return the last row's values by column, without units} */
    public Map<String, Double> last() {
        Map<String, Double> values = new LinkedHashMap<>();
        for (int column = 1; column < columns.size(); column++) {
            if (rows.getLast().get(column) instanceof Double value) {
                values.put(columns.get(column).replaceAll(" \\(.*", ""), value);
            }
        }
        return values;
    }
}
