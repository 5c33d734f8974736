// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.config.Setting;
import io.shmem4j.sim.SimMain;
import io.shmem4j.sim.SimSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs of the NAS kernels on the study's chip with its library, whose reductions go through pointers. Loops use
 * vectors, as they do when the launcher starts them.
 */
public final class NasRun {
    private static final Pattern TIME = Pattern.compile("Time in seconds\\s*=\\s*([0-9.]+)");

    private static final Pattern SUMMED = Pattern.compile("\"seconds\":([0-9.E-]+),\"pes\".*\"verified\":true"
        + ".*\"reduction\":\\{\"mean\":([0-9.E-]+)");

    /** A row of the report's profile, from its number of PEs on. */
    private static final Pattern SHARES = Pattern.compile("\\| \\d+ \\| ([0-9.]+) \\| ([0-9.]+) \\| [0-9.]+ \\|");

    /** A kernel keeps its private arrays on the heap of one JVM for all PEs. */
    private static final String MOST_MEMORY = "-Xmx8g";

    /** Suffix of a command for the chip that prefetches lines of memory, too. */
    public static final String MEMORY = " (memory prefetched)";

    private NasRun() {
    }

    /** {@return what waits for a run of {@code oshrun nas} and gives its time on the simulated chip's clock} */
    public static Supplier<Double> now(Jobs jobs, int pes, String command, String heap) {
        return jobs.now(command + " on " + pes + " PEs", () -> seconds(pes, command, heap));
    }

    /** {@return what waits for a run and gives its time, and that of a PE in sums over all PEs, in seconds} */
    public static Supplier<double[]> sums(Jobs jobs, int pes, String command, String heap) {
        String name = command + " on " + pes + " PEs, with its sums";
        Supplier<double[]> run = () -> {
            String text = output(pes, command + " --json", heap, "gasnet");
            Matcher times = SUMMED.matcher(text);
            if (!times.find()) {
                throw new IllegalStateException("the run was not verified: " + text);
            }
            return new double[] {Double.parseDouble(times.group(1)), Double.parseDouble(times.group(2))};
        };
        return jobs.now(name, run);
    }

    /** {@return the shares of sums over all PEs and of remote accesses in a run by put and get, in percent} */
    public static double[] shares(int pes, String command, String heap) {
        try {
            Path runs = Files.createTempFile("runs", ".json");
            try {
                Files.writeString(runs, output(pes, command + " --transfer putget --warmup 0 --json", heap, "direct"));
                String report = JobValues.output(List.of("io.shmem4j.nas.ReportCommand", runs.toString(), "--profile"),
                    Map.of());
                Matcher shares = SHARES.matcher(report);
                if (!shares.find()) {
                    throw new IllegalStateException("the report has no profile: " + report);
                }
                return new double[] {Double.parseDouble(shares.group(1)), Double.parseDouble(shares.group(2))};
            } finally {
                Files.delete(runs);
            }
        } catch (IOException e) {
            throw new IllegalStateException("can't keep a run: " + e.getMessage(), e);
        }
    }

    private static double seconds(int pes, String command, String heap) {
        boolean memory = command.endsWith(MEMORY);
        String text = output(pes, command.replace(MEMORY, ""), heap, command.contains("messages") ? "two-sided"
            : memory ? "gasnet-memory" : "gasnet");
        Matcher time = TIME.matcher(text);
        if (!time.find() || text.contains("UNSUCCESSFUL")) {
            throw new IllegalStateException("the run was not verified: " + text);
        }
        return Double.parseDouble(time.group(1));
    }

    private static String output(int pes, String command, String heap, String profile) {
        List<String> words = new ArrayList<>(List.of(MOST_MEMORY, "--add-modules=jdk.incubator.vector",
            SimMain.class.getName(), "io.shmem4j.nas.Nas"));
        words.addAll(List.of(command.split(" ")));
        return JobValues.output(words, Map.of(Setting.NPES.variable(), Integer.toString(pes),
            SimSetting.MACHINE.variable(), "knc-se10p", SimSetting.PROFILE.variable(), profile,
            Setting.REDUCE_TRANSFER.variable(), "direct", Setting.SYMMETRIC_SIZE.variable(), heap));
    }
}
