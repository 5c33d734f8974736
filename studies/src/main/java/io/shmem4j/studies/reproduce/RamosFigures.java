// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.collective.tree.LevelTree;
import io.shmem4j.collective.tree.RoundRule;
import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Range;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.report.figure.Sample;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.MessageProfile;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.LineAlgorithm;
import io.shmem4j.studies.experiment.Repetition;
import io.shmem4j.studies.experiment.Result;
import io.shmem4j.studies.knc.JobValues;
import io.shmem4j.studies.knc.LineExperiments;
import io.shmem4j.studies.line.BarrierModel;
import io.shmem4j.studies.line.BroadcastModel;
import io.shmem4j.studies.line.DisseminationBarrier;
import io.shmem4j.studies.line.MessageBarrier;
import io.shmem4j.studies.line.MessageBroadcast;
import io.shmem4j.studies.line.MessageReduction;
import io.shmem4j.studies.line.ModelCosts;
import io.shmem4j.studies.line.OneRead;
import io.shmem4j.studies.line.PairedPingPong;
import io.shmem4j.studies.line.PingPongModel;
import io.shmem4j.studies.line.PipelinedBroadcast;
import io.shmem4j.studies.line.ReductionModel;
import io.shmem4j.studies.line.TreeBroadcast;
import io.shmem4j.studies.line.TreeReduction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The figures and tables of Ramos and Hoefler, and the claims that are about them. */
final class RamosFigures {
    static final Map<String, Function<Laboratory, Figure>> MAKERS = new LinkedHashMap<>();

    private static final Map<String, String> EXPERIMENTS = Map.ofEntries(Map.entry("tab2", "latencies"),
        Map.entry("s31", "pingpong"), Map.entry("fig5", "multiline"), Map.entry("fig6", "contention"),
        Map.entry("s34", "ring"), Map.entry("fig7", "interleaving"), Map.entry("s411", "notification"),
        Map.entry("fig9", "trees"), Map.entry("fig10", "broadcast"), Map.entry("fig11", "largebcast"),
        Map.entry("fig12", "barrier"), Map.entry("fig13", "reduction"), Map.entry("s7", "causes"),
        Map.entry("s211", "directories"));
    private static final String MPI = "MPI by two copies";
    private static final String TREE = "optimum tree";
    private static final String DISSEMINATION = "dissemination";
    private static final int[] LIBRARY_PES = {4, 12, 20, 28, 36, 44, 52, 60};
    private static final int PES = 60;
    private static final int[] SOFTWARE = {0, 500, 1000, 1500, 2000, 2500, 3000};
    private static final int[] EVERY_FOURTH = IntStream.iterate(4, n -> n <= PES, n -> n + 4).toArray();
    private static final String PIPELINE = "8 KB to 60 PEs, over the pipeline";
    /** Published spread of latencies. */
    private static final double TIMES = 5;
    /** Published gain over MPI and OpenMP. */
    private static final double GAIN = 4.3;

    static {
        EXPERIMENTS.forEach((figure, experiment) -> MAKERS.put("ramos-" + figure,
            laboratory -> laboratory.run(LineExperiments.ALL, experiment)));
        MAKERS.put("ramos-library", RamosFigures::library);
        MAKERS.put("ramos-mpi", RamosFigures::software);
    }

    private RamosFigures() {
    }

    /** The library's own collectives, each number of PEs in a job of its own. */
    private static Figure library(Laboratory laboratory) {
        BroadcastModel broadcast = new BroadcastModel(ModelCosts.of(laboratory.phi()));
        BarrierModel barrier = new BarrierModel(ModelCosts.of(laboratory.phi()));
        List<Supplier<JobValues>> jobs = new ArrayList<>();
        for (int pes : LIBRARY_PES) {
            String[] words = {"library", laboratory.phi().name(), "0", Integer.toString(pes)};
            jobs.add(laboratory.jobs().now(String.join(" ", words), () -> JobValues.of(words)));
        }
        List<Point> trees = new ArrayList<>();
        List<Point> barriers = new ArrayList<>();
        for (int i = 0; i < LIBRARY_PES.length; i++) {
            int pes = LIBRARY_PES[i];
            JobValues values = jobs.get(i).get();
            trees.add(point(pes, values.get("broadcast"), broadcast.time(broadcast.bestTree(pes))));
            barriers.add(point(pes, values.get("barrier"), barrier.time(barrier.best(pes, RoundRule.PUBLISHED))));
        }
        return new Figure("The library's own collectives on " + laboratory.phi().title(), "PEs", "time [us]",
            Axes.LINEAR, List.of(new Series("broadcast by tree", true, trees),
                new Series("barrier by dissemination", true, barriers)),
            List.of("Programs of the public API; calls of the library cost nothing. The bands are those of the models"
                + " for the paper's algorithms."));
    }

    /** The gains over MPI by the number of the model that has no source. */
    private static Figure software(Laboratory laboratory) {
        CoherentMachine machine = laboratory.phi();
        ModelCosts costs = ModelCosts.of(machine);
        BroadcastModel broadcast = new BroadcastModel(costs);
        BarrierModel barrier = new BarrierModel(costs);
        ReductionModel reduction = new ReductionModel(costs);
        int lines = machine.maxLines();
        return new Figure("Gains over MPI on " + machine.title(), "software of each side of a message [ns]",
            "MPI / ours", Axes.LINEAR, List.of(
                gains(machine, "broadcast", EVERY_FOURTH, (pes, messages) -> base ->
                    new MessageBroadcast(base, pes, 1, messages), pes -> base ->
                    new TreeBroadcast(base, LevelTree.build(pes, broadcast.bestTree(pes)))),
                gains(machine, "barrier", EVERY_FOURTH, (pes, messages) -> base ->
                    new MessageBarrier(base, pes, messages), pes -> base ->
                    new DisseminationBarrier(base, barrier.best(pes, RoundRule.PUBLISHED))),
                gains(machine, "reduction", EVERY_FOURTH, (pes, messages) -> base ->
                    new MessageReduction(base, pes, messages), pes -> base ->
                    new TreeReduction(base, LevelTree.build(pes, reduction.bestTree(pes)))),
                gains(machine, PIPELINE, new int[] {PES}, (pes, messages) -> base ->
                    new MessageBroadcast(base, pes, lines, messages), pes -> base ->
                    new PipelinedBroadcast(base, pes, lines))),
            List.of("The greatest gain of 4 to 60 PEs, all lines at their mean latency. Figures 10 to 13 have 1000 ns;"
                + " the paper has no number."));
    }

    private static Series gains(CoherentMachine machine, String name, int[] sizes,
            BiFunction<Integer, MessageProfile, LongFunction<LineAlgorithm>> rival,
            IntFunction<LongFunction<LineAlgorithm>> ours) {
        return Series.of(name, SOFTWARE, nanos -> Arrays.stream(sizes).mapToDouble(pes -> {
            Repetition repetition = new Repetition(machine, SimulationOptions.STANDARD, pes);
            return repetition.run(1, rival.apply(pes, new MessageProfile("", "", nanos, nanos)))[0]
                / repetition.run(1, ours.apply(pes))[0];
        }).max().orElseThrow());
    }

    private static Point point(int pes, double[] micros, Range model) {
        return Point.of(pes, new Sample(micros), model.scaled(1e-3));
    }

    static void addTo(Checks checks, Laboratory laboratory) {
        CoherentMachine machine = laboratory.phi();
        checks.add("table2", () -> simplified(machine));
        checks.add("table2.distances", () -> {
            Values values = values(laboratory, "tab2");
            return Result.of(100 * Stream.of("table 2a, adjacent cores", "table 2a, largest distance").flatMapToDouble(
                other -> DoubleStream.of(values.least(other, "simulated", x -> true) - 1,
                    values.most(other, "simulated", x -> true) - 1)).map(Math::abs).max().orElseThrow());
        });
        for (boolean memory : new boolean[] {false, true}) {
            checks.add("multiline.o." + (memory ? "memory" : "cached"), () -> onlySlope(machine, memory));
        }
        checks.add("ring", () -> ring(machine));
        checks.add("directories.alone", () -> Result.of(spread(values(laboratory, "s211"), "any directory", 1)));
        checks.add("directories.one", () -> {
            Values values = values(laboratory, "s211");
            double readers = values.figure().settings().stream()
                .filter(n -> spread(values, "one directory", n) >= TIMES).findFirst().orElse(Double.POSITIVE_INFINITY);
            return Result.of(Double.isFinite(readers), String.format(Locale.ROOT,
                "from %.0f readers of one directory on; %d of any: x %.1f", readers, PES - 1,
                spread(values, "any directory", PES - 1)));
        });
        checks.add("notification.one", () -> {
            double least = values(laboratory, "s411").least("a line for each", "one line for all", n -> n >= 4);
            return Result.of(least > 1, String.format(Locale.ROOT, "at least %.3f times faster", least));
        });
        addLarge(checks, () -> values(laboratory, "fig11"));
        addOpenMp(checks, "barrier", DISSEMINATION, () -> values(laboratory, "fig12"));
        addOpenMp(checks, "reduction", TREE, () -> values(laboratory, "fig13"));
        checks.add("openmp.barrier.60", () -> {
            double quotient = openMp(values(laboratory, "fig12"), DISSEMINATION, PES);
            return Result.of(quotient < 1, String.format(Locale.ROOT, "OpenMP / ours %.2f", quotient));
        });
        checks.add("headline.4.3", () -> {
            double broadcast = values(laboratory, "fig10").most(MPI, TREE, n -> true);
            double barrier = greatest(values(laboratory, "fig12"), DISSEMINATION);
            double reduction = greatest(values(laboratory, "fig13"), TREE);
            return Result.of(Math.max(broadcast, Math.max(barrier, reduction)), String.format(Locale.ROOT,
                "broadcast %.2f, barrier %.2f, reduction %.2f", broadcast, barrier, reduction));
        });
        addSoftware(checks, () -> values(laboratory, "mpi"));
        checks.add("causes", () -> {
            Values values = values(laboratory, "s7");
            double data = values.last("data");
            double share = 100 * (1 - data / (data + values.last("notification") + values.last("polling")));
            double stores = values.last("notification") / data;
            return Result.of(share > 50, String.format(Locale.ROOT, "%.0f; stores to flags %.1f x data", share,
                stores));
        });
        checks.add("library.broadcast", () -> inside(laboratory.figure("ramos-library").series().getFirst()));
        checks.add("library.barrier", () -> inside(laboratory.figure("ramos-library").series().getLast()));
    }

    private static void addSoftware(Checks checks, Supplier<Values> values) {
        checks.add("software.4.3", () -> {
            double[] most = Arrays.stream(SOFTWARE).mapToDouble(nanos -> Stream.of("broadcast", "barrier", "reduction")
                .mapToDouble(what -> values.get().at(what, nanos)).max().orElseThrow()).toArray();
            int last = IntStream.range(1, most.length).filter(i -> most[i] >= GAIN).findFirst().orElse(most.length - 1);
            // The gain is a straight line between two settings.
            double nanos = SOFTWARE[last] - (most[last] - GAIN) / (most[last] - most[last - 1])
                * (SOFTWARE[last] - SOFTWARE[last - 1]);
            return Result.of(most[last] >= GAIN, String.format(Locale.ROOT, "%.0f ns; without any: %.2f", nanos,
                most[0]));
        });
        checks.add("large.mpi.bare", () -> Result.of(values.get().at(PIPELINE, 0)));
    }

    private static void addLarge(Checks checks, Supplier<Values> values) {
        checks.add("large.flat", () -> {
            double least = values.get().least("pipeline", "flat tree", n -> n >= 8);
            return Result.of(least > 1, String.format(Locale.ROOT, "pipeline at least %.2f times as long", least));
        });
        checks.add("large.mpi", () -> {
            double from = values.get().below(MPI, "pipeline");
            return Result.of(from, Double.isInfinite(from) ? String.format(Locale.ROOT,
                "never; at 60 MPI takes %.2f times as long", values.get().at(MPI, PES)
                    / values.get().at("pipeline", PES)) : String.format(Locale.ROOT, "from %.0f on", from));
        });
        checks.add("large.mpi.flat", () -> {
            double least = values.get().least(MPI, "flat tree", n -> true);
            return Result.of(least > 1, String.format(Locale.ROOT, "at least %.2f times", least));
        });
    }

    private static void addOpenMp(Checks checks, String what, String ours, Supplier<Values> values) {
        checks.add("openmp." + what, () -> {
            double least = Double.POSITIVE_INFINITY;
            int where = 0;
            for (int pes = 8; pes < PES; pes += 2) {
                double quotient = openMp(values.get(), ours, pes);
                where = quotient < least ? pes : where;
                least = Math.min(least, quotient);
            }
            return Result.of(least > 1, String.format(Locale.ROOT, "%.2f at %d", least, where));
        });
    }

    private static double openMp(Values values, String ours, double pes) {
        return Math.min(values.at("OpenMP, one counter", pes), values.at("OpenMP, tree of counters", pes))
            / values.at(ours, pes);
    }

    private static double greatest(Values values, String ours) {
        double most = values.most(MPI, ours, n -> true);
        for (int pes = 2; pes <= PES; pes += 2) {
            most = Math.max(most, openMp(values, ours, pes));
        }
        return most;
    }

    private static Values values(Laboratory laboratory, String figure) {
        return new Values(laboratory.figure("ramos-" + figure));
    }

    private static Result simplified(CoherentMachine machine) {
        CoherentMachine simple = machine.withSimplifiedLatency();
        double[] expected = {8.6, 235.8, 277.7};
        String[] holders = {"own E", "other E", "memory"};
        double worst = 0;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < holders.length; i++) {
            double nanos = OneRead.nanos(simple, holders[i]);
            text.append(text.isEmpty() ? "" : ", ").append(String.format(Locale.ROOT, "%.1f", nanos));
            double percent = 100 * (nanos / expected[i] - 1);
            worst = Math.abs(percent) > Math.abs(worst) ? percent : worst;
        }
        return Result.of(worst, text.toString());
    }

    private static Result onlySlope(CoherentMachine machine, boolean memory) {
        double o = (memory ? machine.fromMemory() : machine.cached()).o();
        double worst = 0;
        for (int lines = 2; lines <= 12; lines++) {
            worst = Math.max(worst, 100 * Math.abs(o * lines / new PingPongModel(machine).lines(lines, memory) - 1));
        }
        return Result.of(worst);
    }

    /** {@return the greatest latency over the least} */
    private static double spread(Values values, String which, double readers) {
        return values.sample(which + ", last reader", readers).most()
            / values.sample(which + ", first reader", readers).least();
    }

    private static Result ring(CoherentMachine machine) {
        int pes = machine.cores() & -4;
        double many = new Repetition(machine, SimulationOptions.STANDARD, pes)
            .run(1, base -> new PairedPingPong(base, 1, PairedPingPong.interleaved(pes)))[0];
        double one = new Repetition(machine, SimulationOptions.STANDARD, 4)
            .run(1, base -> new PairedPingPong(base, 1, PairedPingPong.interleaved(4)))[0];
        return Result.of(100 * (many / one - 1));
    }

    private static Result inside(Series series) {
        int outside = 0;
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (Point point : series.points()) {
            double micros = point.sample().median();
            least = Math.min(least, micros / point.model().min());
            most = Math.max(most, micros / point.model().max());
            outside += point.model().contains(micros) ? 0 : 1;
        }
        return Result.of(outside == 0, String.format(Locale.ROOT, ">= %.2f min, <= %.2f max%s", least, most,
            outside == 0 ? "" : ", " + outside + " outside"));
    }
}
