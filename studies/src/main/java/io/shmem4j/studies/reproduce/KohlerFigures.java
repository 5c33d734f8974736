// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.studies.scc.Application;
import io.shmem4j.studies.scc.Blocks;
import io.shmem4j.studies.scc.CollectiveRun;
import io.shmem4j.studies.scc.Group;
import io.shmem4j.studies.scc.Operation;
import io.shmem4j.studies.scc.Stack;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The figures of Kohler and others, and the claims that are about them. */
final class KohlerFigures extends Figures {
    private static final int FIRST = 552;
    private static final int LAST = 700;
    /** Lengths of a quick run. */
    private static final int[] SOME = {552, 574, 575, 576, 600, 601, 623, 624, 671, 700};
    private static final int CYCLES = 8;
    /** Calls in a row whose mean is taken on each core. */
    private static final int CALLS = 10;
    private static final Map<Operation, String> PARTS = Map.of(Operation.ALLGATHER, "a", Operation.ALLTOALL, "b",
        Operation.REDUCE_SCATTER, "c", Operation.BROADCAST, "d", Operation.REDUCE, "e", Operation.ALLREDUCE, "f");
    private static final String WAITS = "waits for flags";
    private static final String LONG_RANGE = "of it, core 0: long-range";
    private static final int LONGEST = 48000;
    private static final int[] NAIVE_LENGTHS = {4, 16, 48, 96, 192, 288, 552, 700, 1000, 4000, 16000, 48000};

    private final MeshMachine machine;
    private final int cores;
    private final CollectiveRun run;

    KohlerFigures(Laboratory laboratory) {
        super(laboratory);
        this.machine = laboratory.scc;
        this.cores = machine.cores();
        this.run = new CollectiveRun(machine, MeshOptions.STANDARD, cores);
        figure("kohler-fig6", () -> new Figure("Blocks of a vector of " + FIRST + " numbers", "core", "doubles",
            Axes.LINEAR, IntStream.range(0, cores).mapToObj(Integer::toString).toList(), List.of(
                blocks("first longest", Blocks.firstLongest(FIRST, cores)),
                blocks("balanced", Blocks.balanced(FIRST, cores))), List.of()));
        PARTS.forEach((operation, part) -> figure("kohler-fig9" + part, () -> collectives(operation)));
        figure("kohler-fig10", this::application);
        figure("kohler-naive", () -> new Figure("Collectives with a serial root and by trees of whole vectors",
            "doubles", "time [us]", Axes.LOGARITHMIC, List.of(
                whole("broadcast, serial", Group::serialBroadcast),
                whole("broadcast, tree", (group, vector) -> group.treeBroadcast(0, vector, vector.length)),
                whole("reduce, serial", Group::serialReduce),
                whole("reduce, tree", Group::treeReduce)),
            List.of("Messages are blocking. Serial: core 0 sends to, or receives from, one core after the other.")));
        claim("X1", () -> Result.of(new CollectiveRun(machine, MeshOptions.STANDARD.withoutBug(), cores)
            .gain(Operation.ALLREDUCE, Stack.BALANCED, Stack.MPB_DIRECT, FIRST) - step(Stack.BALANCED)));
        addApplication();
        addGains();
        addShapes();
        addRivals();
    }

    private Series blocks(String name, Blocks blocks) {
        return Series.named(name, IntStream.range(0, cores).mapToDouble(blocks::count).toArray());
    }

    private Figure collectives(Operation operation) {
        List<Series> series = operation.stacks().parallelStream().map(stack -> {
            laboratory.progress.println(operation.title() + " over " + stack.title());
            return Series.of(stack.title(), IntStream.rangeClosed(FIRST, LAST).filter(n -> laboratory.whole()
                ? stack != Stack.RCKMPI || n % machine.numbersPerLine() == 0 : Arrays.binarySearch(SOME, n) >= 0)
                .toArray(), count -> run.micros(operation, stack, count));
        }).toList();
        return new Figure(operation.title() + " on " + cores + " cores", "doubles", "time [us]", Axes.LINEAR, series,
            List.of("Time until the last core returns; the paper has the mean of 10,000 calls on core 0.",
                "RCKMPI at every fourth length."))
            .without(Stack.RCKMPI.title());
    }

    private Figure application() {
        int cycles = laboratory.share(CYCLES);
        Map<Stack, Application.Run> runs = laboratory.jobs.now(text("the application on %d cores, seed %d, cycles: %d",
            cores, laboratory.seed(), cycles), () -> Stream.of(Stack.values()).parallel().collect(Collectors.toMap(
                stack -> stack, stack -> Application.run(machine, MeshOptions.STANDARD, cores, stack, cycles,
                    laboratory.seed())))).get();
        return new Figure("A cycle of the application on " + cores + " cores", "library", "time [us]", Axes.LINEAR,
            Arrays.stream(Stack.values()).map(Stack::title).toList(), List.of(
                part("cycle", runs, Application.Run::cycle),
                part("of it, core 0: not computing", runs, Application.Run::exchange),
                part("of that: waits for flags", runs, Application.Run::waits),
                part("core that waits longest: " + WAITS, runs, Application.Run::longest),
                part(LONG_RANGE, runs, Application.Run::longRange)), List.of());
    }

    private static Series part(String name, Map<Stack, Application.Run> runs, ToDoubleFunction<Application.Run> part) {
        return Series.named(name, Arrays.stream(Stack.values()).map(runs::get).mapToDouble(part).toArray());
    }

    private Series whole(String name, BiConsumer<Group, double[]> call) {
        return Series.of(name, NAIVE_LENGTHS, count -> run.micros(Stack.BLOCKING, group ->
            call.accept(group, new double[count])));
    }

    private double naive(String what) {
        return values("kohler-naive").most(what + ", serial", what + ", tree", count -> true);
    }

    /** {@return how many times as long as blocking messages RCKMPI takes, in the mean of the settings} */
    private double rckMpi(Operation operation) {
        return values(operation).mean(Stack.RCKMPI.title(), Stack.BLOCKING.title(), count -> true);
    }

    private void addApplication() {
        claim("G1", () -> Result.of(cycle(Stack.BLOCKING) / cycle(Stack.MPB_DIRECT)));
        claim("G8", () -> Result.of(100 * (1 - cycle(Stack.MPB_DIRECT) / cycle(Stack.BLOCKING))));
        claim("G2", () -> Result.of(cycle(Stack.I_RCCE) / cycle(Stack.LIGHTWEIGHT)));
        claim("G3", () -> Result.of(100 * application(LONG_RANGE, Stack.BLOCKING) / cycle(Stack.BLOCKING)));
        claim("G6", () -> Result.of(100 * application("core that waits longest: " + WAITS, Stack.BLOCKING)
            / cycle(Stack.BLOCKING)));
        claim("G7", () -> Result.of(cycle(Stack.RCKMPI) / cycle(Stack.BLOCKING)));
    }

    private double cycle(Stack stack) {
        return application("cycle", stack);
    }

    private double application(String part, Stack stack) {
        return values("kohler-fig10").at(part, stack.ordinal() + 1);
    }

    private void addGains() {
        claim("K1", () -> Result.of(ratio(false)));
        claim("K2", () -> Result.of(ratio(true)));
        Map.of("K13", Operation.ALLGATHER, "K9", Operation.ALLTOALL, "K12", Operation.ALLREDUCE, "K14",
            Operation.REDUCE_SCATTER, "K10", Operation.BROADCAST, "K11", Operation.REDUCE).forEach((id, operation) ->
                claim(id, () -> Result.of(gain(operation))));
        claim("K21", () -> Result.of(leastRise(Stream.of(Operation.ALLGATHER, Operation.BROADCAST, Operation.ALLREDUCE,
            Operation.ALLTOALL, Operation.REDUCE, Operation.REDUCE_SCATTER).mapToDouble(operation -> -gain(operation))
            .toArray())));
        for (Stack before : EnumSet.range(Stack.BLOCKING, Stack.BALANCED)) {
            claim("K" + (before.ordinal() + 3), () -> Result.of(step(before)));
        }
        claim("K35", () -> Result.of(Arrays.stream(Operation.values()).flatMapToDouble(operation -> operation.stacks()
            .parallelStream().mapToDouble(stack -> apart(run.inRow(operation, stack, FIRST, CALLS)))).max()
            .orElseThrow()));
        claim("K7", () -> Result.of(greatest()));
        claim("K8", () -> Result.of(time(Operation.ALLREDUCE, Stack.BLOCKING, 574)
            / time(Operation.ALLREDUCE, Stack.MPB_DIRECT, 574) / greatest()));
        claim("K27", () -> Result.of(allSteps().getMin(), "%.3f to %.3f", allSteps().getMin(), allSteps().getMax()));
        claim("K34", () -> Result.of(allSteps().getMax()));
    }

    /** {@return the mean gains of the six collectives, each by the last library that the study has for it} */
    private DoubleSummaryStatistics allSteps() {
        return Arrays.stream(Operation.values()).mapToDouble(operation -> mean(operation,
            operation.stacks().get(operation.stacks().size() - 2))).summaryStatistics();
    }

    /** {@return by how many percent core 0's mean differs from that of all cores} */
    private static double apart(double[] means) {
        return 100 * Math.abs(means[0] / Arrays.stream(means).average().orElseThrow() - 1);
    }

    private void addShapes() {
        claim("K15", () -> Result.of(Stream.of(Operation.ALLGATHER, Operation.ALLTOALL).mapToDouble(operation ->
            values(operation).mean("iRCCE", "lightweight", count -> true)).max().orElseThrow()));
        claim("K16", () -> Result.of(dropping().flatMapToDouble(operation -> DoubleStream.of(
            drop(operation, Stack.BLOCKING), drop(operation, Stack.I_RCCE))).min().orElseThrow()));
        claim("K17", () -> Result.of(dropping().flatMapToDouble(operation -> Stream.of(Stack.BLOCKING, Stack.I_RCCE)
            .mapToDouble(stack -> Math.max(fall(operation, Stack.LIGHTWEIGHT) / fall(operation, stack),
                drop(operation, Stack.LIGHTWEIGHT) / drop(operation, stack)))).max().orElseThrow()));
        claim("K18", () -> Result.of(summing().mapToDouble(operation -> {
            DoubleSummaryStatistics times = values(operation).series("balanced").points().stream()
                .mapToDouble(point -> point.sample().median()).summaryStatistics();
            return times.getMax() / times.getMin();
        }).max().orElseThrow()));
        claim("K28", () -> Result.of(summing().flatMap(operation -> EnumSet.range(Stack.BLOCKING, Stack.LIGHTWEIGHT)
            .stream().map(stack -> Math.max(Math.abs(lowest(operation, stack, 553) - 576),
                Math.abs(lowest(operation, stack, 601) - 624)))).max(Comparator.naturalOrder()).orElseThrow()));
        claim("K33", () -> Result.of(summing().flatMapToDouble(operation -> EnumSet.range(Stack.BLOCKING,
            Stack.LIGHTWEIGHT).stream().flatMapToDouble(stack -> IntStream.of(576, 624).mapToDouble(count ->
                time(operation, stack, count + cores - 1) / time(operation, stack, count)))).min().orElseThrow()));
        claim("K20", () -> Result.of(100 * Arrays.stream(Operation.values()).flatMap(operation -> operation.stacks()
            .stream().filter(stack -> stack != Stack.RCKMPI).map(stack -> spiky(values(operation), stack.title())))
            .mapToInt(spiky -> spiky ? 1 : 0).average().orElseThrow()));
    }

    /** {@return whether most multiples of 4 are faster than their neighbours} */
    private static boolean spiky(Values values, String curve) {
        List<Double> all = values.figure().settings().stream().filter(n -> n % 4 == 0 && n > FIRST && n < LAST
            && values.series(curve).median(n - 1) != null && values.series(curve).median(n + 1) != null).toList();
        return 2 * all.stream().filter(n -> values.at(curve, n) < Math.min(values.at(curve, n - 1),
            values.at(curve, n + 1))).count() >= all.size();
    }

    private static Stream<Operation> dropping() {
        return Stream.of(Operation.REDUCE_SCATTER, Operation.BROADCAST);
    }

    private static Stream<Operation> summing() {
        return Stream.of(Operation.REDUCE, Operation.ALLREDUCE);
    }

    /** {@return the length of the least time among as many lengths as there are cores} */
    private double lowest(Operation operation, Stack stack, int first) {
        return values(operation).figure().settings().stream().filter(n -> n >= first && n < first + cores)
            .min(Comparator.comparingDouble(n -> time(operation, stack, n))).orElseThrow();
    }

    private double ratio(boolean balanced) {
        return IntStream.rangeClosed(FIRST, LAST).mapToDouble(n -> (balanced ? Blocks.balanced(n, cores)
            : Blocks.firstLongest(n, cores)).ratio()).max().orElseThrow();
    }

    /** {@return how much faster than blocking messages the best library is that the study names for an operation} */
    private double gain(Operation operation) {
        return mean(operation, operation == Operation.ALLGATHER || operation == Operation.ALLTOALL ? Stack.I_RCCE
            : Stack.LIGHTWEIGHT);
    }

    private double greatest() {
        return values(Operation.ALLREDUCE).most("blocking", "MPB-direct", count -> true);
    }

    private double mean(Operation operation, Stack stack) {
        return values(operation).mean(Stack.BLOCKING.title(), stack.title(), count -> true);
    }

    /** {@return how much faster allreduce is over the library that follows one [%]} */
    private double step(Stack before) {
        return run.gain(Operation.ALLREDUCE, before, Stack.values()[before.ordinal() + 1], FIRST);
    }

    private Values values(Operation operation) {
        return values("kohler-fig9" + PARTS.get(operation));
    }

    private double time(Operation operation, Stack stack, double count) {
        return values(operation).at(stack.title(), count);
    }

    private double fall(Operation operation, Stack stack) {
        return time(operation, stack, 575) - time(operation, stack, 576);
    }

    private double drop(Operation operation, Stack stack) {
        return 100 * fall(operation, stack) / time(operation, stack, 575);
    }

    private void addRivals() {
        claim("K25", () -> Result.of(naive("broadcast")));
        claim("K26", () -> Result.of(naive("reduce")));
        claim("K30", () -> {
            double broadcast = run.micros(Operation.BROADCAST, Stack.RCKMPI, LONGEST)
                / run.micros(Stack.LIGHTWEIGHT, group -> group.treeBroadcast(0, new double[LONGEST], LONGEST));
            double sum = run.micros(Operation.ALLREDUCE, Stack.RCKMPI, LONGEST)
                / run.micros(Stack.LIGHTWEIGHT, group -> group.treeAllreduce(new double[LONGEST]));
            return Result.of(Math.max(broadcast, sum));
        });
        claim("K32", () -> Result.of(Arrays.stream(NAIVE_LENGTHS).filter(count -> count <= cores).mapToDouble(count ->
            run.micros(Operation.BROADCAST, Stack.RCKMPI, count) / values("kohler-naive").at("broadcast, tree",
                count)).max().orElseThrow()));
        claim("K22", () -> Result.of(extreme("K22", Stream.of(Operation.ALLGATHER, Operation.REDUCE_SCATTER,
            Operation.BROADCAST, Operation.REDUCE, Operation.ALLREDUCE).mapToDouble(this::rckMpi).toArray())));
        claim("K23", () -> Result.of(rckMpi(Operation.ALLTOALL)));
        claim("K24", () -> Result.of(Arrays.stream(Operation.values()).flatMapToDouble(operation -> {
            double full = run.micros(operation, Stack.RCKMPI, 600);
            return IntStream.rangeClosed(601, 603).mapToDouble(count -> 100
                * (run.micros(operation, Stack.RCKMPI, count) / full - 1));
        }).max().orElseThrow()));
    }
}
