// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.studies.scc.Application;
import io.shmem4j.studies.scc.Blocks;
import io.shmem4j.studies.scc.BroadcastRun;
import io.shmem4j.studies.scc.CollectiveRun;
import io.shmem4j.studies.scc.Group;
import io.shmem4j.studies.scc.OcBroadcast;
import io.shmem4j.studies.scc.Operation;
import io.shmem4j.studies.scc.Stack;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The figures of Kohler and others, and the claims that are about them. */
final class KohlerFigures extends Figures {
    private static final int FIRST = 552;
    private static final int LAST = 700;
    /** Length of the greatest gain. */
    private static final int LONGER = 575;
    /** Steps between lengths whose mean is taken: operations on whole vectors are long and change little. */
    private static final int STEP_OF_BLOCKS = 7;
    private static final int STEP_OF_VECTORS = 37;
    private static final int CYCLES = 8;
    private static final Map<Operation, String> PARTS = Map.of(Operation.ALLGATHER, "a", Operation.ALLTOALL, "b",
        Operation.REDUCE_SCATTER, "c", Operation.BROADCAST, "d", Operation.REDUCE, "e", Operation.ALLREDUCE, "f");
    private static final int LONGEST = 48000;
    private static final int[] NAIVE_LENGTHS = {4, 16, 48, 96, 192, 288, 552, 700, 1000, 4000, 16000, 48000};

    private final MeshMachine machine;
    private final int cores;
    private final CollectiveRun run;
    private final Map<String, Double> known = new ConcurrentHashMap<>();

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
        BiConsumer<Group, double[]> down = (group, vector) -> group.treeBroadcast(0, vector, vector.length);
        figure("kohler-naive", () -> new Figure("Collectives with a serial root and by trees of whole vectors",
            "doubles", "time [us]", Axes.LOGARITHMIC, List.of(
                whole("broadcast, serial", Stack.BLOCKING, Group::serialBroadcast),
                whole("broadcast, tree", Stack.BLOCKING, down),
                whole("broadcast, lightweight tree", Stack.LIGHTWEIGHT, down),
                Series.of("OC-Bcast", NAIVE_LENGTHS, this::byAccess),
                whole("reduce, serial", Stack.BLOCKING, Group::serialReduce),
                whole("reduce, tree", Stack.BLOCKING, Group::treeReduce)),
            List.of("Messages are blocking where nothing else is said. Serial: core 0 sends to, or receives from, one"
                + " core after the other.")));
        claim("X1", () -> {
            double before = gain(run);
            double after = gain(new CollectiveRun(machine, MeshOptions.STANDARD.withoutBug(), cores));
            return Result.of(after - before, "%.1f %% instead of %.1f %%", after, before);
        });
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
            int step = !laboratory.whole() ? 24 : stack == Stack.RCKMPI ? machine.numbersPerLine() : 1;
            return Series.of(stack.title(), lengths(FIRST, step).toArray(), count -> time(operation, stack, count));
        }).toList();
        return new Figure(operation.title() + " on " + cores + " cores", "doubles", "time [us]", Axes.LINEAR, series,
            List.of("Time until the last core returns; the paper has the mean of 10,000 calls on core 0.",
                "RCKMPI at every fourth length."))
            .without(Stack.RCKMPI.title());
    }

    private Figure application() {
        Collection<Application.Run> runs = runs().values();
        return new Figure("A cycle of the application on " + cores + " cores", "library", "time [us]", Axes.LINEAR,
            Arrays.stream(Stack.values()).map(Stack::title).toList(), List.of(
                Series.named("cycle", runs.stream().mapToDouble(Application.Run::cycleMicros).toArray()),
                Series.named("of it not computing", runs.stream().mapToDouble(Application.Run::exchangeMicros)
                    .toArray()),
                Series.named("of it waits for flags", runs.stream()
                    .mapToDouble(run -> run.cycleMicros() * run.waitShare()).toArray())),
            List.of());
    }

    private double byAccess(int count) {
        return new BroadcastRun(machine, MeshOptions.STANDARD, cores, 0).latency(new OcBroadcast.Kary(7),
            Math.ceilDiv(count, machine.numbersPerLine()));
    }

    private Series whole(String name, Stack stack, BiConsumer<Group, double[]> call) {
        return Series.of(name, NAIVE_LENGTHS, count -> run.micros(stack, group ->
            call.accept(group, new double[count])));
    }

    private double naive(String what, String better) {
        return values("kohler-naive").most(what + ", serial", better, count -> true);
    }

    /** {@return how many times as long as blocking messages RCKMPI takes, in the mean of the settings} */
    private double rckMpi(Operation operation) {
        return lengths(FIRST, laboratory.whole() ? machine.numbersPerLine() : 24).mapToDouble(count ->
            time(operation, Stack.RCKMPI, count) / time(operation, Stack.BLOCKING, count)).average().orElseThrow();
    }

    private void addApplication() {
        claim("G1", () -> Result.of(cycle(Stack.BLOCKING) / cycle(Stack.MPB_DIRECT)));
        claim("G8", () -> Result.of(100 * (1 - cycle(Stack.MPB_DIRECT) / cycle(Stack.BLOCKING))));
        claim("G2", () -> Result.of(cycle(Stack.I_RCCE) / cycle(Stack.LIGHTWEIGHT)));
        claim("G3", () -> Result.of(100 * runs().get(Stack.BLOCKING).longShare()));
    }

    private double cycle(Stack stack) {
        return runs().get(stack).cycleMicros();
    }

    /** {@return runs of the application over all libraries, in their order} */
    private Map<Stack, Application.Run> runs() {
        int cycles = laboratory.share(CYCLES);
        return laboratory.jobs.now(text("the application on %d cores, seed %d, cycles: %d", cores, laboratory.seed(),
            cycles), () -> Stream.of(Stack.values()).parallel().collect(Collectors.toMap(stack -> stack, stack ->
                Application.run(machine, MeshOptions.STANDARD, cores, stack, cycles, laboratory.seed()),
                (one, other) -> one, () -> new EnumMap<>(Stack.class)))).get();
    }

    private void addGains() {
        claim("K1", () -> Result.of(ratio(false)));
        claim("K2", () -> Result.of(ratio(true)));
        claim("K29", () -> Result.of((double) machine.layers().iRcce() / machine.layers().blocking()));
        Map.of("K13", Operation.ALLGATHER, "K9", Operation.ALLTOALL, "K12", Operation.ALLREDUCE, "K14",
            Operation.REDUCE_SCATTER, "K10", Operation.BROADCAST, "K11", Operation.REDUCE).forEach((id, operation) ->
                claim(id, () -> Result.of(gain(operation))));
        claim("K21", () -> {
            double[] means = Stream.of(Operation.ALLGATHER, Operation.BROADCAST, Operation.ALLREDUCE,
                Operation.ALLTOALL, Operation.REDUCE, Operation.REDUCE_SCATTER).mapToDouble(this::gain).toArray();
            return Result.of(leastRise(Arrays.stream(means).map(mean -> -mean).toArray()), list("%.2f", means));
        });
        for (Stack before : EnumSet.range(Stack.BLOCKING, Stack.BALANCED)) {
            Stack after = Stack.values()[before.ordinal() + 1];
            claim("K" + (before.ordinal() + 3), () -> Result.of(run.gain(Operation.ALLREDUCE, before, after, FIRST)));
        }
        claim("K7", () -> Result.of(lengths(FIRST, laboratory.whole() ? 1 : LONGER - FIRST).mapToDouble(this::best)
            .max().orElseThrow()));
        claim("K8", () -> {
            int where = lengths(FIRST, 1).boxed().max(Comparator.comparingDouble(this::best)).orElseThrow();
            return Result.of(where, text("%d", where));
        });
    }

    private void addShapes() {
        claim("K15", () -> Result.of(Stream.of(Operation.ALLGATHER, Operation.ALLTOALL).mapToDouble(operation ->
            time(operation, Stack.I_RCCE, FIRST) / time(operation, Stack.LIGHTWEIGHT, FIRST)).max().orElseThrow()));
        claim("K16", () -> Result.of(Stream.of(Operation.REDUCE_SCATTER, Operation.BROADCAST).flatMapToDouble(
            operation -> DoubleStream.of(drop(operation, Stack.BLOCKING), drop(operation, Stack.I_RCCE))).min()
            .orElseThrow()));
        claim("K17", () -> Result.of(Stream.of(Operation.REDUCE_SCATTER, Operation.BROADCAST).flatMapToDouble(
            operation -> Stream.of(Stack.BLOCKING, Stack.I_RCCE).mapToDouble(stack -> Math.max(
                fall(operation, Stack.LIGHTWEIGHT) / fall(operation, stack),
                drop(operation, Stack.LIGHTWEIGHT) / drop(operation, stack)))).max().orElseThrow()));
        claim("K18", () -> {
            DoubleSummaryStatistics times = lengths(577, STEP_OF_BLOCKS)
                .mapToDouble(n -> time(Operation.ALLREDUCE, Stack.BALANCED, n)).summaryStatistics();
            return Result.of(times.getMax() / times.getMin());
        });
        claim("K19", () -> Result.of(IntStream.of(576, 624, 672).mapToDouble(count -> 100 * (lightweight(count)
            / IntStream.range(-cores / 2, cores / 2).filter(n -> n % (laboratory.whole() ? 1 : 6) == 0)
            .mapToDouble(n -> lightweight(count + n)).min().orElseThrow() - 1)).max().orElseThrow()));
        claim("K33", () -> Result.of(IntStream.of(576, 624).mapToDouble(count -> lightweight(count + cores - 1)
            / lightweight(count)).min().orElseThrow()));
        claim("K27", () -> {
            double[] means = Arrays.stream(Operation.values()).mapToDouble(operation -> {
                Values values = values("kohler-fig9" + PARTS.get(operation));
                List<Stack> ours = operation.stacks();
                return 1 / values.mean(ours.get(ours.size() - 2).title(), Stack.BLOCKING.title(), count -> true);
            }).toArray();
            return Result.of(Arrays.stream(means).min().orElseThrow(), list("%.2f", means));
        });
        claim("K28", () -> Result.of(Math.max(Math.abs(lowest(553, 600) - 576), Math.abs(lowest(601, 648) - 624))));
        claim("K20", () -> Result.of(IntStream.of(556, 600, 648).mapToDouble(count ->
            time(Operation.ALLGATHER, Stack.BLOCKING, count) / Math.min(
                time(Operation.ALLGATHER, Stack.BLOCKING, count - 1),
                time(Operation.ALLGATHER, Stack.BLOCKING, count + 1))).max().orElseThrow()));
    }

    private int lowest(int first, int last) {
        Values values = values("kohler-fig9e");
        List<Double> lengths = values.figure().settings().stream().filter(n -> n >= first && n <= last).toList();
        return lengths.stream().min(Comparator.comparingDouble(n -> values.at("lightweight", n))).orElseThrow()
            .intValue();
    }

    private double ratio(boolean balanced) {
        return IntStream.rangeClosed(FIRST, LAST).mapToDouble(n -> (balanced ? Blocks.balanced(n, cores)
            : Blocks.firstLongest(n, cores)).ratio()).max().orElseThrow();
    }

    /** {@return how much faster than blocking messages the best library is that the study names for an operation} */
    private double gain(Operation operation) {
        boolean vectors = operation == Operation.ALLGATHER || operation == Operation.ALLTOALL;
        Stack best = vectors ? Stack.I_RCCE : Stack.LIGHTWEIGHT;
        return lengths(FIRST, vectors ? STEP_OF_VECTORS : STEP_OF_BLOCKS)
            .mapToDouble(n -> time(operation, Stack.BLOCKING, n) / time(operation, best, n)).average().orElseThrow();
    }

    private IntStream lengths(int first, int step) {
        return IntStream.iterate(first, n -> n <= LAST, n -> n + step);
    }

    private double best(int count) {
        return time(Operation.ALLREDUCE, Stack.BLOCKING, count) / time(Operation.ALLREDUCE, Stack.MPB_DIRECT, count);
    }

    private double lightweight(int count) {
        return time(Operation.ALLREDUCE, Stack.LIGHTWEIGHT, count);
    }

    private double fall(Operation operation, Stack stack) {
        return time(operation, stack, 575) - time(operation, stack, 576);
    }

    private double drop(Operation operation, Stack stack) {
        return 100 * fall(operation, stack) / time(operation, stack, 575);
    }

    /** {@return by how much MPB-direct is faster than balanced blocks} */
    private static double gain(CollectiveRun run) {
        return 100 * (run.micros(Operation.ALLREDUCE, Stack.BALANCED, FIRST)
            / run.micros(Operation.ALLREDUCE, Stack.MPB_DIRECT, FIRST) - 1);
    }

    private double time(Operation operation, Stack stack, int count) {
        return known.computeIfAbsent(operation + " " + stack + " " + count,
            key -> run.micros(operation, stack, count));
    }

    private void addRivals() {
        claim("K25", () -> Result.of(naive("broadcast", "broadcast, tree")));
        claim("K26", () -> Result.of(naive("reduce", "reduce, tree")));
        claim("K31", () -> Result.of(EnumSet.range(Stack.BLOCKING, Stack.MPB_DIRECT).stream().mapToDouble(stack ->
            Math.abs(run.inRow(Operation.ALLREDUCE, stack, FIRST) / time(Operation.ALLREDUCE, stack, FIRST) - 1)).max()
            .orElseThrow()));
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
        claim("K22", () -> Result.of(Stream.of(Operation.ALLGATHER, Operation.REDUCE_SCATTER, Operation.BROADCAST,
            Operation.REDUCE, Operation.ALLREDUCE).mapToDouble(this::rckMpi).average().orElseThrow()));
        claim("K23", () -> Result.of(rckMpi(Operation.ALLTOALL)));
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
}
