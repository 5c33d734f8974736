// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.report.figure.Sample;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.MessageProfile;
import io.shmem4j.studies.experiment.LineAlgorithm;
import io.shmem4j.studies.experiment.Repetition;
import io.shmem4j.studies.experiment.Result;
import io.shmem4j.studies.experiment.Values;
import io.shmem4j.studies.line.Collective;
import io.shmem4j.studies.line.ModelCosts;
import io.shmem4j.studies.line.PingPong;
import io.shmem4j.studies.line.PingPongModel;
import io.shmem4j.studies.line.PipelinedBroadcast;
import io.shmem4j.studies.line.Turns;
import io.shmem4j.studies.line.TwoSided;
import io.shmem4j.studies.pointer.JobValues;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The figures and tables of Ramos and Hoefler, and the claims that are about them. */
final class RamosFigures extends Figures {
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
    private static final List<Collective> RIVALLED = List.of(Collective.BROADCAST, Collective.BARRIER,
        Collective.REDUCTION);
    private static final String PIPELINE = "8 KB to 60 PEs, over the pipeline";
    /** Published spread of latencies. */
    private static final double TIMES = 5;
    /** Published gain over MPI and OpenMP. */
    private static final double GAIN = 4.3;

    private final CoherentMachine machine;
    private final ModelCosts costs;

    RamosFigures(Laboratory laboratory) {
        super(laboratory);
        this.machine = laboratory.phi;
        this.costs = ModelCosts.of(machine);
    }

    @Override
    void add() {
        EXPERIMENTS.forEach((figure, experiment) -> figure("ramos-" + figure, () -> laboratory.run(experiment)));
        figure("ramos-library", this::library);
        figure("ramos-mpi", this::software);
        addLines();
        addCollectives();
        addLarge();
        addSoftware();
    }

    /** The library's own collectives, each number of PEs in a job of its own. */
    private Figure library() {
        Map<Integer, Supplier<JobValues>> jobs = new HashMap<>();
        for (int pes : LIBRARY_PES) {
            jobs.put(pes, JobValues.now(laboratory.jobs, "library", machine.name(), "0", Integer.toString(pes)));
        }
        return new Figure("The library's own collectives on " + machine.title(), "PEs", "time [us]", Axes.LINEAR,
            List.of(library("broadcast by tree", Collective.BROADCAST, jobs),
                library("barrier by dissemination", Collective.BARRIER, jobs)),
            List.of("Programs of the public API; calls of the library cost nothing. The bands are those of the models"
                + " for the paper's algorithms."));
    }

    private Series library(String name, Collective collective, Map<Integer, Supplier<JobValues>> jobs) {
        return new Series(name, true, Arrays.stream(LIBRARY_PES).mapToObj(pes -> Point.of(pes,
            new Sample(jobs.get(pes).get().get(collective.title())), collective.model(costs, pes).scaled(1e-3)))
            .toList());
    }

    /** The gains over MPI by the number of the model that has no source. */
    private Figure software() {
        int lines = machine.maxLines();
        int[] everyFourth = IntStream.iterate(4, n -> n <= PES, n -> n + 4).toArray();
        List<Series> series = Stream.concat(
            RIVALLED.stream().map(collective -> gains(collective.title(), everyFourth, collective::byMessages,
                pes -> collective.best(costs, pes))),
            Stream.of(gains(PIPELINE, new int[] {PES},
                (pes, messages) -> base -> new TwoSided.Broadcast(base, pes, lines, messages),
                pes -> base -> new PipelinedBroadcast(base, pes, lines)))).toList();
        return new Figure("Gains over MPI on " + machine.title(), "software of each side of a message [ns]",
            "MPI / ours", Axes.LINEAR, series,
            List.of("The greatest gain of 4 to 60 PEs, all lines at their mean latency. Figures 10 to 13 have 1000 ns;"
                + " the paper has no number."));
    }

    private Series gains(String name, int[] sizes,
            BiFunction<Integer, MessageProfile, LongFunction<LineAlgorithm>> rival,
            IntFunction<LongFunction<LineAlgorithm>> ours) {
        return Series.of(name, SOFTWARE, nanos -> Arrays.stream(sizes).mapToDouble(pes -> Repetition.once(machine, pes,
            rival.apply(pes, new MessageProfile("", "", nanos, nanos))) / Repetition.once(machine, pes,
                ours.apply(pes))).max().orElseThrow());
    }

    private void addLines() {
        claim("table2", this::simplified);
        claim("table2.distances", () -> {
            Values values = values("ramos-tab2");
            return Result.of(100 * Stream.of("table 2a, adjacent cores", "table 2a, largest distance").flatMapToDouble(
                other -> DoubleStream.of(values.least(other, "simulated", x -> true) - 1,
                    values.most(other, "simulated", x -> true) - 1)).map(Math::abs).max().orElseThrow());
        });
        claim("multiline.o.cached", () -> onlySlope(false));
        claim("multiline.o.memory", () -> onlySlope(true));
        claim("ring", () -> Result.of(100 * (interleaved(machine.cores() & -4) / interleaved(4) - 1)));
        claim("directories.alone", () -> Result.of(spread("any directory", 1)));
        claim("directories.one", () -> {
            double readers = values("ramos-s211").figure().settings().stream()
                .filter(n -> spread("one directory", n) >= TIMES).findFirst().orElse(Double.POSITIVE_INFINITY);
            return Result.of(Double.isFinite(readers), "from %.0f readers of one directory on; %d of any: x %.1f",
                readers, PES - 1, spread("any directory", PES - 1));
        });
        claim("notification.one", () -> {
            double least = values("ramos-s411").least("a line for each", "one line for all", n -> n >= 4);
            return Result.of(least > 1, "at least %.3f times faster", least);
        });
    }

    private void addCollectives() {
        addOpenMp("barrier", DISSEMINATION, "ramos-fig12");
        addOpenMp("reduction", TREE, "ramos-fig13");
        claim("openmp.barrier.60", () -> {
            double quotient = openMp(values("ramos-fig12"), DISSEMINATION, PES);
            return Result.of(quotient < 1, "OpenMP / ours %.2f", quotient);
        });
        claim("headline.4.3", () -> {
            double broadcast = values("ramos-fig10").most(MPI, TREE, n -> true);
            double barrier = greatest(values("ramos-fig12"), DISSEMINATION);
            double reduction = greatest(values("ramos-fig13"), TREE);
            return Result.of(Math.max(broadcast, Math.max(barrier, reduction)),
                "broadcast %.2f, barrier %.2f, reduction %.2f", broadcast, barrier, reduction);
        });
        claim("causes", () -> {
            Values values = values("ramos-s7");
            double data = values.last("data");
            double share = 100 * (1 - data / (data + values.last("notification") + values.last("polling")));
            return Result.of(share > 50, "%.0f; stores to flags %.1f x data", share,
                values.last("notification") / data);
        });
        claim("library.broadcast", () -> inside(laboratory.figure("ramos-library").series().getFirst()));
        claim("library.barrier", () -> inside(laboratory.figure("ramos-library").series().getLast()));
    }

    private void addSoftware() {
        claim("software.4.3", () -> {
            Values values = values("ramos-mpi");
            double[] most = Arrays.stream(SOFTWARE).mapToDouble(nanos -> RIVALLED.stream()
                .mapToDouble(collective -> values.at(collective.title(), nanos)).max().orElseThrow()).toArray();
            int last = IntStream.range(1, most.length).filter(i -> most[i] >= GAIN).findFirst().orElse(most.length - 1);
            // The gain is a straight line between two settings.
            double nanos = SOFTWARE[last] - (most[last] - GAIN) / (most[last] - most[last - 1])
                * (SOFTWARE[last] - SOFTWARE[last - 1]);
            return Result.of(most[last] >= GAIN, "%.0f ns; without any: %.2f", nanos, most[0]);
        });
        claim("large.mpi.bare", () -> Result.of(values("ramos-mpi").at(PIPELINE, 0)));
    }

    private void addLarge() {
        claim("large.flat", () -> {
            double least = values("ramos-fig11").least("pipeline", "flat tree", n -> n >= 8);
            return Result.of(least > 1, "pipeline at least %.2f times as long", least);
        });
        claim("large.mpi", () -> {
            Values values = values("ramos-fig11");
            double from = values.below(MPI, "pipeline");
            return Result.of(from, Double.isInfinite(from) ? text("never; at 60 MPI takes %.2f times as long",
                values.at(MPI, PES) / values.at("pipeline", PES)) : text("from %.0f on", from));
        });
        claim("large.mpi.flat", () -> {
            double least = values("ramos-fig11").least(MPI, "flat tree", n -> true);
            return Result.of(least > 1, "at least %.2f times", least);
        });
    }

    private void addOpenMp(String what, String ours, String figure) {
        claim("openmp." + what, () -> {
            Values values = values(figure);
            int where = IntStream.iterate(8, pes -> pes < PES, pes -> pes + 2).boxed()
                .min(Comparator.comparingDouble(pes -> openMp(values, ours, pes))).orElseThrow();
            double least = openMp(values, ours, where);
            return Result.of(least > 1, "%.2f at %d", least, where);
        });
    }

    private static double openMp(Values values, String ours, double pes) {
        return Math.min(values.at("OpenMP, one counter", pes), values.at("OpenMP, tree of counters", pes))
            / values.at(ours, pes);
    }

    private static double greatest(Values values, String ours) {
        return Math.max(values.most(MPI, ours, n -> true), IntStream.iterate(2, pes -> pes <= PES, pes -> pes + 2)
            .mapToDouble(pes -> openMp(values, ours, pes)).max().orElseThrow());
    }

    private Result simplified() {
        CoherentMachine simple = machine.withSimplifiedLatency();
        double[] expected = {8.6, 235.8, 277.7};
        double[] nanos = Stream.of("own E", "other E", "memory").mapToDouble(holder -> Turns.read(simple, holder))
            .toArray();
        double worst = IntStream.range(0, nanos.length).mapToObj(i -> 100 * (nanos[i] / expected[i] - 1))
            .max(Comparator.comparingDouble(Math::abs)).orElseThrow();
        return Result.of(worst, list(Arrays.stream(nanos).mapToObj(one -> text("%.1f", one))));
    }

    private Result onlySlope(boolean memory) {
        double o = (memory ? machine.fromMemory() : machine.cached()).o();
        return Result.of(IntStream.rangeClosed(2, 12).mapToDouble(lines -> 100 * Math.abs(o * lines
            / new PingPongModel(machine).lines(lines, memory) - 1)).max().orElseThrow());
    }

    /** {@return the greatest latency over the least} */
    private double spread(String which, double readers) {
        Values values = values("ramos-s211");
        return values.sample(which + ", last reader", readers).most()
            / values.sample(which + ", first reader", readers).least();
    }

    private double interleaved(int pes) {
        return Repetition.once(machine, pes, base -> new PingPong(base, 1, false, PingPong.interleaved(pes)));
    }

    private static Result inside(Series series) {
        List<Point> points = series.points();
        long outside = points.stream().filter(point -> !point.model().contains(point.sample().median())).count();
        return Result.of(outside == 0, ">= %.2f min, <= %.2f max%s",
            points.stream().mapToDouble(point -> point.sample().median() / point.model().min()).min().orElseThrow(),
            points.stream().mapToDouble(point -> point.sample().median() / point.model().max()).max().orElseThrow(),
            outside == 0 ? "" : ", " + outside + " outside");
    }
}
