// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.algorithm.BroadcastAlgorithm;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.studies.pointer.IdeasProgram;
import io.shmem4j.studies.pointer.JobValues;
import io.shmem4j.studies.scc.Application;
import io.shmem4j.studies.scc.BroadcastRun;
import io.shmem4j.studies.scc.CollectiveRun;
import io.shmem4j.studies.scc.OcBroadcast;
import io.shmem4j.studies.scc.Operation;
import io.shmem4j.studies.scc.Stack;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Questions that the papers leave open: the SCC without its bug, OC-Bcast on larger meshes, and ideas on the other
 * chip.
 */
final class BeyondFigures extends Figures {
    private static final List<Stack> STACKS = List.of(Stack.BLOCKING, Stack.LIGHTWEIGHT, Stack.BALANCED,
        Stack.MPB_DIRECT);
    private static final int FIRST = 552;
    private static final int LAST = 700;
    private static final int[] KS = {2, 7, 24, 47};
    private static final int[][] MESHES = {{6, 4}, {6, 6}, {8, 8}, {12, 12}, {16, 16}, {24, 24}, {32, 32}};
    private static final int LINES = 96;
    private static final List<String> CHIPS = List.of("knc-5110p", "scc");
    private static final int LONG = 131072;

    BeyondFigures(Laboratory laboratory) {
        super(laboratory);
        figure("beyond-mended-9f", this::allreduce);
        figure("beyond-mended-10", this::application);
        figure("beyond-worst", () -> laboratory.run("worst"));
        figure("beyond-mesh", this::meshes);
        figure("beyond-broadcasts", () -> ideas("broadcast", "Broadcasts of the library"));
        figure("beyond-sums", () -> ideas("sum", "Sums of the library"));
        claim("X1", () -> {
            double before = gain(MeshOptions.STANDARD);
            double after = gain(MeshOptions.STANDARD.withoutBug());
            return Result.of(after - before, "%.1f %% instead of %.1f %%", after, before);
        });
        claim("X6", () -> Result.of(laboratory.figure("beyond-worst").series().stream()
            .flatMap(series -> series.points().stream()).mapToDouble(point -> point.sample().median()).max()
            .orElseThrow()));
    }

    private double micros(MeshOptions options, Stack stack, int count) {
        return new CollectiveRun(laboratory.scc, options, laboratory.scc.cores()).micros(Operation.ALLREDUCE, stack,
            count);
    }

    private double gain(MeshOptions options) {
        return 100 * (micros(options, Stack.BALANCED, FIRST) / micros(options, Stack.MPB_DIRECT, FIRST) - 1);
    }

    private Figure allreduce() {
        int[] lengths = IntStream.iterate(FIRST, n -> n <= LAST, n -> n + (laboratory.whole() ? 4 : 48)).toArray();
        List<Series> series = new ArrayList<>();
        for (Stack stack : STACKS) {
            series.add(Series.of(stack.title(), lengths, n -> micros(MeshOptions.STANDARD.withoutBug(), stack, n)));
        }
        series.add(Series.of("MPB-direct, with the bug", lengths,
            n -> micros(MeshOptions.STANDARD, Stack.MPB_DIRECT, n)));
        return new Figure("allreduce on an SCC without its bug", "doubles", "time [us]", Axes.LINEAR, series,
            List.of("A core reaches its own buffer in 15 cycles, the number of the paper, and sees a flag"
                + " there when it is set, by one look."));
    }

    private Figure application() {
        return new Figure("A cycle of the application on an SCC without its bug", "library", "time [us]", Axes.LINEAR,
            STACKS.stream().map(Stack::title).toList(),
            Stream.of(MeshOptions.STANDARD, MeshOptions.STANDARD.withoutBug()).map(options -> Series.named(
                options.mended() ? "without the bug" : "with the bug", STACKS.stream().mapToDouble(stack ->
                    Application.run(laboratory.scc, options, laboratory.scc.cores(), stack,
                        laboratory.whole() ? 8 : 1, laboratory.seed()).cycleMicros()).toArray())).toList(), List.of());
    }

    /** The same chip with more tiles, and two controllers for every two rows; everything else is the SCC's. */
    static MeshMachine mesh(int columns, int rows) {
        try (Reader text = new InputStreamReader(MachineFile.class.getResourceAsStream(
                "/io/shmem4j/sim/machine/scc.json"), StandardCharsets.UTF_8)) {
            String places = IntStream.iterate(0, y -> y < rows, y -> y + 2)
                .mapToObj(y -> "[0, " + y + "], [" + (columns - 1) + ", " + y + "]").collect(Collectors.joining(", "));
            String wide = text.readAllAsString().replace("\"columns\": 6, \"rows\": 4", "\"columns\": " + columns
                + ", \"rows\": " + rows).replace("[[0, 0], [5, 0], [0, 2], [5, 2]]", "[" + places + "]")
                .replace("\"32g\"", "\"1024g\"");
            return (MeshMachine) MachineFile.parse("mesh " + columns + " x " + rows, new StringReader(wide));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Figure meshes() {
        List<MeshMachine> machines = Arrays.stream(laboratory.whole() ? MESHES : new int[][] {MESHES[0], MESHES[2]})
            .map(size -> mesh(size[0], size[1])).toList();
        double[] cores = machines.stream().mapToDouble(MeshMachine::cores).toArray();
        return new Figure("OC-Bcast of " + LINES + " lines by the size of the mesh", "cores", "time [us]",
            Axes.LOGARITHMIC_SETTINGS, Arrays.stream(KS).mapToObj(k -> Series.of("k=" + k, cores,
                machines.stream().mapToDouble(machine -> new BroadcastRun(machine, MeshOptions.STANDARD,
                    machine.cores(), 0).latency(new OcBroadcast.Kary(k), LINES)).toArray())).toList(),
            List.of("Meshes of 6 x 4, 6 x 6, 8 x 8, 12 x 12, 16 x 16, 24 x 24 and"
                + " 32 x 32 tiles with two cores each, and two controllers for every two rows; the call is left out."));
    }

    /** The same programs on both chips, 48 PEs each. */
    private Figure ideas(String what, String title) {
        List<Series> series = new ArrayList<>();
        for (String machine : CHIPS) {
            JobValues values = JobValues.now(laboratory.jobs, "ideas", machine, "0", "48").get();
            for (Enum<?> how : what.equals("sum") ? IdeasProgram.SUMS : IdeasProgram.BROADCASTS) {
                series.add(Series.of(curve(how, machine), values.get("sizes"), values.get(what + "." + how)));
            }
        }
        return new Figure(title + ", 48 PEs", "bytes", "time [us]", Axes.LOGARITHMIC, series,
            Stream.concat(Stream.of("From a barrier to the last PE's return; calls of the library cost nothing."
                + " Symmetric memory of the SCC is shared and not cached, and the library's flags are in its buffers."),
                what.equals("sum") ? Stream.of(travels(series, ReduceAlgorithm.RING, LONG))
                    : Stream.of(travels(series, BroadcastAlgorithm.TREE, Long.BYTES),
                        travels(series, BroadcastAlgorithm.OCBCAST, LONG))).toList());
    }

    private static String curve(Enum<?> how, String machine) {
        return how.name().toLowerCase(Locale.ROOT) + ", " + machine;
    }

    /** {@return how an idea compares with the fastest on each chip} */
    private static String travels(List<Series> series, Enum<?> idea, double bytes) {
        Values values = Values.of(series);
        return CHIPS.stream().map(machine -> {
            String fastest = series.stream().map(Series::name).filter(name -> name.endsWith(machine))
                .min(Comparator.comparingDouble(name -> values.at(name, bytes))).orElseThrow();
            return text("x %.2f of %s", values.at(curve(idea, machine), bytes) / values.at(fastest, bytes), fastest);
        }).collect(Collectors.joining("; ", text("Does it travel? %.0f bytes by %s: ", bytes,
            idea.name().toLowerCase(Locale.ROOT)), "."));
    }
}
