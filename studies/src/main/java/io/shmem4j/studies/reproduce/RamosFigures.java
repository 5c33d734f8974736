// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.collective.team.KnomialTree;
import io.shmem4j.collective.team.LevelTree;
import io.shmem4j.collective.team.Tree;
import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Range;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import io.shmem4j.report.Sample;
import io.shmem4j.sim.coherence.TagDirectories;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.SoftwareProfile.MessageProfile;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.schedule.Scheduler.CarrierKind;
import io.shmem4j.studies.line.Collective;
import io.shmem4j.studies.line.ContendedCopy;
import io.shmem4j.studies.line.LargeBroadcast;
import io.shmem4j.studies.line.LineAlgorithm;
import io.shmem4j.studies.line.ModelCosts;
import io.shmem4j.studies.line.PingPong;
import io.shmem4j.studies.line.PingPongModel;
import io.shmem4j.studies.line.Repetition;
import io.shmem4j.studies.line.TreeBroadcast;
import io.shmem4j.studies.line.TreeModel;
import io.shmem4j.studies.line.Turns;
import io.shmem4j.studies.line.TwoSided;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.DoublePredicate;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
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
    private static final double MICRO = 1e-3;
    /** Readers of a line in memory from which on each further one takes as long as the last. */
    private static final int FEW = 3;
    private static final int DEEPEST = 6;
    /** Lines whose directories are looked at. */
    private static final int FAR = 6000;
    /** The first row of table 2 about other caches. */
    private static final int FIRST_OTHER = 4;

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
        addSoftware();
        addSystem();
    }

    /** {@return what many figures show together} */
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
            Stream.of(gains(FLAT, EVERY_FOURTH, (pes, messages) -> tree(pes, messages, true),
                pes -> base -> new LargeBroadcast.Flat(base, pes, lines)), gains(PIPELINE, new int[] {PES},
                (pes, messages) -> tree(pes, messages, true), this::pipelined))).toList();
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
        claim("table2.distances", () -> {
            Values values = values("ramos-tab2");
            return Result.of(100 * Stream.of("table 2a, adjacent cores", "table 2a, largest distance").flatMapToDouble(
                other -> DoubleStream.of(values.least(other, "simulated", x -> true) - 1,
                    values.most(other, "simulated", x -> true) - 1)).map(Math::abs).max().orElseThrow());
        });
        claim("table2.sigma", () -> {
            Values values = values("ramos-tab2");
            String published = "table 2a, its deviation";
            double[] apart = IntStream.rangeClosed(FIRST_OTHER, values.figure().names().size()).mapToDouble(i -> 100
                * (values.at("simulated, deviation over lines", i) / values.at(published, i) - 1)).toArray();
            return Result.of(Arrays.stream(apart).map(Math::abs).max().orElseThrow(), list("%+.1f %%",
                apart));
        });
        claim("directories.away", () -> {
            TagDirectories directories = new TagDirectories(machine, laboratory.seed());
            return Result.of(IntStream.range(0, FAR).mapToDouble(line -> directories.away(line % machine.cores(), line))
                .average().orElseThrow());
        });
        claim("multiline.o.cached", () -> simple(false));
        claim("multiline.o.memory", () -> simple(true));
        claim("contention.memory", () -> {
            Point worst = farthest(n -> true);
            Point later = farthest(n -> n >= FEW);
            return Result.of(off(worst), "%+.1f %% at n = %.0f; from %d on %+.1f %% at %.0f", off(worst), worst.x(),
                FEW, off(later), later.x());
        });
        claim("ring", () -> Result.of(100 * (interleaved(machine.cores() & -4) / interleaved(4) - 1)));
        claim("notification.one", () -> {
            double least = values("ramos-s411").least("a line for each", "one line for all", n -> n >= 4);
            return Result.of(least, "at least %.3f times faster", least);
        });
    }

    private Point farthest(DoublePredicate readers) {
        return values("ramos-fig6").series("line in memory").points().stream()
            .filter(point -> readers.test(point.x())).max(Comparator.comparingDouble(point -> Math.abs(off(point))))
            .orElseThrow();
    }

    /** {@return by how many percent the model of a point is more than what was simulated} */
    private static double off(Point point) {
        return 100 * (point.model().max() / point.sample().mean() - 1);
    }

    private void addCollectives() {
        claim("jump.28", this::jump);
        addOpenMp("barrier", DISSEMINATION, "ramos-fig12");
        addOpenMp("reduction", TREE, "ramos-fig13");
        claim("openmp.barrier.60", () -> {
            Values values = values("ramos-fig12");
            double quotient = openMp(values, DISSEMINATION, PES);
            double least = openMp(values, DISSEMINATION, worstOfOpenMp(values, DISSEMINATION));
            return Result.of(quotient < 1 && least > 1, "OpenMP / ours %.2f, elsewhere at least %.2f", quotient,
                least);
        });
        addMpi(Collective.BROADCAST, TREE, "ramos-fig10");
        addMpi(Collective.BARRIER, DISSEMINATION, "ramos-fig12");
        addMpi(Collective.REDUCTION, TREE, "ramos-fig13");
        claim("headline.4.3", () -> {
            double broadcast = values("ramos-fig10").most(MPI, TREE, n -> true);
            double large = values("ramos-fig11").most(MPI, "flat tree", n -> true);
            double barrier = greatest("ramos-fig12", DISSEMINATION);
            double reduction = greatest("ramos-fig13", TREE);
            return Result.of(DoubleStream.of(broadcast, large, barrier, reduction).max().orElseThrow(),
                "broadcast %.2f, of 8 KB %.2f, barrier %.2f, reduction %.2f", broadcast, large, barrier, reduction);
        });
        claim("causes", () -> {
            Values values = values("ramos-s7");
            double data = values.last("data");
            double share = 100 * (1 - data / (data + values.last("notification") + values.last("polling")));
            return Result.of(share > 50, "%.0f; stores to flags %.1f x data", share,
                values.last("notification") / data);
        });
    }

    private void addSystem() {
        claim("spread.60", () -> {
            double[] more = RIVALLED.stream().mapToDouble(collective -> spread(collective, PES, 4 * SPREAD)
                / IntStream.of(BEFORE).mapToDouble(pes -> spread(collective, pes, SPREAD)).max().orElseThrow())
                .toArray();
            double mean = Arrays.stream(more).average().orElseThrow();
            return Result.of(mean, "%.1f: %s", mean, list("%.1f", more));
        });
    }

    /** {@return the standard deviation over the mean} */
    private double spread(Collective collective, int pes, int times) {
        Sample nanos = new Sample(new Repetition(machine, SimulationOptions.STANDARD.withSeed(laboratory.seed()), pes)
            .run(times, collective.best(costs, pes)));
        return nanos.deviation() / nanos.mean();
    }

    private void addSoftware() {
        claim("software.4.3", () -> {
            Values values = values("ramos-mpi");
            List<String> curves = Stream.concat(RIVALLED.stream().map(Collective::title), Stream.of(FLAT)).toList();
            return Result.of(curves.stream().mapToDouble(curve -> values.at(curve, 0)).max().orElseThrow(),
                list(curves.stream().map(curve -> text("%s %.2f", curve, values.at(curve, 0)))) + text("; with %d ns ",
                    SOFTWARE[SOFTWARE.length - 1]) + list(curves.stream().map(curve -> text("%.2f",
                        values.last(curve)))));
        });
        claim("large.mpi.bare", () -> {
            double bare = values("ramos-mpi").at(PIPELINE, 0);
            MessageProfile none = new MessageProfile("", "", 0, 0);
            return Result.of(bare, "%.3f; faster from %.0f PEs on, with one root for all calls from %.0f, and with"
                + " software from %.0f", bare, overtaking(none, true), overtaking(none, false),
                overtaking(MessageProfile.load("mpi-like"), false));
        });
    }

    private LongFunction<LineAlgorithm> tree(int pes, MessageProfile messages, boolean moves) {
        return base -> new TwoSided.MessageTree(base, pes, machine.maxLines(), messages, moves);
    }

    private LongFunction<LineAlgorithm> pipelined(int pes) {
        return base -> new LargeBroadcast.Pipelined(base, pes, machine.maxLines());
    }

    /** {@return from how many PEs on messages down a tree are faster than the pipeline} */
    private double overtaking(MessageProfile messages, boolean moves) {
        return Values.of(List.of(
            Series.of(MPI, EVERY_FOURTH, pes -> Repetition.once(machine, pes, tree(pes, messages, moves))),
            Series.of(PIPELINE, EVERY_FOURTH, pes -> Repetition.once(machine, pes, pipelined(pes)))))
            .below(MPI, PIPELINE);
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
        claim("inside.large.flat", () -> inside(values("ramos-fig11").series("flat tree"), "contention", n ->
            costs.withoutContention().flat(n, machine.maxLines()).scaled(MICRO)));
        claim("inside.large.pipeline", () -> inside(values("ramos-fig11").series("pipeline")));
        claim("large.mpi.flat", () -> {
            double least = values("ramos-fig11").least(MPI, "flat tree", n -> true);
            return Result.of(least > 1, "at least %.2f times", least);
        });
    }

    private void addMpi(Collective what, String ours, String figure) {
        claim("mpi." + what.title(), () -> {
            double least = values(figure).least(MPI, ours, n -> true);
            return Result.of(least, "%.2f; without software at most %.2f", least, values("ramos-mpi").at(what.title(),
                0));
        });
    }

    private void addOpenMp(String what, String ours, String figure) {
        claim("openmp." + what, () -> {
            Values values = values(figure);
            int where = worstOfOpenMp(values, ours);
            double least = openMp(values, ours, where);
            return Result.of(least > 1, "%.2f at %d%s", least, where, least > 1
                ? text("; at %d %.2f", PES, openMp(values, ours, PES))
                : text("; slower with %.2f us more, at %d with %.2f us", IntStream.iterate(8, pes -> pes < PES,
                    pes -> pes + 2).mapToDouble(pes -> values.at(ours, pes) - values.at(OPENMP, pes)).max()
                    .orElseThrow(), PES, values.at(ours, PES) - values.at(OPENMP, PES)));
        });
    }

    /** {@return where OpenMP is the fastest against ours, but for all PEs} */
    private static int worstOfOpenMp(Values values, String ours) {
        return IntStream.iterate(8, pes -> pes < PES, pes -> pes + 2).boxed()
            .min(Comparator.comparingDouble(pes -> openMp(values, ours, pes))).orElseThrow();
    }

    private static double openMp(Values values, String ours, double pes) {
        return values.at(OPENMP, pes) / values.at(ours, pes);
    }

    private double greatest(String figure, String ours) {
        return Math.max(values(figure).most(MPI, ours, n -> true), values(figure).most(OPENMP, ours, n -> true));
    }

    private Result simplified() {
        double[] expected = {8.6, 235.8, 277.7};
        double[] nanos = Stream.of("own E", "other E", "memory").mapToDouble(holder -> Turns.read(simple, holder))
            .toArray();
        double worst = IntStream.range(0, nanos.length).mapToObj(i -> 100 * (nanos[i] / expected[i] - 1))
            .max(Comparator.comparingDouble(Math::abs)).orElseThrow();
        return Result.of(worst, list("%.1f", nanos));
    }

    /** {@return the greatest error of the simple model for few lines} */
    private Result simple(boolean memory) {
        return Result.of(IntStream.rangeClosed(2, 12).mapToDouble(lines -> 100 * Math.abs(messages.simple(lines, memory)
            / messages.lines(lines, memory) - 1)).max().orElseThrow());
    }

    private double interleaved(int pes) {
        return Repetition.once(machine, pes, base -> new PingPong(base, 1, false, PingPong.interleaved(pes)));
    }

    /** {@return whether medians lie inside a model, and how near they come to its best case without some of it} */
    private static Result inside(Series series, String without, IntFunction<Range> bare) {
        Result inside = inside(series);
        return new Result(inside.value(), inside.text() + text("; without %s >= %.2f min", without,
            series.points().stream().mapToDouble(point -> point.sample().median()
                / bare.apply((int) point.x()).min()).min().orElseThrow()), inside.holds());
    }

    private static Result inside(Series series) {
        List<Point> points = series.points();
        long outside = points.stream().filter(point -> !point.model().contains(point.sample().median())).count();
        return Result.of(outside == 0, ">= %.2f min, <= %.2f max%s",
            points.stream().mapToDouble(point -> point.sample().median() / point.model().min()).min().orElseThrow(),
            points.stream().mapToDouble(point -> point.sample().median() / point.model().max()).max().orElseThrow(),
            outside == 0 ? "" : ", " + outside + " outside");
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
            claim("multiline." + where, () -> worst(2, machine.maxLines(), "N",
                n -> Repetition.once(machine, 2, base -> new PingPong(base, n, memory)) / messages.lines(n, memory)));
        }
        claim("contention", () -> worst(1, machine.cores() - 1, "n",
            n -> Repetition.once(simple, n + 1, base -> new ContendedCopy(base, n, false)) / costs.contended(n)));
        claim("example", this::example);
        List.of("cached", "memory").forEach(where -> claim("pingpong.sigma." + where, () -> Result.of(
            values("ramos-s31").series("simulated").points().get(where.equals("memory") ? 1 : 0).sample()
                .deviation())));
        claim("interleaving.a", () -> order(0, 1, 2));
        claim("interleaving.b", () -> order(0, 2, 1, 2));
        claim("interleaving.c", () -> order(2, 0, 2, 1, 2));
        claim("repeat", this::repeated);
    }

    /** {@return how far the levels of figure 8's tree, each copied at once, are from 5 c + 2 b} */
    private Result example() {
        Tree tree = LevelTree.build(10, 3, 2);
        double model = 0;
        double simulated = 0;
        for (int node = tree.size() - 1; node > 0; node = tree.parent(node)) {
            int readers = tree.childCount(tree.parent(node));
            model += costs.contended(readers);
            simulated += Repetition.once(simple, readers + 1, base -> new ContendedCopy(base, readers, false));
        }
        double published = 5 * costs.perReader() + 2 * costs.base();
        double apart = 100 * (simulated / published - 1);
        return new Result(apart, text("%.1f ns, by the model %.1f, 5 c + 2 b %.1f", simulated, model, published),
            Math.abs(model - published) < 1e-6);
    }

    private void addOptima() {
        for (int n : new int[] {30, 60}) {
            RIVALLED.forEach(what -> claim("optimum." + what.title() + "." + n,
                () -> Result.of(what.shape(costs, n))));
            claim("search." + n, () -> search(n));
        }
        claim("optimum.safe", () -> {
            List<TreeModel> models = List.of(broadcast, TreeModel.reduction(costs));
            double worst = models.stream().flatMapToDouble(model -> IntStream.rangeClosed(2, PES).mapToDouble(n ->
                model.time(model.safest(n)).min() / model.time(model.best(n)).min())).max().orElseThrow();
            return Result.of(worst, "%.3f; for 30 and 60 PEs %s", worst, models.stream().flatMap(model ->
                Stream.of(30, 60).map(n -> levels(model.safest(n)))).collect(Collectors.joining(" and ")));
        });
        for (Collective collective : Collective.values()) {
            claim("inside." + collective.title(), () -> {
                Series all = new Series("", true, IntStream.rangeClosed(2, machine.cores()).mapToObj(n -> Point.of(n,
                    new Sample(Repetition.once(machine, n, collective.best(costs, n))), collective.model(costs, n)))
                    .toList());
                return collective != Collective.REDUCTION ? inside(all) : inside(all, "contention and later flags",
                    n -> {
                        int[] levels = TreeModel.reduction(costs).best(n);
                        double later = -costs.memory() * (levels.length - 1);
                        return TreeModel.reduction(costs.withoutContention()).time(levels)
                            .plus(new Range(later, later));
                    });
            });
        }
        Map.of("flat", "flat", "binomial", "binomial", "3-nomial", "3-nomial", "fibonacci-2", "Fibonacci o = L/2",
            "fibonacci-4", "Fibonacci o = L/4").forEach((id, tree) -> claim("rival." + id, () -> against(tree)));
    }

    private Result order(int... turns) {
        return Result.of(Turns.writersAndReader(simple, turns));
    }

    private Result worst(int first, int last, String name, IntToDoubleFunction quotient) {
        double worst = 0;
        int at = first;
        for (int n = first; n <= last; n++) {
            double percent = 100 * (quotient.applyAsDouble(n) - 1);
            if (Math.abs(percent) > Math.abs(worst)) {
                worst = percent;
                at = n;
            }
        }
        return Result.of(worst, name + " = " + at);
    }

    private Result repeated() {
        int pes = machine.cores();
        double[][] times = new double[3][];
        CarrierKind[] carriers = {CarrierKind.fastest(), CarrierKind.fastest(), CarrierKind.THREADS};
        for (int i = 0; i < times.length; i++) {
            SimulationOptions options = SimulationOptions.STANDARD.withSeed(7).on(carriers[i]);
            times[i] = new Repetition(machine, options, pes).run(5,
                base -> new TreeBroadcast(base, KnomialTree.build(pes, 2)));
        }
        boolean same = Arrays.equals(times[0], times[1]) && Arrays.equals(times[0], times[2]);
        return Result.of(same, same ? "identical" : Arrays.stream(times).map(Arrays::toString)
            .collect(Collectors.joining(", ")));
    }

    private static String levels(int... levels) {
        return Arrays.stream(levels).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    private Result against(String rival) {
        Values values = values("ramos-fig9");
        List<Double> lost = values.figure().settings().stream()
            .filter(n -> values.at("optimum", n) > values.at(rival, n)).toList();
        double worst = values.most("optimum", rival, n -> true);
        return Result.of(worst, "%.3f%s", worst, lost.isEmpty() ? "" : text("; the rival wins at %s; at %.0f %s",
            lost.stream().map(n -> text("%.0f", n)).collect(Collectors.joining(" ")), lost.getFirst(),
            search(lost.getFirst().intValue()).text()));
    }

    private Result search(int n) {
        List<int[]> all = new ArrayList<>();
        everyTree(n, new int[0], n - 1, 1, 1, all);
        int[] fastest = null;
        double least = Double.MAX_VALUE;
        for (int[] levels : all) {
            double ns = broadcast(LevelTree.build(n, levels));
            if (ns < least) {
                least = ns;
                fastest = levels;
            }
        }
        double quotient = broadcast(broadcast.bestTree(n)) / least;
        return Result.of(quotient, "%.3f of %s, %d trees", quotient, levels(fastest), all.size());
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

    /** {@return how a barrier's time rises around a number of PEs, where the model's best parameters change} */
    private Result jump() {
        Values values = values("ramos-fig12");
        int from = IntStream.of(JUMP - 2, JUMP).boxed().max(Comparator.comparingDouble(pes -> rise(values, pes)))
            .orElseThrow();
        return Result.of(rise(values, from), "%.2f: from %.2f us at %d to %.2f us", rise(values, from),
            values.at(DISSEMINATION, from), from, values.at(DISSEMINATION, from + 2));
    }

    private static double rise(Values values, int pes) {
        return values.at(DISSEMINATION, pes + 2) / values.at(DISSEMINATION, pes);
    }
}
