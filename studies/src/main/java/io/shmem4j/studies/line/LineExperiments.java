// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.team.Tree;
import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Range;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import io.shmem4j.report.Sample;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.studies.line.Setup.RepeatedExperiment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** The experiments of Ramos and Hoefler on cache lines: for each setting an algorithm, and the model that it has. */
public final class LineExperiments {
    public static final List<RepeatedExperiment> ALL = List.of(
        new RepeatedExperiment("latencies", 1000, LineExperiments::latencies),
        new RepeatedExperiment("pingpong", 5000, LineExperiments::pingPong),
        new RepeatedExperiment("multiline", 5000, LineExperiments::multiLine),
        new RepeatedExperiment("contention", 1000, LineExperiments::contention),
        new RepeatedExperiment("ring", 1000, LineExperiments::ring),
        new RepeatedExperiment("notification", 1000, LineExperiments::notification),
        new RepeatedExperiment("broadcast", 1000,
            setup -> rivalled(setup, "Broadcast of one line", Collective.BROADCAST, "optimum tree")),
        new RepeatedExperiment("barrier", 1000,
            setup -> rivalled(setup, "Barrier", Collective.BARRIER, "dissemination")),
        new RepeatedExperiment("reduction", 1000,
            setup -> rivalled(setup, "Reduction of one item", Collective.REDUCTION, "optimum tree")),
        new RepeatedExperiment("largebcast", 1000, LineExperiments::largeBroadcast),
        new RepeatedExperiment("trees", 1000, LineExperiments::trees),
        new RepeatedExperiment("interleaving", 1, LineExperiments::interleaving),
        new RepeatedExperiment("causes", 1, LineExperiments::causes));

    /** The two-sided baseline of every figure, which is simulated as well. */
    private static final String BASELINE = "MPI by two copies";
    private static final String BASELINE_NOTE =
        "MPI by two copies: 1 us of software at each side of a message has no source.";
    private static final String OPENMP = "OpenMP";
    /** The curves of section 7. */
    public static final String WHOLE = "broadcast";
    public static final String COPIES = "its copies alone";
    private static final double MICRO = 0.001;
    private static final int[] LINES = {2, 4, 6, 8, 10, 12, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128};
    /** Table 2a: averages and deviations in M, E, S and I, of the same core and three distances. */
    private static final double[] AVERAGES = {8.6, 8.6, 8.7, 277.7, 241.2, 227.4, 232.0, 274.3, 234.7, 235.8, 233.4,
        278.8, 240.1, 237.4, 233.4, 284.5};
    private static final double[] DEVIATIONS = {0.2, 0.2, 0.9, 34.0, 21.7, 20.6, 10.2, 25.2, 25.6, 25.5, 35.0, 34.4,
        10.4, 27.7, 22.5, 29.6};
    private static final int[] STOPS = {0, 1, 15, 30};

    private LineExperiments() {
    }

    /** {@return a curve in microseconds: at each setting an algorithm, and its model if there is one} */
    private static Series micros(Setup setup, String name, int[] sizes, IntFunction<LongFunction<LineAlgorithm>> at,
            IntFunction<Range> model) {
        return new Series(name, model != null, Arrays.stream(sizes).mapToObj(pes -> {
            Sample sample = setup.micros(pes, at.apply(pes));
            return model == null ? Point.of(pes, sample) : Point.of(pes, sample, model.apply(pes).scaled(MICRO));
        }).toList());
    }

    /** {@return a curve in nanoseconds, tested against a model with one value per setting} */
    private static Series tested(String name, int[] sizes, IntFunction<Sample> nanos, IntToDoubleFunction model) {
        return new Series(name, true, Arrays.stream(sizes)
            .mapToObj(size -> WelchTest.point(size, nanos.apply(size), model.applyAsDouble(size), 0)).toList());
    }

    private static Figure figure(Setup setup, String title, String x, String y, List<Series> series, String... notes) {
        return new Figure(title + " on " + setup.machine().title(), x, y, Axes.LINEAR, series, List.of(notes));
    }

    private static Figure overPes(Setup setup, String title, List<Series> series, String... notes) {
        return figure(setup, title, "PEs", "time [us]", series, notes);
    }

    private static int[] everySecond(Setup setup) {
        return setup.sizes(2, setup.machine().cores(), 2);
    }

    private static int[] everyFourth(Setup setup) {
        return setup.sizes(4, setup.machine().cores(), 4);
    }

    /** Section 3.1: equation 1, with and without the overhead of active sides. */
    private static Figure pingPong(Setup setup) {
        PingPongModel model = new PingPongModel(setup.machine());
        return new Figure("Ping-pong of one line on " + setup.machine().title(), "", "time [ns]", Axes.LINEAR,
            List.of("send buffer in the sender's cache", "send buffer in memory"), List.of(
                new Series("simulated", true, Stream.of(false, true).map(memory -> WelchTest.point(memory ? 2 : 1,
                    setup.nanos(2, base -> new PingPong(base, 1, memory)), model.oneLine(memory, true),
                    setup.seed() == 0 ? 0 : model.oneLineDeviation(memory))).toList()),
                Series.named("model without O", model.oneLine(false, false), model.oneLine(true, false)),
                Series.named("model with O", model.oneLine(false, true), model.oneLine(true, true))), List.of());
    }

    /** Section 3.2, figure 5: the fitted function T(N). */
    private static Figure multiLine(Setup setup) {
        PingPongModel model = new PingPongModel(setup.machine());
        int[] sizes = setup.sizes() == null ? LINES : setup.sizes(1, setup.machine().maxLines(), 1);
        List<Series> series = new ArrayList<>();
        for (boolean memory : new boolean[] {false, true}) {
            series.add(tested(memory ? "buffers in memory" : "buffers in caches", sizes,
                lines -> setup.nanos(2, base -> new PingPong(base, lines, memory)),
                lines -> lines == 1 ? model.oneLine(memory, true) : model.lines(lines, memory)));
            series.add(Series.of(memory ? "simple model, memory" : "simple model, caches", sizes,
                lines -> model.simple(lines, memory)));
        }
        return figure(setup, "Ping-pong of several lines", "lines", "time [ns]", series,
            "A single line is moved by a load and a store; the fit begins at two.");
    }

    /** Section 3.3, figure 6: T_C(n) = b + c n, and a line in memory, for which no numbers are published. */
    private static Figure contention(Setup setup) {
        int[] sizes = setup.sizes(1, setup.machine().cores() - 1, 1);
        return figure(setup, "Contention for one line", "readers", "time [ns]", List.of(
            tested("line in its owner's cache", sizes, readers -> setup.nanos(readers + 1,
                base -> new ContendedCopy(base, readers, false)), ModelCosts.of(setup.machine())::contended),
            new Series("line in memory", true, Arrays.stream(sizes).mapToObj(readers -> Point.of(readers,
                setup.nanos(readers + 1, base -> new ContendedCopy(base, readers, true)))).toList())));
    }

    /** Section 3.4: whether many pairs that communicate at once disturb each other. */
    private static Figure ring(Setup setup) {
        double model = new PingPongModel(setup.machine()).oneLine(false, true);
        int[] pairs = Arrays.stream(setup.multiples(4, setup.machine().cores() & -4)).map(pes -> pes / 2).toArray();
        return figure(setup, "Ping-pongs of many pairs", "pairs", "time [ns]", List.of(
            tested("interleaved pairs", pairs, n -> setup.nanos(2 * n,
                base -> new PingPong(base, 1, false, PingPong.interleaved(2 * n))), n -> model),
            tested("nested pairs", pairs, n -> setup.nanos(2 * n,
                base -> new PingPong(base, 1, false, PingPong.nested(2 * n))), n -> model)),
            "The slowest pair counts; without deviations (--seed 0) the number of pairs changes nothing.");
    }

    private static Series best(Setup setup, String name, Collective collective) {
        ModelCosts costs = ModelCosts.of(setup.machine());
        return micros(setup, name, everySecond(setup), pes -> collective.best(costs, pes),
            pes -> collective.model(costs, pes));
    }

    /** Section 4.1.1: equations 5 and 6. */
    private static Figure notification(Setup setup) {
        return overPes(setup, "Notification of one PE by all", List.of(
            best(setup, "one line for all", Collective.NOTIFICATION), freed(setup, "one line for all", false),
            freed(setup, "a line for each", true)));
    }

    private static Series freed(Setup setup, String lines, boolean spread) {
        return micros(setup, lines + ", freed", everySecond(setup), pes -> base -> new Notification(base, pes, spread,
            true), null);
    }

    /** Figures 10, 12 and 13: equations 11 and 15 to 18. */
    private static Figure rivalled(Setup setup, String title, Collective what, String ours) {
        Setup shorter = setup.shorter();
        List<Series> series = new ArrayList<>(List.of(best(setup, ours, what)));
        if (what != Collective.BROADCAST) {
            series.add(micros(shorter, OPENMP, everySecond(setup), pes -> base -> new OpenMp(base, pes,
                what == Collective.REDUCTION), null));
        }
        series.add(micros(shorter, BASELINE, everySecond(setup), pes -> what.byMessages(pes, setup.messages()), null));
        return overPes(setup, title, series, BASELINE_NOTE);
    }

    /** Table 2a: reads of lines of the same core and of others. */
    private static Figure latencies(Setup setup) {
        List<String> names = new ArrayList<>();
        List<Sample> averages = new ArrayList<>();
        List<Sample> deviations = new ArrayList<>();
        for (int stops : STOPS) {
            for (String state : List.of("M", "E", "S", "I")) {
                names.add((stops == 0 ? "same core, " : "after " + stops + " on the ring, ") + state);
                averages.add(new Sample(Turns.read(setup.machine(), 0, 1, stops, state)));
                deviations.add(new Sample(Turns.read(setup.machine(), setup.seed(), setup.iterations(), stops,
                    state)));
            }
        }
        return new Figure("Latency of a line on " + setup.machine().title(), "holder and state", "time [ns]",
            Axes.LINEAR, names, List.of(
                Series.named("simulated", averages.stream().mapToDouble(Sample::mean).toArray()),
                Series.named("table 2a", AVERAGES),
                Series.named("simulated, deviation", deviations.stream().mapToDouble(Sample::deviation).toArray()),
                Series.named("table 2a, deviation", DEVIATIONS)),
            List.of("Of memory the chip has the first row only."));
    }

    /** Figure 7. */
    private static Figure interleaving(Setup setup) {
        CoherentMachine simple = setup.machine().withSimplifiedLatency();
        ModelCosts costs = ModelCosts.of(simple);
        double[] simulated = Stream.of(new int[][] {{0, 1, 2}, {0, 2, 1, 2}, {2, 0, 2, 1, 2}}).mapToDouble(order ->
            Turns.writersAndReader(simple, order)).toArray();
        return new Figure("Two writers and a reader of one line on " + setup.machine().title(), "order", "time [ns]",
            Axes.LINEAR, List.of("reader at the end", "after each writer", "before, between, after"),
            List.of(Series.named("simulated", simulated), Series.of("R_I + 2, 3, 4 R_R", new int[] {1, 2, 3},
                i -> costs.memory() + (i + 1) * costs.remote())), List.of());
    }

    /** Section 7: whether notification and polling cost more than the data. */
    private static Figure causes(Setup setup) {
        TreeModel model = TreeModel.broadcast(ModelCosts.of(setup.machine()));
        return figure(setup, "A broadcast of one line and its copies", "PEs", "time [ns]", List.of(
            Series.of(WHOLE, everyFourth(setup), pes -> Repetition.once(setup.machine(), pes,
                base -> new TreeBroadcast(base, model.bestTree(pes)))),
            Series.of(COPIES, everyFourth(setup), pes -> ContendedCopy.ofLevels(setup.machine(),
                model.bestTree(pes)))), "The rest of the broadcast is notification and polling.");
    }

    /** Section 4.1.3, figure 11: equations 12 to 14. */
    private static Figure largeBroadcast(Setup setup) {
        ModelCosts model = ModelCosts.of(setup.machine());
        int lines = setup.machine().maxLines();
        int[] sizes = everyFourth(setup);
        return overPes(setup, "Broadcast of " + lines + " lines", List.of(
            micros(setup, "flat tree", sizes, pes -> base -> new LargeBroadcast.Flat(base, pes, lines),
                pes -> model.flat(pes, lines)),
            micros(setup, "pipeline", sizes, pes -> base -> new LargeBroadcast.Pipelined(base, pes, lines),
                pes -> model.pipelined(pes, lines)),
            micros(setup.shorter(), BASELINE, sizes,
                pes -> base -> new TwoSided.MessageTree(base, pes, lines, setup.messages()), null)),
            BASELINE_NOTE);
    }

    /** Section 5, figure 9. */
    private static Figure trees(Setup setup) {
        Series best = tree(setup, "optimum", TreeModel.broadcast(ModelCosts.of(setup.machine()))::bestTree);
        return overPes(setup, "Trees for a broadcast of one line", List.of(
            new Series(best.name(), true, best.points()),
            tree(setup, "flat", pes -> Tree.ofLevels(pes, pes - 1)),
            tree(setup, "binomial", pes -> Tree.knomial(pes, 2)),
            tree(setup, "3-nomial", pes -> Tree.knomial(pes, 3)),
            tree(setup, "Fibonacci o = L/2", pes -> Tree.fibonacci(pes, 0.5)),
            tree(setup, "Fibonacci o = L/4", pes -> Tree.fibonacci(pes, 0.25))));
    }

    private static Series tree(Setup setup, String name, IntFunction<Tree> shape) {
        return micros(setup, name, everySecond(setup), pes -> {
            Tree tree = shape.apply(pes);
            return base -> new TreeBroadcast(base, tree);
        }, null);
    }
}
