// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.Result;
import io.shmem4j.studies.rcce.Blocks;
import io.shmem4j.studies.rcce.CollectiveRun;
import io.shmem4j.studies.rcce.Group;
import io.shmem4j.studies.rcce.Operation;
import io.shmem4j.studies.rcce.Stack;
import io.shmem4j.studies.scc.Application;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The figures of Kohler and others, and the claims that are about them. */
final class KohlerFigures {
    static final Map<String, Function<Laboratory, Figure>> MAKERS = new LinkedHashMap<>();

    private static final int FIRST = 552;
    private static final int LAST = 700;
    private static final int CYCLES = 8;
    private static final Map<String, Operation> PARTS = Map.of("a", Operation.ALLGATHER, "b", Operation.ALLTOALL, "c",
        Operation.REDUCE_SCATTER, "d", Operation.BROADCAST, "e", Operation.REDUCE, "f", Operation.ALLREDUCE);
    private static final int[] NAIVE_LENGTHS = {4, 16, 48, 96, 192, 288, 552, 700, 1000};

    static {
        MAKERS.put("kohler-fig6", KohlerFigures::blocks);
        PARTS.forEach((part, operation) -> MAKERS.put("kohler-fig9" + part,
            laboratory -> collectives(laboratory, operation)));
        MAKERS.put("kohler-fig10", KohlerFigures::application);
        MAKERS.put("kohler-naive", KohlerFigures::naive);
    }

    private KohlerFigures() {
    }

    private static int[] lengths(int step) {
        return IntStream.iterate(FIRST, n -> n <= LAST, n -> n + step).toArray();
    }

    private static Figure blocks(Laboratory laboratory) {
        int cores = laboratory.scc().cores();
        return new Figure("Longest over shortest block of a vector for " + cores + " cores", "doubles",
            "longest / shortest", Axes.LINEAR, List.of(
                Series.of("first longest", lengths(1), n -> Blocks.firstLongest(n, cores).ratio()),
                Series.of("balanced", lengths(1), n -> Blocks.balanced(n, cores).ratio())), List.of());
    }

    private static CollectiveRun run(Laboratory laboratory) {
        return new CollectiveRun(laboratory.scc(), MeshOptions.STANDARD, laboratory.scc().cores());
    }

    private static Figure collectives(Laboratory laboratory, Operation operation) {
        CollectiveRun run = run(laboratory);
        List<Series> series = new ArrayList<>();
        for (Stack stack : operation.stacks()) {
            laboratory.progress().println(operation.title() + " over " + stack.title());
            series.add(Series.of(stack.title(), lengths(laboratory.whole() ? 1 : 24),
                count -> run.micros(operation, stack, count)));
        }
        return new Figure(operation.title() + " on " + laboratory.scc().cores() + " cores", "doubles", "time [us]",
            Axes.LINEAR, series, List.of("Time until the last core returns from a call that all begin at once; the"
                + " paper has the mean of 10,000 calls on core 0.",
                "RCKMPI is its channel, shares of 4 lines for each pair in the receiver's buffer, under the same"
                    + " collectives; 20 us of software a message and 2 us a piece at each side are calibrated."));
    }

    private static Figure application(Laboratory laboratory) {
        Application application = new Application(1);
        List<Series> series = new ArrayList<>();
        Map<Stack, Application.Run> runs = runs(laboratory, application);
        int[] columns = IntStream.rangeClosed(1, runs.size()).toArray();
        List<Stack> stacks = List.copyOf(runs.keySet());
        series.add(Series.of("cycle", columns, i -> runs.get(stacks.get(i - 1)).cycleMicros()));
        series.add(Series.of("of it not computing", columns, i -> runs.get(stacks.get(i - 1)).cycleMicros()
            * runs.get(stacks.get(i - 1)).exchangeShare()));
        series.add(Series.of("of it waits for flags", columns,
            i -> runs.get(stacks.get(i - 1)).cycleMicros() * runs.get(stacks.get(i - 1)).waitShare()));
        return new Figure("A cycle of the application on " + laboratory.scc().cores() + " cores", "library",
            "time [us]", Axes.LINEAR, stacks.stream().map(Stack::title).toList(), series,
            List.of("The cycles of a pair of molecules are calibrated to the share of exchange."));
    }

    private static Map<Stack, Application.Run> runs(Laboratory laboratory, Application application) {
        Map<Stack, Application.Run> runs = new EnumMap<>(Stack.class);
        for (Stack stack : Stack.values()) {
            laboratory.progress().println("application over " + stack.title());
            runs.put(stack, application.run(laboratory.scc(), MeshOptions.STANDARD, laboratory.scc().cores(), stack,
                laboratory.whole() ? CYCLES : 1));
        }
        return runs;
    }

    private static Figure naive(Laboratory laboratory) {
        return new Figure("Collectives with a serial root, over blocking messages", "doubles", "time [us]",
            Axes.LOGARITHMIC, List.of(
                serial(laboratory, "broadcast, serial", Group::serialBroadcast),
                tree(laboratory, Operation.BROADCAST),
                serial(laboratory, "reduce, serial", Group::serialReduce),
                tree(laboratory, Operation.REDUCE)),
            List.of("The simplest form: core 0 sends to, or receives from, one core after the other."));
    }

    private static Series tree(Laboratory laboratory, Operation operation) {
        return Series.of(operation.title(), NAIVE_LENGTHS,
            count -> run(laboratory).micros(operation, Stack.BLOCKING, count));
    }

    private static Series serial(Laboratory laboratory, String name, Call call) {
        return Series.of(name, NAIVE_LENGTHS, count -> run(laboratory).micros(Stack.BLOCKING,
            group -> call.run(group, new double[count], count)));
    }

    /** A collective of a group. */
    private interface Call {
        void run(Group group, double[] vector, int count);
    }

    static void addTo(Checks checks, Laboratory laboratory) {
        BiConsumer<String, String> serial = (id, what) -> checks.add(id, () -> {
            Values values = new Values(laboratory.figure("kohler-naive"));
            double most = values.most(what + ", serial", what, count -> true);
            return Result.of(most, String.format(Locale.ROOT, "%.2f, at %d %.2f", most, FIRST,
                values.at(what + ", serial", FIRST) / values.at(what, FIRST)));
        });
        serial.accept("K25", "broadcast");
        serial.accept("K26", "reduce");
        checks.add("K22", () -> {
            StringBuilder text = new StringBuilder();
            double sum = 0;
            for (String part : new String[] {"a", "c", "d", "e", "f"}) {
                double quotient = rckMpi(laboratory, part);
                sum += quotient;
                text.append(String.format(Locale.ROOT, " %.1f", quotient));
            }
            return Result.of(sum / 5, String.format(Locale.ROOT, "%.2f:%s", sum / 5, text));
        });
        checks.add("K23", () -> Result.of(rckMpi(laboratory, "b")));
        checks.add("K24", () -> {
            CollectiveRun run = run(laboratory);
            double full = run.micros(Operation.ALLREDUCE, Stack.RCKMPI, 600);
            double most = 0;
            for (int count = 601; count <= 603; count++) {
                most = Math.max(most, 100 * (run.micros(Operation.ALLREDUCE, Stack.RCKMPI, count) / full - 1));
            }
            return Result.of(most);
        });
        checks.add("G6", () -> {
            Values values = new Values(laboratory.figure("kohler-fig10"));
            return Result.of(100 * values.at("of it waits for flags", 1) / values.at("cycle", 1));
        });
        checks.add("G7", () -> {
            Values values = new Values(laboratory.figure("kohler-fig10"));
            return Result.of(values.last("cycle") / values.at("cycle", 1));
        });
    }

    /** {@return how many times as long as blocking messages RCKMPI takes, in the mean of the settings} */
    private static double rckMpi(Laboratory laboratory, String part) {
        Figure figure = laboratory.figure("kohler-fig9" + part);
        Values values = new Values(figure);
        return figure.settings().stream().mapToDouble(x -> values.at("RCKMPI", x) / values.at("blocking", x)).average()
            .orElseThrow();
    }
}
