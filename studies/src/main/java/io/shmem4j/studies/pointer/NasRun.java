// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.shmem4j.config.Setting;
import io.shmem4j.sim.SimMain;
import io.shmem4j.sim.SimSetting;
import io.shmem4j.sim.machine.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs of the NAS kernels on the study's chip with its library, whose reductions use pointers. Loops use vectors, as
 * they do under the launcher.
 */
public final class NasRun {
    private static final Pattern TIME = Pattern.compile("Time in seconds\\s*=\\s*([0-9.]+)");

    private static final Set<String> REDUCTION = Set.of("reduction");
    /** Phases in which PEs wait or move data, except reductions. */
    private static final Set<String> REMOTE = Set.of("exchange counts", "move keys", "exchange");

    /** Java heap of the one JVM that holds all PEs' private arrays. */
    private static final String MOST_MEMORY = "-Xmx8g";

    /** Suffix of a command for the chip that also prefetches lines from memory. */
    public static final String MEMORY = " (memory prefetched)";

    private NasRun() {
    }

    /**
     * {@return a future of the simulated time of a run of {@code oshrun nas}}
     *
     * @param change a change of one of the chip's numbers, or empty
     */
    public static Supplier<Double> now(Jobs jobs, int pes, String command, String heap, String change) {
        return jobs.now((command + " on " + pes + " PEs " + change).strip(), () -> seconds(pes, command, heap,
            change));
    }

    /**
     * {@return a future of a run's time and of a PE's time in sums over all PEs, in seconds}
     *
     * @param change a change of one of the chip's numbers, or empty
     */
    public static Supplier<double[]> sums(Jobs jobs, int pes, String command, String heap, String change) {
        return jobs.now(command + " on " + pes + " PEs, with its sums " + change, () -> {
            JsonObject run = json(pes, command, heap, change, 0);
            if (!run.get("verified").getAsBoolean()) {
                throw new IllegalStateException("the run was not verified: " + run);
            }
            return new double[] {run.get("seconds").getAsDouble(), mean(run, REDUCTION)};
        });
    }

    /**
     * {@return the percentages of sums over all PEs and of remote accesses in a run by put and get}
     *
     * @param change a change of one of the chip's numbers, or empty
     * @param seed seed of random events, such as the operating system taking the last core; 0 for none
     */
    public static double[] shares(int pes, String command, String heap, String change, long seed) {
        JsonObject run = json(pes, command + " --transfer putget --warmup 0", heap, change, seed);
        return Stream.of(REDUCTION, REMOTE).mapToDouble(phases -> mean(run, phases) / run.get("seconds").getAsDouble())
            .map(share -> Math.round(1e3 * share) / 10.0).toArray();
    }

    private static JsonObject json(int pes, String command, String heap, String change, long seed) {
        return JsonParser.parseString(output(pes, command + " --json", heap, "gasnet", change, seed))
            .getAsJsonObject();
    }

    /** {@return a PE's seconds in some phases} */
    private static double mean(JsonObject run, Set<String> phases) {
        return run.getAsJsonObject("phases").entrySet().stream().filter(phase -> phases.contains(phase.getKey()))
            .mapToDouble(phase -> phase.getValue().getAsJsonObject().get("mean").getAsDouble()).sum();
    }

    private static double seconds(int pes, String command, String heap, String change) {
        boolean memory = command.endsWith(MEMORY);
        String text = output(pes, command.replace(MEMORY, ""), heap, command.contains("messages") ? "two-sided"
            : memory ? "gasnet-memory" : "gasnet", change, 0);
        Matcher time = TIME.matcher(text);
        if (!time.find() || text.contains("UNSUCCESSFUL")) {
            throw new IllegalStateException("the run was not verified: " + text);
        }
        return Double.parseDouble(time.group(1));
    }

    private static String output(int pes, String command, String heap, String profile, String change,
            long seed) {
        List<String> words = new ArrayList<>(List.of(MOST_MEMORY, "--add-modules=jdk.incubator.vector",
            SimMain.class.getName(), "io.shmem4j.nas.Nas"));
        words.addAll(List.of(command.split(" ")));
        Map<String, String> variables = new HashMap<>(Map.of(Setting.NPES.variable(), Integer.toString(pes),
            SimSetting.MACHINE.variable(), "knc-se10p", SimSetting.PROFILE.variable(), profile,
            SimSetting.SEED.variable(), Long.toString(seed), Setting.REDUCE_TRANSFER.variable(), "direct",
            Setting.SYMMETRIC_SIZE.variable(), heap));
        if (!change.isEmpty()) {
            variables.put(Change.VARIABLE, change);
        }
        String text = JobValues.output(words, variables);
        if (change.isEmpty()) {
            // A simulated job that does not know the number fails.
            Change.keepFound();
        }
        return text;
    }
}
