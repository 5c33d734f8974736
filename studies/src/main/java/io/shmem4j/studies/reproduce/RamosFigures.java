// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.collective.team.Tree;
import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import io.shmem4j.report.Sample;
import io.shmem4j.sim.coherence.CoherentChip.Port;
import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.coherence.TagDirectories;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.SoftwareProfile.MessageProfile;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.studies.line.Collective;
import io.shmem4j.studies.line.ContendedCopy;
import io.shmem4j.studies.line.LargeBroadcast;
import io.shmem4j.studies.line.LineAlgorithm;
import io.shmem4j.studies.line.LineExperiments;
import io.shmem4j.studies.line.ModelCosts;
import io.shmem4j.studies.line.PingPong;
import io.shmem4j.studies.line.PingPongModel;
import io.shmem4j.studies.line.Repetition;
import io.shmem4j.studies.line.TreeBroadcast;
import io.shmem4j.studies.line.TreeModel;
import io.shmem4j.studies.line.Turns;
import io.shmem4j.studies.line.TwoSided;
import io.shmem4j.studies.line.WelchTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The figures and tables of Ramos and Hoefler, and the claims that are about them. */
final class RamosFigures extends Figures {
    private static final Map<String, String> EXPERIMENTS = Map.ofEntries(Map.entry("tab2", "latencies"),
        Map.entry("s31", "pingpong"), Map.entry("fig6", "contention"),
        Map.entry("s34", "ring"), Map.entry("fig7", "interleaving"), Map.entry("s411", "notification"),
        Map.entry("fig9", "trees"), Map.entry("fig10", "broadcast"), Map.entry("fig11", "largebcast"),
        Map.entry("fig12", "barrier"), Map.entry("fig13", "reduction"), Map.entry("s7", "causes"));
    private static final String MPI = "MPI by two copies";
    private static final String TREE = "optimum tree";
    private static final String DISSEMINATION = "dissemination";
    private static final int PES = 60;
    private static final int[] EVERY_FOURTH = IntStream.iterate(4, n -> n <= PES, n -> n + 4).toArray();
    private static final int[] SOFTWARE = {0, 500, 1000, 1500, 2000};
    private static final List<Collective> RIVALLED = List.of(Collective.BROADCAST, Collective.BARRIER,
        Collective.REDUCTION);
    private static final String FLAT = "8 KB by flat tree";
    private static final String PIPELINE = "8 KB to 60 PEs, pipeline";
    private static final String OPENMP = "OpenMP";

    /** Numbers of PEs that leave the last core to the operating system. */
    private static final int[] BEFORE = {32, 58};
    /** Repetitions; at all PEs four times as many, so that some are interrupted. */
    private static final int SPREAD = 150;
    private static final int JUMP = 28;
    private static final int DEEPEST = 6;
    /** Lines whose directories are looked at. */
    private static final int FAR = 6000;
    /** Cells of table 2a of lines in other caches; memory's follow each three. */
    private static final int[] ELSEWHERE = {5, 6, 7, 9, 10, 11, 13, 14, 15};

    private final CoherentMachine machine;
    private final CoherentMachine simple;
    private final ModelCosts costs;
    private final PingPongModel messages;
    private final TreeModel broadcast;
    private Figure multiline;

    RamosFigures(Laboratory laboratory) {
        super(laboratory);
        this.machine = laboratory.phi;
        this.simple = machine.withSimplifiedLatency();
        this.costs = ModelCosts.of(machine);
        this.messages = new PingPongModel(machine);
        this.broadcast = TreeModel.broadcast(costs);
        EXPERIMENTS.forEach((figure, experiment) -> figure("ramos-" + figure, () -> laboratory.run(experiment)));
        figure("ramos-fig5a", () -> panel("buffers in caches", "simple model, caches"));
        figure("ramos-fig5b", () -> panel("buffers in memory", "simple model, memory"));
        figure("ramos-fig5c", this::errors);
        figure("ramos-mpi", this::software);
        addTransfers();
        addOptima();
        addLines();
        addCollectives();
        addLarge();
        addSystem();
    }

    /** {@return the experiment of which figure 5 shows parts} */
    private Figure multiline() {
        return multiline == null ? multiline = laboratory.run("multiline") : multiline;
    }

    private Figure panel(String... curves) {
        Figure both = multiline();
        return new Figure(both.title() + ", " + curves[0], both.x(), both.y(), both.axes(), both.series().stream()
            .filter(one -> List.of(curves).contains(one.name())).toList(), both.notes());
    }

    /** The axis of errors that figure 5 has on its right. */
    private Figure errors() {
        Values values = new Values(multiline());
        int[] sizes = values.figure().settings().stream().mapToInt(Double::intValue).toArray();
        return new Figure("Ping-pong of several lines: errors of the models", "lines", "error [%]", Axes.LINEAR,
            Stream.of("caches", "memory").flatMap(where -> Stream.of(
                Series.of("simple model, " + where, sizes, n -> 100
                    * Math.abs(values.at("simple model, " + where, n) / values.at("buffers in " + where, n) - 1)),
                Series.of("fit, " + where, sizes, n -> 100 * Math.abs(messages.lines(n, where.equals("memory"))
                    / values.at("buffers in " + where, n) - 1)))).toList(), List.of());
    }

    /** The gains over MPI by the number of the model that has no source. */
    private Figure software() {
        int lines = machine.maxLines();
        List<Series> series = Stream.concat(
            RIVALLED.stream().map(collective -> gains(collective.title(), EVERY_FOURTH, collective::byMessages,
                pes -> collective.best(costs, pes))),
            Stream.of(gains(FLAT, EVERY_FOURTH, (pes, messages) -> tree(pes, messages),
                pes -> base -> new LargeBroadcast.Flat(base, pes, lines)), gains(PIPELINE, new int[] {PES},
                (pes, messages) -> tree(pes, messages), this::pipelined))).toList();
        return new Figure("Gains over MPI on " + machine.title(), "software of each side of a message [ns]",
            "MPI / ours", Axes.LINEAR, series,
            List.of(text("The greatest gain of 4 to %d PEs, all lines at their mean latency. Figures 10 to 13 have %.0f"
                + " ns; the paper has no number.", PES, MessageProfile.load("mpi-like").send())));
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
        claim("table2.distances", () -> table2("simulated", "table 2a", ELSEWHERE));
        claim("table2.memory", () -> table2("simulated", "table 2a", new int[] {8, 12, 16}));
        claim("table2.sigma", () -> table2("simulated, deviation", "table 2a, deviation",
            IntStream.concat(IntStream.of(4), IntStream.of(ELSEWHERE)).toArray()));
        claim("distances", () -> worst(2, PES, n -> RIVALLED.stream().mapToDouble(what -> new Repetition(machine,
            SimulationOptions.STANDARD.withDistances(), n).run(1, what.best(costs, n))[0]
            / Repetition.once(machine, n, what.best(costs, n))).boxed().max(Comparator.comparingDouble(
                quotient -> Math.abs(quotient - 1))).orElseThrow()));
        claim("directories.away", () -> {
            TagDirectories directories = new TagDirectories(machine, laboratory.seed());
            return Result.of(IntStream.range(0, FAR).mapToDouble(line -> directories.away(line % machine.cores(), line))
                .average().orElseThrow());
        });
        claim("directories.queue", this::queued);
        claim("multiline.o.cached", () -> simple(false));
        claim("multiline.o.memory", () -> simple(true));
        claim("ring", () -> Result.of(100 * (interleaved(machine.cores() & -4) / interleaved(4) - 1)));
        claim("notification.one", () -> Result.of(values("ramos-s411").least("a line for each, freed",
            "one line for all, freed", n -> n >= 4)));
    }

    /** {@return the latency of a core's last outstanding request over that of a lone one, all at one directory} */
    private Result queued() {
        TagDirectories directories = new TagDirectories(machine, laboratory.seed());
        CoherentChip chip = new CoherentChip(machine, FAR, 1, laboratory.seed(), false, false,
            (pe, line, time, overhead) -> { });
        long[] lines = LongStream.range(0, FAR).filter(line -> directories.of(line) == directories.of(0))
            .limit(PingPongModel.OUTSTANDING).toArray();
        Arrays.stream(lines).forEach(line -> chip.place(1, line, false));
        double[] nanos = Arrays.stream(lines).mapToDouble(line -> chip.read(new Port(0, 0), 0, line)).toArray();
        return Result.of(nanos[nanos.length - 1] / nanos[0]);
    }

    /** {@return the greatest deviation of a curve of table 2 from another in percent} */
    private Result table2(String curve, String from, int... cells) {
        Values values = values("ramos-tab2");
        return Result.of(Arrays.stream(cells).mapToObj(i -> 100 * (values.at(curve, i) / values.at(from, i) - 1))
            .max(Comparator.comparingDouble(Math::abs)).orElseThrow());
    }

    private void addCollectives() {
        claim("jump.28", this::jump);
        addOpenMp("barrier", DISSEMINATION, "ramos-fig12");
        addOpenMp("reduction", TREE, "ramos-fig13");
        claim("openmp.barrier.60", () -> {
            Values values = values("ramos-fig12");
            return Result.of(Math.max(openMp(values, DISSEMINATION, PES), 1 / leastOfOpenMp(values, DISSEMINATION)));
        });
        addMpi(Collective.BROADCAST, TREE, "ramos-fig10");
        addMpi(Collective.BARRIER, DISSEMINATION, "ramos-fig12");
        addMpi(Collective.REDUCTION, TREE, "ramos-fig13");
        claim("headline.4.3", () -> Result.of(DoubleStream.of(values("ramos-fig10").most(MPI, TREE, n -> true),
            values("ramos-fig11").most(MPI, "flat tree", n -> true), greatest("ramos-fig12", DISSEMINATION),
            greatest("ramos-fig13", TREE)).max().orElseThrow()));
        claim("causes", () -> Result.of(100 * (1 - values("ramos-s7").last(LineExperiments.COPIES)
            / values("ramos-s7").last(LineExperiments.WHOLE))));
    }

    private void addSystem() {
        claim("spread.60", () -> Result.of(RIVALLED.stream().mapToDouble(collective -> spread(collective, PES,
            4 * SPREAD) / IntStream.of(BEFORE).mapToDouble(pes -> spread(collective, pes, SPREAD)).max().orElseThrow())
            .average().orElseThrow()));
    }

    /** {@return the standard deviation over the mean} */
    private double spread(Collective collective, int pes, int times) {
        Sample nanos = new Sample(new Repetition(machine, SimulationOptions.STANDARD.withSeed(laboratory.seed()), pes)
            .run(times, collective.best(costs, pes)));
        return nanos.deviation() / nanos.mean();
    }

    private LongFunction<LineAlgorithm> tree(int pes, MessageProfile messages) {
        return base -> new TwoSided.MessageTree(base, pes, machine.maxLines(), messages);
    }

    private LongFunction<LineAlgorithm> pipelined(int pes) {
        return base -> new LargeBroadcast.Pipelined(base, pes, machine.maxLines());
    }

    private void addLarge() {
        claim("large.flat", () -> Result.of(values("ramos-fig11").least("pipeline", "flat tree", n -> n >= 8)));
        claim("large.mpi", () -> {
            double from = values("ramos-fig11").below(MPI, "pipeline");
            return Double.isInfinite(from) ? Result.of(PES + 1, "never") : Result.of(from, "from %.0f on", from);
        });
        claim("inside.large.flat", () -> inside(values("ramos-fig11").series("flat tree")));
        claim("inside.large.pipeline", () -> inside(values("ramos-fig11").series("pipeline")));
        claim("large.mpi.flat", () -> Result.of(values("ramos-fig11").least(MPI, "flat tree", n -> true)));
    }

    private void addMpi(Collective what, String ours, String figure) {
        claim("mpi." + what.title(), () -> Result.of(values(figure).least(MPI, ours, n -> true)));
    }

    private void addOpenMp(String what, String ours, String figure) {
        claim("openmp." + what, () -> Result.of(leastOfOpenMp(values(figure), ours)));
    }

    /** {@return OpenMP's time over ours where OpenMP is the fastest, but for all PEs} */
    private static double leastOfOpenMp(Values values, String ours) {
        return IntStream.iterate(8, pes -> pes < PES, pes -> pes + 2).mapToDouble(pes -> openMp(values, ours, pes))
            .min().orElseThrow();
    }

    private static double openMp(Values values, String ours, double pes) {
        return values.at(OPENMP, pes) / values.at(ours, pes);
    }

    private double greatest(String figure, String ours) {
        return Math.max(values(figure).most(MPI, ours, n -> true), values(figure).most(OPENMP, ours, n -> true));
    }

    private Result simplified() {
        double[] expected = {8.6, 235.8, 277.7};
        double[] nanos = {read(0, "E"), read(1, "E"), read(0, "I")};
        double worst = IntStream.range(0, nanos.length).mapToObj(i -> 100 * (nanos[i] / expected[i] - 1))
            .max(Comparator.comparingDouble(Math::abs)).orElseThrow();
        return Result.of(worst, list("%.1f", nanos));
    }

    private double read(int stops, String state) {
        return Turns.read(simple, SimulationOptions.STANDARD, 1, stops, state)[0];
    }

    /** {@return the greatest error of the simple model for few lines} */
    private Result simple(boolean memory) {
        return Result.of(IntStream.rangeClosed(2, 12).mapToDouble(lines -> 100 * Math.abs(messages.simple(lines, memory)
            / messages.lines(lines, memory) - 1)).max().orElseThrow());
    }

    private double interleaved(int pes) {
        return Repetition.once(machine, pes, base -> new PingPong(base, 1, false, PingPong.interleaved(pes)));
    }

    /** {@return how many medians lie outside of a model} */
    private static Result inside(Series series) {
        List<Point> points = series.points();
        long outside = points.stream().filter(point -> !point.model().contains(point.sample().median())).count();
        return Result.of(outside, "%d of %d outside", outside, points.size());
    }

    private void addTransfers() {
        for (boolean memory : new boolean[] {false, true}) {
            String where = memory ? "memory" : "cached";
            claim("pingpong.model." + where, () -> Result.of(messages.oneLine(memory, false)));
            claim("pingpong.bare." + where,
                () -> Result.of(new Repetition(machine, SimulationOptions.STANDARD.withoutOverhead(), 2)
                    .run(1, base -> new PingPong(base, 1, memory))[0]));
            claim("pingpong." + where,
                () -> Result.of(Repetition.once(machine, 2, base -> new PingPong(base, 1, memory))));
            claim("pingpong.sigma." + where, () -> Result.of(pingPongs(memory).deviation()));
            claim("welch.bare." + where, () -> welch(memory, false));
            claim("welch." + where, () -> welch(memory, true));
            claim("multiline." + where, () -> worst(2, machine.maxLines(),
                n -> Repetition.once(machine, 2, base -> new PingPong(base, n, memory)) / messages.lines(n, memory)));
        }
        claim("contention", () -> worst(1, machine.cores() - 1,
            n -> Repetition.once(simple, n + 1, base -> new ContendedCopy(base, n, false)) / costs.contended(n)));
        claim("example", this::example);
        claim("interleaving.a", () -> order(0, 1, 2));
        claim("interleaving.b", () -> order(0, 2, 1, 2));
        claim("interleaving.c", () -> order(2, 0, 2, 1, 2));
    }

    private Sample pingPongs(boolean memory) {
        return values("ramos-s31").sample("simulated", memory ? 2 : 1);
    }

    /** {@return the probability of a difference like that of the simulated mean and the model, by Welch's test} */
    private Result welch(boolean memory, boolean overhead) {
        return Result.of(WelchTest.of(pingPongs(memory), messages.oneLine(memory, overhead),
            messages.oneLineDeviation(memory)).p());
    }

    /** {@return how far the levels of figure 8's tree, each copied at once, are from 5 c + 2 b} */
    private Result example() {
        return Result.of(100 * (ContendedCopy.ofLevels(simple, Tree.ofLevels(10, 3, 2))
            / (5 * costs.perReader() + 2 * costs.base()) - 1));
    }

    private void addOptima() {
        for (int n : new int[] {30, 60}) {
            RIVALLED.forEach(what -> claim("optimum." + what.title() + "." + n,
                () -> same("optimum." + what.title() + "." + n, what.shape(costs, n))));
            claim("search." + n, () -> search(n));
        }
        for (Collective collective : Collective.values()) {
            claim("inside." + collective.title(), () -> inside(new Series("", true, IntStream.rangeClosed(2,
                machine.cores()).mapToObj(n -> Point.of(n, new Sample(Repetition.once(machine, n, collective.best(costs,
                    n))), collective.model(costs, n))).toList())));
        }
        Map.of("flat", "flat", "binomial", "binomial", "3-nomial", "3-nomial", "fibonacci-2", "Fibonacci o = L/2",
            "fibonacci-4", "Fibonacci o = L/4").forEach((id, tree) -> claim("rival." + id, () ->
            Result.of(values("ramos-fig9").most("optimum", tree, n -> true))));
    }

    private Result order(int... turns) {
        return Result.of(Turns.writersAndReader(simple, turns));
    }

    /** {@return the greatest deviation of a quotient from 1 in percent} */
    private static Result worst(int first, int last, IntToDoubleFunction quotient) {
        return Result.of(IntStream.rangeClosed(first, last).mapToObj(n -> 100 * (quotient.applyAsDouble(n) - 1))
            .max(Comparator.comparingDouble(Math::abs)).orElseThrow());
    }

    /** {@return the time of the published tree over that of the fastest of all level trees} */
    private Result search(int n) {
        List<int[]> all = new ArrayList<>();
        everyTree(n, new int[0], n - 1, 1, 1, all);
        return Result.of(broadcast(broadcast.bestTree(n)) / all.stream().mapToDouble(levels ->
            broadcast(Tree.ofLevels(n, levels))).min().orElseThrow());
    }

    /** All lists of children per level that just reach n nodes; deep chains are never fast. */
    private static void everyTree(int n, int[] prefix, int most, int reached, int width, List<int[]> all) {
        for (int k = 1; k <= most && prefix.length < DEEPEST; k++) {
            int[] levels = Arrays.copyOf(prefix, prefix.length + 1);
            levels[prefix.length] = k;
            if (reached + width * k >= n) {
                all.add(levels);
                return;
            }
            everyTree(n, levels, k, reached + width * k, width * k, all);
        }
    }

    private double broadcast(Tree tree) {
        return Repetition.once(machine, tree.size(), base -> new TreeBroadcast(base, tree));
    }

    /** {@return how a barrier's time rises around 28 PEs, where the model's best parameters change} */
    private Result jump() {
        Values values = values("ramos-fig12");
        return Result.of(Math.max(rise(values, JUMP - 2), rise(values, JUMP)));
    }

    private static double rise(Values values, int pes) {
        return values.at(DISSEMINATION, pes + 2) / values.at(DISSEMINATION, pes);
    }
}
