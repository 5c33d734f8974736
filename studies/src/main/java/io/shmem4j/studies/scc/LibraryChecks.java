// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.Result;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Collectives over the message libraries, 552 to 700 numbers. */
final class LibraryChecks {
    private static final int FIRST = 552;
    private static final int LAST = 700;
    /** Steps between lengths whose mean is taken: operations on whole vectors are long and change little. */
    private static final int STEP_OF_BLOCKS = 7;
    private static final int STEP_OF_VECTORS = 37;

    private final CollectiveRun run;
    private final int cores;
    private final boolean brief;
    private final PrintStream progress;
    private final Map<String, Double> known = new HashMap<>();

    LibraryChecks(MeshMachine machine, boolean brief, PrintStream progress) {
        this.run = new CollectiveRun(machine, MeshOptions.STANDARD, machine.cores());
        this.cores = machine.cores();
        this.brief = brief;
        this.progress = progress;
    }

    void addTo(Checks checks) {
        checks.add("K1", () -> {
            double at552 = Blocks.firstLongest(FIRST, cores).ratio();
            double worst = ratio(false);
            return Result.of(worst > 5, "%.2f, %.2f", at552, worst);
        });
        checks.add("K2", () -> Result.of(ratio(true)));
        Stack[] steps = Stack.values();
        for (int i = 1; i <= Stack.MPB_DIRECT.ordinal(); i++) {
            Stack before = steps[i - 1];
            Stack after = steps[i];
            checks.add("K" + (i + 2), () -> Result.of(100 * (time(Operation.ALLREDUCE, before, FIRST)
                / time(Operation.ALLREDUCE, after, FIRST) - 1)));
        }
        checks.add("K7", () -> Result.of(lengthsOfGains().mapToDouble(this::best).max().orElseThrow()));
        checks.add("K8", () -> {
            int where = lengthsOfGains().boxed()
                .max((a, b) -> Double.compare(best(a), best(b))).orElseThrow();
            return Result.of(where == 574 || where == 575, String.valueOf(where));
        });
        Map.of("K9", Operation.ALLTOALL, "K10", Operation.BROADCAST, "K11", Operation.REDUCE,
            "K12", Operation.ALLREDUCE, "K13", Operation.ALLGATHER, "K14", Operation.REDUCE_SCATTER).forEach(
                (id, operation) -> checks.add(id, () -> Result.of(gain(operation))));
        addShapes(checks);
    }

    private void addShapes(Checks checks) {
        checks.add("K15", () -> {
            double gather = time(Operation.ALLGATHER, Stack.I_RCCE, FIRST)
                / time(Operation.ALLGATHER, Stack.LIGHTWEIGHT, FIRST);
            double all = time(Operation.ALLTOALL, Stack.I_RCCE, FIRST)
                / time(Operation.ALLTOALL, Stack.LIGHTWEIGHT, FIRST);
            return Result.of(Math.max(gather, all), "%.2f, %.2f", gather, all);
        });
        checks.add("K16", () -> {
            double[] drops = {drop(Operation.REDUCE_SCATTER, Stack.BLOCKING),
                drop(Operation.REDUCE_SCATTER, Stack.I_RCCE), drop(Operation.BROADCAST, Stack.BLOCKING),
                drop(Operation.BROADCAST, Stack.I_RCCE)};
            return Result.of(Arrays.stream(drops).allMatch(drop -> drop > 20), "%.0f, %.0f; %.0f, %.0f %%", drops[0],
                drops[1], drops[2], drops[3]);
        });
        checks.add("K17", () -> {
            double scatter = fall(Operation.REDUCE_SCATTER, Stack.BLOCKING)
                - fall(Operation.REDUCE_SCATTER, Stack.LIGHTWEIGHT);
            double broadcast = fall(Operation.BROADCAST, Stack.BLOCKING)
                - fall(Operation.BROADCAST, Stack.LIGHTWEIGHT);
            return Result.of(scatter > 0 && broadcast > 0, "by %.0f and %.0f us less", scatter, broadcast);
        });
        checks.add("K18", () -> {
            DoubleSummaryStatistics times = lengths(577, STEP_OF_BLOCKS)
                .mapToDouble(n -> time(Operation.ALLREDUCE, Stack.BALANCED, n)).summaryStatistics();
            return Result.of(times.getMax() / times.getMin());
        });
        checks.add("K19", () -> {
            int first = lowest(553, 600);
            int second = lowest(601, 648);
            double third = time(Operation.ALLREDUCE, Stack.LIGHTWEIGHT, 672)
                / time(Operation.ALLREDUCE, Stack.LIGHTWEIGHT, lowest(649, 696));
            return Result.of(first == 576 && second == 624 && third < 1.01, "%d, %d, 672 within %.1f %%", first, second,
                100 * (third - 1));
        });
        checks.add("K20", () -> {
            boolean lowest = IntStream.of(556, 600, 648).allMatch(count ->
                time(Operation.ALLGATHER, Stack.BLOCKING, count) < Math.min(
                    time(Operation.ALLGATHER, Stack.BLOCKING, count - 1),
                    time(Operation.ALLGATHER, Stack.BLOCKING, count + 1)));
            return Result.of(lowest, lowest ? "at 556, 600, 648" : "not everywhere");
        });
        checks.add("K21", this::order);
    }

    private Result order() {
        Map<Operation, Double> gains = new EnumMap<>(Operation.class);
        EnumSet.complementOf(EnumSet.of(Operation.BARRIER)).forEach(one -> gains.put(one, gain(one)));
        String order = gains.entrySet().stream().sorted((a, b) -> Double.compare(b.getValue(), a.getValue()))
            .map(gain -> String.format(Locale.ROOT, "%s %.2f", gain.getKey().title(), gain.getValue()))
            .collect(Collectors.joining(", "));
        boolean asPublished = gains.get(Operation.ALLGATHER) > gains.get(Operation.BROADCAST)
            && gains.get(Operation.BROADCAST) > gains.get(Operation.ALLREDUCE)
            && gains.get(Operation.ALLREDUCE) > gains.get(Operation.ALLTOALL)
            && gains.get(Operation.REDUCE) > gains.get(Operation.REDUCE_SCATTER);
        return Result.of(asPublished, order);
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
        return IntStream.iterate(first, n -> n <= LAST, n -> n + step * (brief ? 4 : 1));
    }

    /** All lengths, or in brief only those around the multiples of the number of cores, where gains are greatest. */
    private IntStream lengthsOfGains() {
        return IntStream.rangeClosed(FIRST, LAST).filter(n -> !brief || (n + 4) % cores < 8);
    }

    private double best(int count) {
        return time(Operation.ALLREDUCE, Stack.BLOCKING, count) / time(Operation.ALLREDUCE, Stack.MPB_DIRECT, count);
    }

    private int lowest(int first, int last) {
        return IntStream.rangeClosed(first, last).boxed().min((a, b) -> Double.compare(
            time(Operation.ALLREDUCE, Stack.LIGHTWEIGHT, a), time(Operation.ALLREDUCE, Stack.LIGHTWEIGHT, b)))
            .orElseThrow();
    }

    private double fall(Operation operation, Stack stack) {
        return time(operation, stack, 575) - time(operation, stack, 576);
    }

    private double drop(Operation operation, Stack stack) {
        return 100 * fall(operation, stack) / time(operation, stack, 575);
    }

    private double time(Operation operation, Stack stack, int count) {
        String key = operation + " " + stack + " " + count;
        Double time = known.get(key);
        if (time == null) {
            time = run.micros(operation, stack, count);
            known.put(key, time);
            if (known.size() % 50 == 0) {
                progress.println("validate scc: " + known.size() + " collectives simulated");
            }
        }
        return time;
    }
}
