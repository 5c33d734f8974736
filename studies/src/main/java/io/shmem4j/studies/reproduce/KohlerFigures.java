// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.studies.experiment.Result;
import io.shmem4j.studies.experiment.Values;
import io.shmem4j.studies.scc.Application;
import io.shmem4j.studies.scc.Blocks;
import io.shmem4j.studies.scc.CollectiveRun;
import io.shmem4j.studies.scc.Group;
import io.shmem4j.studies.scc.Operation;
import io.shmem4j.studies.scc.Stack;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The figures of Kohler and others, and the claims that are about them. */
final class KohlerFigures extends Figures {
    private static final int FIRST = 552;
    private static final int LAST = 700;
    private static final int CYCLES = 8;
    private static final Map<String, Operation> PARTS = Map.of("a", Operation.ALLGATHER, "b", Operation.ALLTOALL, "c",
        Operation.REDUCE_SCATTER, "d", Operation.BROADCAST, "e", Operation.REDUCE, "f", Operation.ALLREDUCE);
    private static final int[] NAIVE_LENGTHS = {4, 16, 48, 96, 192, 288, 552, 700, 1000};

    private final MeshMachine machine;
    private final int cores;
    private final CollectiveRun run;

    KohlerFigures(Laboratory laboratory) {
        super(laboratory);
        this.machine = laboratory.scc;
        this.cores = machine.cores();
        this.run = new CollectiveRun(machine, MeshOptions.STANDARD, cores);
    }

    @Override
    void add() {
        figure("kohler-fig6", () -> new Figure("Longest over shortest block of a vector for " + cores + " cores",
            "doubles", "longest / shortest", Axes.LINEAR, List.of(
                Series.of("first longest", lengths(1), n -> Blocks.firstLongest(n, cores).ratio()),
                Series.of("balanced", lengths(1), n -> Blocks.balanced(n, cores).ratio())), List.of()));
        PARTS.forEach((part, operation) -> figure("kohler-fig9" + part, () -> collectives(operation)));
        figure("kohler-fig10", this::application);
        figure("kohler-naive", () -> new Figure("Collectives with a serial root, over blocking messages", "doubles",
            "time [us]", Axes.LOGARITHMIC, List.of(
                serial("broadcast, serial", Group::serialBroadcast), tree(Operation.BROADCAST),
                serial("reduce, serial", Group::serialReduce), tree(Operation.REDUCE)),
            List.of("The simplest form: core 0 sends to, or receives from, one core after the other.")));
        claim("K25", () -> naive("broadcast"));
        claim("K26", () -> naive("reduce"));
        claim("K22", () -> {
            double[] quotients = Stream.of("a", "c", "d", "e", "f").mapToDouble(this::rckMpi).toArray();
            double sum = 0;
            for (double quotient : quotients) {
                sum += quotient;
            }
            double mean = sum / quotients.length;
            return Result.of(mean, "%.2f:%s", mean, Arrays.stream(quotients)
                .mapToObj(quotient -> text(" %.1f", quotient)).collect(Collectors.joining()));
        });
        claim("K23", () -> Result.of(rckMpi("b")));
        claim("K24", () -> {
            double full = run.micros(Operation.ALLREDUCE, Stack.RCKMPI, 600);
            return Result.of(IntStream.rangeClosed(601, 603).mapToDouble(count -> 100
                * (run.micros(Operation.ALLREDUCE, Stack.RCKMPI, count) / full - 1)).max().orElseThrow());
        });
        claim("G6", () -> {
            Values values = values("kohler-fig10");
            return Result.of(100 * values.at("of it waits for flags", 1) / values.at("cycle", 1));
        });
        claim("G7", () -> {
            Values values = values("kohler-fig10");
            return Result.of(values.last("cycle") / values.at("cycle", 1));
        });
    }

    private static int[] lengths(int step) {
        return IntStream.iterate(FIRST, n -> n <= LAST, n -> n + step).toArray();
    }

    private Figure collectives(Operation operation) {
        List<Series> series = new ArrayList<>();
        for (Stack stack : operation.stacks()) {
            laboratory.progress.println(operation.title() + " over " + stack.title());
            series.add(Series.of(stack.title(), lengths(laboratory.whole() ? 1 : 24),
                count -> run.micros(operation, stack, count)));
        }
        return new Figure(operation.title() + " on " + cores + " cores", "doubles", "time [us]", Axes.LINEAR, series,
            List.of("Time until the last core returns from a call that all begin at once; the"
                + " paper has the mean of 10,000 calls on core 0.",
                "RCKMPI is its channel, shares of 4 lines for each pair in the receiver's buffer, under the same"
                    + " collectives; 20 us of software a message and 2 us a piece at each side are calibrated."));
    }

    private Figure application() {
        Application application = new Application(1);
        List<Application.Run> runs = new ArrayList<>();
        for (Stack stack : Stack.values()) {
            laboratory.progress.println("application over " + stack.title());
            runs.add(application.run(machine, MeshOptions.STANDARD, cores, stack, laboratory.whole() ? CYCLES : 1));
        }
        return new Figure("A cycle of the application on " + cores + " cores", "library", "time [us]", Axes.LINEAR,
            Arrays.stream(Stack.values()).map(Stack::title).toList(), List.of(
                Series.named("cycle", runs.stream().mapToDouble(Application.Run::cycleMicros).toArray()),
                Series.named("of it not computing", runs.stream().mapToDouble(Application.Run::exchangeMicros)
                    .toArray()),
                Series.named("of it waits for flags", runs.stream()
                    .mapToDouble(run -> run.cycleMicros() * run.waitShare()).toArray())),
            List.of("The cycles of a pair of molecules are calibrated to the share of exchange."));
    }

    private Series tree(Operation operation) {
        return Series.of(operation.title(), NAIVE_LENGTHS, count -> run.micros(operation, Stack.BLOCKING, count));
    }

    private Series serial(String name, Call call) {
        return Series.of(name, NAIVE_LENGTHS, count -> run.micros(Stack.BLOCKING,
            group -> call.run(group, new double[count], count)));
    }

    private interface Call {
        void run(Group group, double[] vector, int count);
    }

    private Result naive(String what) {
        Values values = values("kohler-naive");
        double most = values.most(what + ", serial", what, count -> true);
        return Result.of(most, "%.2f, at %d %.2f", most, FIRST, values.at(what + ", serial", FIRST)
            / values.at(what, FIRST));
    }

    /** {@return how many times as long as blocking messages RCKMPI takes, in the mean of the settings} */
    private double rckMpi(String part) {
        return values("kohler-fig9" + part).mean("RCKMPI", "blocking", count -> true);
    }
}
