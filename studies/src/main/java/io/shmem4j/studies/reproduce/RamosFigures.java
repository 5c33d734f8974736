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
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.studies.line.Collective;
import io.shmem4j.studies.line.ContendedCopy;
import io.shmem4j.studies.line.LineExperiments;
import io.shmem4j.studies.line.ModelCosts;
import io.shmem4j.studies.line.PingPong;
import io.shmem4j.studies.line.PingPongModel;
import io.shmem4j.studies.line.Repetition;
import io.shmem4j.studies.line.TreeBroadcast;
import io.shmem4j.studies.line.TreeModel;
import io.shmem4j.studies.line.Turns;
import io.shmem4j.studies.line.WelchTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The figures and tables of Ramos and Hoefler, and the claims that are about them. */
final class RamosFigures extends Figures {
    private static final Map<String, String> EXPERIMENTS = Map.ofEntries(Map.entry("tab2", "latencies"),
        Map.entry("s31", "pingpong"), Map.entry("fig5", "multiline"), Map.entry("fig6", "contention"),
        Map.entry("s34", "ring"), Map.entry("fig7", "interleaving"), Map.entry("s411", "notification"),
        Map.entry("fig9", "trees"), Map.entry("fig10", "broadcast"), Map.entry("fig11", "largebcast"),
        Map.entry("fig12", "barrier"), Map.entry("fig13", "reduction"), Map.entry("s7", "causes"));
    private static final String MPI = "MPI by two copies";
    private static final String TREE = "optimum tree";
    private static final String DISSEMINATION = "dissemination";
    private static final int PES = 60;
    private static final List<Collective> RIVALLED = List.of(Collective.BROADCAST, Collective.BARRIER,
        Collective.REDUCTION);
    private static final String OPENMP = "OpenMP";

    /** Numbers of PEs that leave the last core to the operating system. */
    private static final int[] BEFORE = {32, 58};
    /** Repetitions; at all PEs four times as many, so that some are interrupted. */
    private static final int SPREAD = 150;
    /** Where the barrier's best parameters change. */
    private static final int JUMP = 28;
    private static final int DEEPEST = 6;
    /** Lines whose directories are looked at. */
    private static final int FAR = 6000;
    /** Picoseconds between their accesses, so that none waits for another. */
    private static final long APART = 1_000_000;
    /** Stops along a quarter of the ring. */
    private static final int MIDDLE = 15;
    /** Cells of table 2a of lines in other caches; memory's follow each three. */
    private static final int[] ELSEWHERE = {5, 6, 7, 9, 10, 11, 13, 14, 15};

    private final CoherentMachine machine;
    private final CoherentMachine simple;
    private final ModelCosts costs;
    private final PingPongModel messages;
    private final TreeModel broadcast;

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
        addTransfers();
        addOptima();
        addLines();
        addCollectives();
        addLarge();
    }

    private Figure panel(String... curves) {
        Figure both = laboratory.figure("ramos-fig5");
        return new Figure(both.title() + ", " + curves[0], both.x(), both.y(), both.axes(), both.series().stream()
            .filter(one -> List.of(curves).contains(one.name())).toList(), both.notes());
    }

    /** The axis of errors that figure 5 has on its right. */
    private Figure errors() {
        Values values = values("ramos-fig5");
        int[] sizes = values.figure().settings().stream().mapToInt(Double::intValue).toArray();
        return new Figure("Ping-pong of several lines: errors of the models", "lines", "error [%]", Axes.LINEAR,
            Stream.of("caches", "memory").flatMap(where -> Stream.of(
                Series.of("simple model, " + where, sizes, n -> 100
                    * Math.abs(values.at("simple model, " + where, n) / values.at("buffers in " + where, n) - 1)),
                Series.of("fit, " + where, sizes, n -> 100 * Math.abs(messages.lines(n, where.equals("memory"))
                    / values.at("buffers in " + where, n) - 1)))).toList(), List.of());
    }

    private void addLines() {
        claim("table2", this::simplified);
        claim("table2.distances", () -> table2("simulated", "table 2a", ELSEWHERE));
        claim("table2.states", () -> table2("simulated", "table 2a", 1, 2, 3, 4, 9, 10, 11));
        claim("states.silent", () -> Result.of(Turns.storeAlone(simple)));
        claim("states.gols", () -> Result.of(Turns.thirdReader(machine)));
        claim("table2.memory", () -> table2("simulated", "table 2a", new int[] {8, 12, 16}));
        claim("table2.sigma", () -> table2("simulated, deviation", "table 2a, deviation",
            IntStream.concat(IntStream.rangeClosed(1, 4), IntStream.of(ELSEWHERE)).toArray()));
        claim("distances", () -> farthest(IntStream.rangeClosed(2, PES).boxed().flatMapToDouble(n -> RIVALLED.stream()
            .mapToDouble(what -> new Repetition(machine, SimulationOptions.STANDARD.withDistances(), n).run(1,
                what.best(costs, n))[0] / Repetition.once(machine, n, what.best(costs, n))))));
        claim("directories.away", () -> {
            TagDirectories directories = new TagDirectories(machine, laboratory.seed());
            return Result.of(IntStream.range(0, FAR).mapToDouble(line -> directories.away(line % machine.cores(), line))
                .average().orElseThrow());
        });
        claim("directories.latency", this::far);
        claim("multiline.o.cached", () -> simple(false));
        claim("multiline.o.memory", () -> simple(true));
        claim("ring", () -> farthest(DoubleStream.of(pairs(PingPong.interleaved(PES)) / pairs(PingPong.interleaved(4)),
            pairs(PingPong.nested(PES)) / pairs(PingPong.nested(4)))));
        claim("notification.one", () -> Result.of(values("ramos-s411").least("a line for each, freed",
            "one line for all, freed", n -> n >= 4)));
    }

    /** {@return the greatest latency of a line in another cache over the least, by its directory, one at a time} */
    private Result far() {
        CoherentChip chip = Turns.chip(machine, FAR, laboratory.seed());
        LongStream.range(0, FAR).forEach(line -> chip.place(MIDDLE, line, false));
        DoubleSummaryStatistics picos = LongStream.range(0, FAR).mapToDouble(line ->
            chip.read(new Port(0, 0), line * APART, line) - line * APART).summaryStatistics();
        return Result.of(picos.getMax() / picos.getMin());
    }

    /** {@return the greatest deviation of a curve of table 2 from another in percent} */
    private Result table2(String curve, String from, int... cells) {
        Values values = values("ramos-tab2");
        return farthest(Arrays.stream(cells).mapToDouble(i -> values.at(curve, i) / values.at(from, i)));
    }

    /** {@return the quotient that is farthest from 1, as percent more than 1} */
    private static Result farthest(DoubleStream quotients) {
        return Result.of(quotients.map(quotient -> 100 * (quotient - 1)).boxed()
            .max(Comparator.comparingDouble(Math::abs)).orElseThrow());
    }

    private void addCollectives() {
        claim("jump.28", () -> Result.of(Math.max(rise(JUMP - 2), rise(JUMP))));
        claim("openmp.barrier", () -> Result.of(leastOfOpenMp(Collective.BARRIER)));
        claim("openmp.reduction", () -> Result.of(leastOfOpenMp(Collective.REDUCTION)));
        claim("openmp.barrier.60", () -> Result.of(values("ramos-fig12").least(OPENMP, DISSEMINATION,
            n -> n == PES)));
        RIVALLED.forEach(what -> claim("mpi." + what.title(), () -> Result.of(over(what).least(MPI, ours(what),
            n -> true))));
        claim("headline.4.3", () -> Result.of(Stream.concat(Stream.of(values("ramos-fig11").most(MPI, "flat tree",
            n -> true)), RIVALLED.stream().flatMap(what -> Stream.of(MPI, OPENMP).filter(rival -> rival.equals(MPI)
                || what != Collective.BROADCAST).map(rival -> over(what).most(rival, ours(what), n -> true))))
            .max(Comparator.naturalOrder()).orElseThrow()));
        claim("causes", () -> Result.of(100 * (1 - values("ramos-s7").last(LineExperiments.COPIES)
            / values("ramos-s7").last(LineExperiments.WHOLE))));
        claim("spread.60", () -> Result.of(RIVALLED.stream().mapToDouble(collective -> spread(collective, PES,
            4 * SPREAD) / IntStream.of(BEFORE).mapToDouble(pes -> spread(collective, pes, SPREAD)).max().orElseThrow())
            .average().orElseThrow()));
    }

    /** {@return the values of figure 10, 12 or 13} */
    private Values over(Collective what) {
        return values("ramos-fig" + (what == Collective.BROADCAST ? 10 : what == Collective.BARRIER ? 12 : 13));
    }

    private static String ours(Collective what) {
        return what == Collective.BARRIER ? DISSEMINATION : TREE;
    }

    /** {@return OpenMP's time over ours where OpenMP is the fastest, but for all PEs} */
    private double leastOfOpenMp(Collective what) {
        return over(what).least(OPENMP, ours(what), pes -> what == Collective.REDUCTION || pes < PES);
    }

    /** {@return how the least time of a barrier rises by its model} */
    private double rise(int pes) {
        return Collective.BARRIER.model(costs, pes + 2).min() / Collective.BARRIER.model(costs, pes).min();
    }

    /** {@return the standard deviation over the mean} */
    private double spread(Collective collective, int pes, int times) {
        Sample nanos = new Sample(new Repetition(machine, SimulationOptions.STANDARD.withSeed(laboratory.seed()), pes)
            .run(times, collective.best(costs, pes)));
        return nanos.deviation() / nanos.mean();
    }

    private void addLarge() {
        claim("large.flat", () -> Result.of(values("ramos-fig11").least("pipeline", "flat tree", n -> n >= 4)));
        claim("large.mpi", () -> {
            double from = values("ramos-fig11").below(MPI, "pipeline");
            return Double.isInfinite(from) ? Result.of(PES + 1, "never") : Result.of(from, "from %.0f on", from);
        });
        claim("inside.large.flat", () -> inside(values("ramos-fig11").series("flat tree")));
        claim("inside.large.pipeline", () -> inside(values("ramos-fig11").series("pipeline")));
        claim("large.mpi.flat", () -> Result.of(values("ramos-fig11").least(MPI, "flat tree", n -> true)));
    }

    private Result simplified() {
        double[] nanos = {read(0, "E"), read(1, "E"), read(0, "I")};
        double[] expected = {8.6, 235.8, 277.7};
        return Result.of(farthest(IntStream.range(0, nanos.length).mapToDouble(i -> nanos[i] / expected[i])).value(),
            list("%.1f", nanos));
    }

    private double read(int stops, String state) {
        return Turns.read(simple, 0, 1, stops, state)[0];
    }

    /** {@return the greatest error of the simple model for few lines} */
    private Result simple(boolean memory) {
        return Result.of(IntStream.rangeClosed(2, 12).mapToDouble(lines -> 100 * Math.abs(messages.simple(lines, memory)
            / messages.lines(lines, memory) - 1)).max().orElseThrow());
    }

    private double pairs(int... partners) {
        return Repetition.once(machine, partners.length, base -> new PingPong(base, 1, false, partners));
    }

    /** {@return at how many settings the whiskers reach outside of a model} */
    private static Result inside(Series series) {
        List<Point> points = series.points();
        long outside = points.stream().filter(point -> !point.model().contains(point.sample().lowerWhisker())
            || !point.model().contains(point.sample().upperWhisker())).count();
        return Result.of(outside, "%d of %d outside", outside, points.size());
    }

    private void addTransfers() {
        for (boolean memory : new boolean[] {false, true}) {
            String where = memory ? "memory" : "cached";
            claim("pingpong.bare." + where,
                () -> Result.of(new Repetition(machine, SimulationOptions.STANDARD.withoutOverhead(), 2)
                    .run(1, base -> new PingPong(base, 1, memory))[0]));
            claim("pingpong." + where,
                () -> Result.of(Repetition.once(machine, 2, base -> new PingPong(base, 1, memory))));
            claim("pingpong.sigma." + where, () -> Result.of(pingPongs(memory).deviation()));
            claim("welch.bare." + where, () -> welch(memory));
            claim("multiline." + where, () -> farthest(IntStream.rangeClosed(2, machine.maxLines()).mapToDouble(
                n -> Repetition.once(machine, 2, base -> new PingPong(base, n, memory)) / messages.lines(n, memory))));
        }
        claim("contention", () -> farthest(IntStream.range(1, machine.cores()).mapToDouble(
            n -> Repetition.once(simple, n + 1, base -> new ContendedCopy(base, n, false)) / costs.contended(n))));
        claim("example", () -> farthest(DoubleStream.of(ContendedCopy.ofLevels(simple, Tree.ofLevels(10, 3, 2))
            / (5 * costs.perReader() + 2 * costs.base()))));
        claim("interleaving.a", () -> Result.of(Turns.writersAndReader(simple, 0, 1, 2)));
        claim("interleaving.b", () -> Result.of(Turns.writersAndReader(simple, 0, 2, 1, 2)));
        claim("interleaving.c", () -> Result.of(Turns.writersAndReader(simple, 2, 0, 2, 1, 2)));
    }

    private Sample pingPongs(boolean memory) {
        return values("ramos-s31").sample("simulated", memory ? 2 : 1);
    }

    /** {@return the probability of a difference like that of the simulated mean and the model, by Welch's test} */
    private Result welch(boolean memory) {
        return Result.of(WelchTest.of(pingPongs(memory), messages.oneLine(memory, false),
            messages.oneLineDeviation(memory)).p());
    }

    private void addOptima() {
        for (int n : new int[] {30, 60}) {
            RIVALLED.forEach(what -> claim("optimum." + what.title() + "." + n,
                () -> same("optimum." + what.title() + "." + n, what.shape(costs, n))));
            claim("search." + n, () -> search(n));
        }
        Collective all = Collective.NOTIFICATION;
        claim("inside.notification", () -> inside(new Series("", true, IntStream.rangeClosed(2, PES).mapToObj(n ->
            Point.of(n, new Sample(new Repetition(machine, SimulationOptions.STANDARD.withSeed(laboratory.seed()), n)
                .run(laboratory.share(2 * SPREAD), all.best(costs, n))), all.model(costs, n))).toList())));
        RIVALLED.forEach(what -> claim("inside." + what.title(), () -> inside(over(what).series(ours(what)))));
        Map.of("flat", "flat", "binomial", "binomial", "3-nomial", "3-nomial", "fibonacci-2", "Fibonacci o = L/2",
            "fibonacci-4", "Fibonacci o = L/4").forEach((id, tree) -> claim("rival." + id, () ->
            Result.of(values("ramos-fig9").most("optimum", tree, n -> true))));
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
}
