// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.JobsAhead;
import io.shmem4j.studies.experiment.Result;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Checks of Integer Sort and of SP: calls of the library against loads and stores, and the sort with its original
 * reduction against two others. Two of the ten rankings do, which differ by one key.
 */
final class NasChecks {
    private static final List<String> CLASSES = List.of("A", "B");
    private static final int SOLVER_PES = 64;
    private static final int[] SORT_PES = {32, 64, 128};
    /** PEs and heap of the sort whose reductions are compared. */
    private static final int[] SUMMED_PES = {64, 128};
    private static final String[] SUMMED_HEAPS = {"128m", "64m"};

    private final JobsAhead jobs;
    private final List<Gain> recursiveDoubling;
    private final List<Gain> rabenseifner;
    private final List<Gain> sorts;
    private final List<Gain> solvers;

    /** What one run takes less than another. */
    private record Gain(Supplier<Double> before, Supplier<Double> after) {
        private double percent() {
            return 100 * (1 - after.get() / before.get());
        }
    }

    /** The longest first, so that none is left alone at the end. */
    NasChecks(JobsAhead jobs) {
        this.jobs = jobs;
        this.recursiveDoubling = summed("recdbl");
        this.rabenseifner = summed("rabenseifner");
        this.sorts = Arrays.stream(SORT_PES).mapToObj(pes -> gain(pes, "is --class A --steps 2 --transfer ", "putget",
            "pointer", Math.max(16, 512 / pes) + "m")).toList();
        this.solvers = CLASSES.stream().map(size -> gain(SOLVER_PES, "sp --class " + size + " --steps 2 --transfer ",
            "get", "pointer", null)).toList();
    }

    private List<Gain> summed(String sum) {
        return IntStream.range(0, SUMMED_PES.length).mapToObj(i -> gain(SUMMED_PES[i],
            "is --class C --steps 2 --transfer putget --reduction ", "original", sum, SUMMED_HEAPS[i])).toList();
    }

    private Gain gain(int pes, String command, String before, String after, String heap) {
        return new Gain(NasRun.ahead(jobs, pes, command + before, heap),
            NasRun.ahead(jobs, pes, command + after, heap));
    }

    void addTo(Checks checks) {
        checks.add("is.order", () -> {
            double[] gains = percents(sorts);
            return Result.of(grows(gains), IntStream.range(0, gains.length).mapToObj(i -> String.format(Locale.ROOT,
                "%d: %.0f %%", SORT_PES[i], gains[i])).collect(Collectors.joining(", ")));
        });
        checks.add("is.reduction.order", () -> {
            double[] one = percents(recursiveDoubling);
            double[] other = percents(rabenseifner);
            return Result.of(grows(one) && Arrays.stream(other).allMatch(gain -> gain > 0),
                IntStream.range(0, one.length).mapToObj(i -> String.format(Locale.ROOT, "%d: %.0f %%, %.0f %%",
                    SUMMED_PES[i], one[i], other[i])).collect(Collectors.joining("; ")));
        });
        checks.add("is.reduction.average", () -> {
            double mean = IntStream.range(0, SUMMED_PES.length).boxed()
                .flatMap(i -> Stream.of(recursiveDoubling.get(i), rabenseifner.get(i))).mapToDouble(Gain::percent)
                .average().orElseThrow();
            return Result.of(mean, "%.1f, class C", mean);
        });
        checks.add("sp.order", () -> {
            double[] gains = percents(solvers);
            return Result.of(gains[0] > gains[1] && gains[1] > 0, "class A: %.2f %%, class B: %.2f %%", gains[0],
                gains[1]);
        });
        checks.add("sp.average", () -> Result.of(Arrays.stream(percents(solvers)).average().orElseThrow()));
    }

    private static double[] percents(List<Gain> gains) {
        return gains.stream().mapToDouble(Gain::percent).toArray();
    }

    /** {@return whether every number is greater than the one before, and the first is positive} */
    private static boolean grows(double... numbers) {
        return IntStream.range(0, numbers.length).allMatch(i -> numbers[i] > (i == 0 ? 0 : numbers[i - 1]));
    }
}
