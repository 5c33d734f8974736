// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import com.google.gson.JsonObject;
import io.shmem4j.collective.tree.RoundRule;
import io.shmem4j.report.ToolException;
import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Range;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.studies.describe.HostMachine;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.Result;
import io.shmem4j.studies.line.BarrierModel;
import io.shmem4j.studies.line.BroadcastModel;
import io.shmem4j.studies.line.ModelCosts;
import io.shmem4j.studies.line.ReductionModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** What the studies of the Xeon Phi say, measured with the library on this host. */
final class HostStudyFigures {
    static final Map<String, Function<Laboratory, Figure>> MAKERS = new LinkedHashMap<>();

    private static final String[] PUT = {"put", "copy to ptr", "store loop"};
    private static final String[] GET = {"get", "copy from ptr", "load loop"};
    private static final String[] ALGORITHMS = {"flat", "recdbl", "bruck", "rabenseifner"};
    private static final String ORIGINAL = "scalar, flat put/get";
    private static final String OPTIMISED = "vector, flat direct";

    static {
        MAKERS.put("namashivayam-host3", laboratory -> {
            List<JsonObject> tables = pointers(laboratory);
            List<Series> series = new ArrayList<>(HostBench.curves(tables.getFirst(), PUT));
            series.addAll(HostBench.curves(tables.getFirst(), GET));
            return new Figure("Latency by call and by pointer", "bytes", "time [us]", Axes.LOGARITHMIC, series,
                List.of(HostBench.host(tables)));
        });
        MAKERS.put("namashivayam-host4", laboratory -> {
            List<JsonObject> tables = pointers(laboratory);
            List<Series> series = new ArrayList<>();
            for (String pairs : new String[] {", 1 pair", ", 32 pairs"}) {
                for (int way = 0; way < 2; way++) {
                    series.addAll(HostBench.curves(tables.get(1), PUT[way] + pairs, GET[way] + pairs));
                }
            }
            return new Figure("Bandwidth by call and by pointer", "bytes", "10^6 bytes/s", Axes.LOGARITHMIC, series,
                List.of(HostBench.host(tables)));
        });
        MAKERS.put("namashivayam-host6", laboratory -> {
            List<JsonObject> tables = HostBench.tables(laboratory, Map.of(), "--vector", "-np", "2", "bench", "stream");
            return new Figure("STREAM in blocks with sums over 2 PEs", "kernel", "10^6 bytes/s", Axes.LOGARITHMIC,
                List.of("copy", "scale", "add", "triad"), HostBench.curves(tables.get(1), ORIGINAL, OPTIMISED),
                List.of(HostBench.host(tables)));
        });
        MAKERS.put("namashivayam-host7", laboratory -> {
            List<JsonObject> tables = HostBench.tables(laboratory, Map.of(), "-np", "64", "bench", "reduce", "--sizes",
                laboratory.whole() ? "4,256,4096,65536,1048576" : "4,4096", "--only",
                String.join(",", ALGORITHMS));
            List<Series> series = new ArrayList<>();
            for (String algorithm : ALGORITHMS) {
                series.addAll(HostBench.curves(tables.getFirst(), algorithm + " putget", algorithm + " direct"));
            }
            return new Figure("Sums by calls and by pointer, 64 PEs", "bytes", "time [us]", Axes.LOGARITHMIC, series,
                List.of(HostBench.host(tables)));
        });
        MAKERS.put("ramos-host", HostStudyFigures::bands);
    }

    private HostStudyFigures() {
    }

    private static List<JsonObject> pointers(Laboratory laboratory) {
        return HostBench.tables(laboratory, Map.of(), "-np", "64", "bench", "ptr", "--pairs", "1,32", "--sizes",
            laboratory.whole() ? "8,4096,65536,262144" : "8,4096");
    }

    /** The models with what {@code sim describe} measures, beside the library's tree and dissemination. */
    private static Figure bands(Laboratory laboratory) {
        CoherentMachine machine = laboratory.jobs().now("sim describe", HostStudyFigures::described).get();
        ModelCosts costs = ModelCosts.of(machine);
        BroadcastModel broadcast = new BroadcastModel(costs);
        BarrierModel barrier = new BarrierModel(costs);
        ReductionModel reduction = new ReductionModel(costs);
        List<JsonObject> tables = HostBench.tables(laboratory, Map.of(), "-np", "2", "bench", "broadcast", "barrier",
            "reduce", "--sizes", "8");
        List<Range> models = List.of(broadcast.time(broadcast.bestTree(2)),
            barrier.time(barrier.best(2, RoundRule.PUBLISHED)), reduction.time(reduction.bestTree(2)));
        String[] algorithms = {"tree", "dissemination", "tree direct"};
        List<List<Point>> points = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < algorithms.length; i++) {
            double micros = HostBench.curves(tables.get(i), algorithms[i]).getFirst().points().getFirst().sample()
                .median();
            points.get(0).add(Point.of(i + 1, 1000 * micros));
            points.get(1).add(Point.of(i + 1, models.get(i).min()));
            points.get(2).add(Point.of(i + 1, models.get(i).max()));
        }
        return new Figure("The library's collectives and the models on this host, 2 PEs", "collective", "time [ns]",
            Axes.LINEAR, List.of("broadcast of 8 B", "barrier", "reduction of 8 B"), List.of(
                new Series("measured", false, points.get(0)), new Series("model, least", false, points.get(1)),
                new Series("model, greatest", false, points.get(2))),
            List.of(HostBench.host(tables), String.format(Locale.ROOT, "The models have R_L %.1f, R_R %.1f, R_I %.1f"
                + " and c %.1f ns, from sim describe. A broadcast or reduction is followed by a sync, left in.",
                costs.local(), costs.remote(), costs.memory(), costs.perReader())));
    }

    private static CoherentMachine described() {
        try {
            Path file = Files.createTempFile("this-machine", ".json");
            try {
                HostMachine.describe(file);
                return CoherentMachine.load(file.toString());
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new ToolException(1, "can't keep the description of this machine: " + e.getMessage());
        }
    }

    static void addTo(Checks checks, Laboratory laboratory) {
        checks.add("H1", () -> {
            Values values = new Values(laboratory.figure("namashivayam-host3"));
            return Result.of(100 * (1 - Math.min(values.least(PUT[1], PUT[0], x -> x <= 64),
                values.least(GET[1], GET[0], x -> x <= 64))));
        });
        checks.add("H2", () -> {
            Values values = new Values(laboratory.figure("namashivayam-host4"));
            return Result.of(Math.max(values.most(PUT[1] + ", 1 pair", PUT[0] + ", 1 pair", x -> true),
                values.most(PUT[1] + ", 32 pairs", PUT[0] + ", 32 pairs", x -> true)));
        });
        checks.add("H3", () -> {
            Values values = new Values(laboratory.figure("namashivayam-host6"));
            return Result.of(values.figure().series().getFirst().points().stream()
                .mapToDouble(point -> values.at(OPTIMISED, point.x()) / values.at(ORIGINAL, point.x())).average()
                .orElseThrow());
        });
        checks.add("H4", () -> {
            Values values = new Values(laboratory.figure("namashivayam-host7"));
            StringBuilder text = new StringBuilder();
            boolean all = true;
            for (String algorithm : ALGORITHMS) {
                double most = values.most(algorithm + " direct", algorithm + " putget", x -> true);
                all &= most <= 1;
                text.append(text.isEmpty() ? "" : ", ").append(algorithm)
                    .append(String.format(Locale.ROOT, " x %.2f", most));
            }
            return Result.of(all, text.toString());
        });
        checks.add("H5", () -> {
            Values values = new Values(laboratory.figure("ramos-host"));
            StringBuilder text = new StringBuilder();
            boolean inside = true;
            for (int i = 1; i <= 3; i++) {
                double measured = values.at("measured", i);
                double least = values.at("model, least", i);
                double greatest = values.at("model, greatest", i);
                inside &= measured >= least && measured <= greatest;
                text.append(text.isEmpty() ? "" : "; ")
                    .append(String.format(Locale.ROOT, "%.0f of %.0f to %.0f", measured, least, greatest));
            }
            return Result.of(inside, text.toString());
        });
    }
}
