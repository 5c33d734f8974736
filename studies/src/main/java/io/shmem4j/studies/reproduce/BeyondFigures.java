// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.algorithm.BroadcastAlgorithm;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.Result;
import io.shmem4j.studies.knc.IdeasProgram;
import io.shmem4j.studies.knc.JobValues;
import io.shmem4j.studies.knc.LineExperiments;
import io.shmem4j.studies.rcce.BroadcastRun;
import io.shmem4j.studies.rcce.CollectiveRun;
import io.shmem4j.studies.rcce.OcBroadcast;
import io.shmem4j.studies.rcce.Operation;
import io.shmem4j.studies.rcce.Stack;
import io.shmem4j.studies.scc.Application;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the papers leave open: the SCC without its bug, and OC-Bcast on larger meshes. */
final class BeyondFigures {
    static final Map<String, Function<Laboratory, Figure>> MAKERS = new LinkedHashMap<>();

    private static final List<Stack> STACKS = List.of(Stack.BLOCKING, Stack.LIGHTWEIGHT, Stack.BALANCED,
        Stack.MPB_DIRECT);
    private static final int FIRST = 552;
    private static final int LAST = 700;
    private static final int[] KS = {2, 7, 24, 47};
    private static final int[][] MESHES = {{6, 4}, {6, 6}, {8, 8}, {12, 12}, {16, 16}, {24, 24}, {32, 32}};
    private static final int LINES = 96;
    private static final String[] CHIPS = {"knc-5110p", "scc"};
    /** An idea that takes at most so many times as long as the fastest travels. */
    private static final double NEAR = 1.1;

    static {
        MAKERS.put("beyond-mended-9f", BeyondFigures::allreduce);
        MAKERS.put("beyond-mended-10", BeyondFigures::application);
        MAKERS.put("beyond-worst", laboratory -> laboratory.run(LineExperiments.ALL, "worst"));
        MAKERS.put("beyond-mesh", BeyondFigures::meshes);
        MAKERS.put("beyond-broadcasts", laboratory -> ideas(laboratory, "broadcast", "Broadcasts of the library"));
        MAKERS.put("beyond-sums", laboratory -> ideas(laboratory, "sum", "Sums of the library"));
    }

    private BeyondFigures() {
    }

    private static CollectiveRun run(Laboratory laboratory, MeshOptions options) {
        return new CollectiveRun(laboratory.scc(), options, laboratory.scc().cores());
    }

    private static Figure allreduce(Laboratory laboratory) {
        int[] lengths = IntStream.iterate(FIRST, n -> n <= LAST, n -> n + (laboratory.whole() ? 4 : 48)).toArray();
        List<Series> series = new ArrayList<>();
        for (Stack stack : STACKS) {
            series.add(Series.of(stack.title(), lengths,
                n -> run(laboratory, MeshOptions.STANDARD.withoutBug()).micros(Operation.ALLREDUCE, stack, n)));
        }
        series.add(Series.of("MPB-direct, with the bug", lengths,
            n -> run(laboratory, MeshOptions.STANDARD).micros(Operation.ALLREDUCE, Stack.MPB_DIRECT, n)));
        return new Figure("allreduce on an SCC without its bug", "doubles", "time [us]", Axes.LINEAR, series,
            List.of("A core reaches its own buffer in 15 cycles, the number of the paper; nothing else is changed."));
    }

    private static Figure application(Laboratory laboratory) {
        Application application = new Application(1);
        List<Series> series = new ArrayList<>();
        for (MeshOptions options : new MeshOptions[] {MeshOptions.STANDARD, MeshOptions.STANDARD.withoutBug()}) {
            List<Point> points = new ArrayList<>();
            for (Stack stack : STACKS) {
                points.add(Point.of(points.size() + 1, application.run(laboratory.scc(), options,
                    laboratory.scc().cores(), stack, laboratory.whole() ? 8 : 1).cycleMicros()));
            }
            series.add(new Series(options.mended() ? "without the bug" : "with the bug", false, points));
        }
        return new Figure("A cycle of the application on an SCC without its bug", "library", "time [us]", Axes.LINEAR,
            STACKS.stream().map(Stack::title).toList(), series, List.of());
    }

    /** The same chip with more tiles, and two controllers for every two rows; everything else is the SCC's. */
    private static MeshMachine mesh(int columns, int rows) {
        try (Reader text = new InputStreamReader(MachineFile.class.getResourceAsStream(
                "/io/shmem4j/sim/machine/scc.json"), StandardCharsets.UTF_8)) {
            String places = IntStream.iterate(0, y -> y < rows, y -> y + 2)
                .mapToObj(y -> "[0, " + y + "], [" + (columns - 1) + ", " + y + "]").collect(Collectors.joining(", "));
            String wide = text.readAllAsString().replace("\"columns\": 6, \"rows\": 4", "\"columns\": " + columns
                + ", \"rows\": " + rows).replace("[[0, 0], [5, 0], [0, 2], [5, 2]]", "[" + places + "]");
            return (MeshMachine) MachineFile.parse("mesh " + columns + " x " + rows, new StringReader(wide));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Figure meshes(Laboratory laboratory) {
        List<Series> series = new ArrayList<>();
        for (int k : KS) {
            List<Point> points = new ArrayList<>();
            for (int[] size : laboratory.whole() ? MESHES : new int[][] {MESHES[0], MESHES[2]}) {
                MeshMachine machine = mesh(size[0], size[1]);
                points.add(Point.of(machine.cores(), new BroadcastRun(machine, MeshOptions.STANDARD, machine.cores(), 0)
                    .latency(new OcBroadcast.Kary(k), LINES)));
            }
            series.add(new Series("k=" + k, false, points));
        }
        return new Figure("OC-Bcast of " + LINES + " lines by the size of the mesh", "cores", "time [us]",
            Axes.LOGARITHMIC_SETTINGS, series, List.of("Meshes of 6 x 4, 6 x 6, 8 x 8, 12 x 12, 16 x 16, 24 x 24 and"
                + " 32 x 32 tiles with two cores each, and two controllers for every two rows; the call is left out."));
    }

    /** The same programs on both chips, 48 PEs each. */
    private static Figure ideas(Laboratory laboratory, String what, String title) {
        List<Series> series = new ArrayList<>();
        for (String machine : CHIPS) {
            JobValues values = values(laboratory, machine);
            for (Enum<?> how : what.equals("sum") ? IdeasProgram.SUMS : IdeasProgram.BROADCASTS) {
                List<Point> points = new ArrayList<>();
                for (int i = 0; i < values.get("sizes").length; i++) {
                    points.add(Point.of(values.get("sizes")[i], values.get(what + "." + how)[i]));
                }
                series.add(new Series(how.name().toLowerCase(Locale.ROOT) + ", " + machine, false, points));
            }
        }
        return new Figure(title + ", 48 PEs", "bytes", "time [us]", Axes.LOGARITHMIC, series,
            List.of("From a barrier to the last PE's return; calls of the library cost nothing. Symmetric memory of the"
                + " SCC is shared and not cached, and the library's flags are in its buffers."));
    }

    private static JobValues values(Laboratory laboratory, String machine) {
        String[] words = {"ideas", machine, "0", "48"};
        return laboratory.jobs().now(String.join(" ", words), () -> JobValues.of(words)).get();
    }

    /** {@return whether an idea is nearly the fastest on both chips, and how it compares with the fastest} */
    private static Result travels(Laboratory laboratory, String what, Enum<?> idea, double bytes) {
        StringBuilder text = new StringBuilder();
        boolean near = true;
        for (String machine : CHIPS) {
            Values values = new Values(ideas(laboratory, what, what));
            String fastest = values.figure().series().stream().map(Series::name)
                .filter(name -> name.endsWith(machine))
                .min(Comparator.comparingDouble(name -> values.at(name, bytes))).orElseThrow();
            double times = values.at(idea.name().toLowerCase(Locale.ROOT) + ", " + machine, bytes)
                / values.at(fastest, bytes);
            near &= times <= NEAR;
            text.append(text.isEmpty() ? "" : "; ").append(String.format(Locale.ROOT, "x %.2f of %s", times, fastest));
        }
        return Result.of(near, text.toString());
    }

    static void addTo(Checks checks, Laboratory laboratory) {
        checks.add("X1", () -> {
            double before = gain(run(laboratory, MeshOptions.STANDARD));
            double after = gain(run(laboratory, MeshOptions.STANDARD.withoutBug()));
            return Result.of(after > before, String.format(Locale.ROOT, "%.1f %% instead of %.1f %%", after, before));
        });
        checks.add("X6", () -> {
            Figure figure = laboratory.figure("beyond-worst");
            StringBuilder text = new StringBuilder();
            double most = 0;
            for (Series series : figure.series()) {
                double worst = series.points().stream().mapToDouble(p -> p.sample().median()).max().orElseThrow();
                most = Math.max(most, worst);
                text.append(text.isEmpty() ? "" : ", ").append(series.name())
                    .append(String.format(Locale.ROOT, " %.2f", worst));
            }
            return Result.of(most <= 1, text.toString());
        });
        checks.add("X3", () -> travels(laboratory, "broadcast", BroadcastAlgorithm.TREE, 8));
        checks.add("X4", () -> travels(laboratory, "broadcast", BroadcastAlgorithm.OCBCAST, 131072));
        checks.add("X5", () -> travels(laboratory, "sum", ReduceAlgorithm.RING, 131072));
        checks.add("X2", () -> {
            Values values = new Values(laboratory.figure("beyond-mesh"));
            StringBuilder text = new StringBuilder();
            int best = KS[0];
            for (int k : KS) {
                best = values.last("k=" + k) < values.last("k=" + best) ? k : best;
                text.append(String.format(Locale.ROOT, " %.0f", values.last("k=" + k)));
            }
            return Result.of(best == 7, "k=" + best + ":" + text + " us");
        });
    }

    private static double gain(CollectiveRun run) {
        return 100 * (run.micros(Operation.ALLREDUCE, Stack.BALANCED, FIRST)
            / run.micros(Operation.ALLREDUCE, Stack.MPB_DIRECT, FIRST) - 1);
    }
}
