// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.JobsAhead;
import io.shmem4j.studies.experiment.Result;
import io.shmem4j.studies.experiment.Values;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.DoublePredicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Checks of the OpenSHMEM study's microbenchmarks; their jobs run ahead. */
public final class StudyChecks {
    private static final String MACHINE = "knc-se10p";
    private static final int[] PAIRS = {1, 2, 8, 64};
    /** Blocks so long that starting a transfer and the barriers hardly count. */
    private static final int STREAM_BLOCK = 256 << 10;
    /** Most bytes of a reduction. */
    private static final int REDUCED = 4194304;
    private static final int SHORT_BLOCK = 4 << 10;
    private static final int LONG_BLOCK = 64 << 10;
    private static final List<String> ALGORITHMS = ReduceProgram.ALGORITHMS.stream()
        .map(algorithm -> algorithm.name().toLowerCase(Locale.ROOT)).toList();
    private static final String CALLS = " putget";
    private static final String POINTER = " direct";
    private static final DoublePredicate ANY = setting -> true;

    private final Supplier<JobValues> pairs;
    private final Supplier<JobValues> reductions;
    private final Supplier<JobValues> stream;

    /** The reductions take longest, so their jobs begin before those of the NAS kernels. */
    private StudyChecks(JobsAhead jobs) {
        pairs = JobValues.ahead(jobs, "pairs", MACHINE, "1048576", "1", "2", "8", "64");
        reductions = JobValues.ahead(jobs, "reduce", MACHINE, Integer.toString(REDUCED), "64");
        stream = JobValues.ahead(jobs, "stream", MACHINE, Integer.toString(STREAM_BLOCK));
    }

    /** Adds all checks of the study. */
    public static void addTo(Checks checks, JobsAhead jobs) {
        new StudyChecks(jobs).addTo(checks);
        new NasChecks(jobs).addTo(checks);
    }

    private void addTo(Checks checks) {
        checks.add("pairs.put", () -> lower("put"));
        checks.add("pairs.get", () -> lower("get"));
        checks.add("pairs.gain", () -> Result.of(gain(ANY)));
        checks.add("pairs.block", () -> {
            // The suite counts numbers, so its 16K are 64 KiB.
            double ofShort = gain(bytes -> bytes == SHORT_BLOCK);
            double ofLong = gain(bytes -> bytes == LONG_BLOCK);
            return Result.of(ofLong < ofShort, "%.2f at 4 KiB, %.2f at 64 KiB", ofShort, ofLong);
        });
        checks.add("reduce.flat", () -> {
            double least = ALGORITHMS.stream().skip(1).mapToDouble(other -> sums().least("flat" + CALLS, other + CALLS,
                ANY)).min().orElseThrow();
            return Result.of(least > 1, "at least %.1f times the others", least);
        });
        checks.add("reduce.small", this::small);
        checks.add("reduce.large", () -> {
            String fastest = fastest(REDUCED);
            return Result.of(fastest.equals("rabenseifner"), "%s at %d B", fastest, REDUCED);
        });
        checks.add("reduce.pointer", this::allFasterByPointer);
        checks.add("stream.sum", () -> {
            Values values = Values.of(JobExperiments.streams(stream.get(), STREAM_BLOCK));
            return Result.of(Arrays.stream(StreamKernel.values()).mapToDouble(kernel -> values.last(kernel.title(true))
                / values.last(kernel.title(false))).reduce(0, Double::sum) / StreamKernel.values().length);
        });
    }

    private Result lower(String what) {
        Values values = Values.of(JobExperiments.latencies(pairs.get(), Arrays.stream(PAIRS).asDoubleStream()
            .toArray()));
        return Result.of(100 * (1 - values.least(what + " by pointer", what, ANY)));
    }

    /** {@return the greatest gain of a store over a put, of blocks of one size or of all} */
    private double gain(DoublePredicate accepted) {
        Values values = Values.of(JobExperiments.bandwidths(pairs.get(), PAIRS));
        return Arrays.stream(PAIRS).mapToDouble(n -> values.most(n + " by pointer", n + " by put", accepted)).max()
            .orElseThrow();
    }

    private Values sums() {
        return Values.of(JobExperiments.sums(reductions.get()));
    }

    private String fastest(double bytes) {
        Values values = sums();
        return ALGORITHMS.stream().min(Comparator.comparingDouble(one -> values.at(one + CALLS, bytes))).orElseThrow();
    }

    /** Recursive doubling and the Bruck variant move the same data; within two percent they count as equal. */
    private Result small() {
        Values values = sums();
        return Result.of(values.figure().settings().stream().takeWhile(bytes -> values.at("recdbl" + CALLS, bytes)
            <= 1.02 * values.at(fastest(bytes) + CALLS, bytes)).reduce(0.0, Math::max));
    }

    private Result allFasterByPointer() {
        Values values = sums();
        String slower = ALGORITHMS.stream().filter(one -> values.most(one + POINTER, one + CALLS, ANY) > 1)
            .map(one -> String.format(Locale.ROOT, " %s (x %.2f)", one, values.most(one + POINTER, one + CALLS, ANY)))
            .collect(Collectors.joining());
        return Result.of(slower.isEmpty(), slower.isEmpty() ? "all four" : "slower:" + slower);
    }
}
