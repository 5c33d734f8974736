// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.shmem4j.config.Setting;
import io.shmem4j.sim.SimMain;
import io.shmem4j.sim.SimSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A run of a NAS kernel on the study's chip with its library, whose reductions use pointers. Loops use vectors, as
 * they do under the launcher.
 *
 * @param seconds    simulated time, in whole microseconds
 * @param reductions mean time of a PE in sums over all PEs
 * @param remote     mean time of a PE in phases that wait or move data, except reductions
 */
public record NasRun(double seconds, double reductions, double remote) {
    private static final Set<String> REDUCTION = Set.of("reduction");
    private static final Set<String> REMOTE = Set.of("exchange counts", "move keys", "exchange");

    /** Java heap of the one JVM that holds all PEs' private arrays. */
    private static final String MOST_MEMORY = "-Xmx8g";

    /** {@return a future of a run of {@code oshrun nas}} */
    public static Supplier<NasRun> now(Jobs jobs, int pes, String command, String heap) {
        return jobs.now(command + " on " + pes + " PEs", () -> run(pes, command, heap));
    }

    private static NasRun run(int pes, String command, String heap) {
        List<String> words = new ArrayList<>(List.of(MOST_MEMORY, "--add-modules=jdk.incubator.vector",
            SimMain.class.getName(), "io.shmem4j.nas.Nas"));
        words.addAll(List.of((command + " --json").split(" ")));
        String profile = command.contains("messages") ? "two-sided" : "gasnet";
        JsonObject run = JsonParser.parseString(JobValues.output(words, Map.of(Setting.NPES.variable(),
            Integer.toString(pes), SimSetting.MACHINE.variable(), "knc-se10p", SimSetting.PROFILE.variable(), profile,
            SimSetting.SEED.variable(), "0", Setting.REDUCE_TRANSFER.variable(), "direct",
            Setting.SYMMETRIC_SIZE.variable(), heap))).getAsJsonObject();
        return new NasRun(Math.round(1e6 * run.get("seconds").getAsDouble()) / 1e6, mean(run, REDUCTION),
            mean(run, REMOTE));
    }

    private static double mean(JsonObject run, Set<String> phases) {
        return run.getAsJsonObject("phases").entrySet().stream().filter(phase -> phases.contains(phase.getKey()))
            .mapToDouble(phase -> phase.getValue().getAsJsonObject().get("mean").getAsDouble()).sum();
    }
}
