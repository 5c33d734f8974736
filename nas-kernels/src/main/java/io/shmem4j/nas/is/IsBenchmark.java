// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.AllGather;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Result;
import io.shmem4j.report.Progress;
import io.shmem4j.report.UsageException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The benchmark IS: an untimed ranking, ten timed ones, and the check that the last one sorts. */
public final class IsBenchmark {
    private final Shmem shmem;
    private final IsProblem problem;
    private final Ranking ranking;
    private final AllGather allGather;
    private final PhaseTimers<IsProblem.Phase> timers;

    IsBenchmark(Shmem shmem, IsProblem problem, KeyExchange.Way transfer, BucketReduction reduction,
        KeyLoops.Split loops) {
        this.shmem = shmem;
        this.problem = problem;
        timers = new PhaseTimers<>(shmem, IsProblem.Phase.values());
        allGather = new AllGather(shmem, IsProblem.Phase.values().length);
        ranking = new Ranking(shmem, problem, transfer, reduction, loops, timers);
    }

    static Result run(Shmem shmem, IsOptions options) {
        IsProblem problem = IsProblem.of(options.problemClass());
        if (problem == null) {
            throw new UsageException("IS is made for the classes S, W, A, B and C; D would need 24 GiB of keys and E"
                + " 384 GiB");
        }
        Result.WallTime.Watch watch = new Result.WallTime.Watch();
        KeyExchange.Way transfer = options.transfer();
        BucketReduction reduction = options.reduction();
        int warmup = options.warmup();
        int steps = options.steps();
        if (steps < 1 || steps > IsProblem.ITERATIONS) {
            throw new UsageException("--steps " + steps + ": IS has 1 to " + IsProblem.ITERATIONS);
        }
        Ranking.checkHeap(shmem, problem, transfer);
        IsRehearsal rehearsal = new IsRehearsal(shmem, problem, transfer, reduction);
        watch.rehearse(() -> rehearsal.run(options.rehearsal()));
        IsBenchmark benchmark = new IsBenchmark(shmem, problem, transfer, reduction, rehearsal.loops());
        Timed timed = benchmark.time(warmup, steps);
        boolean verified = benchmark.verify(timed.passed, steps);
        boolean mapped = !benchmark.shmem.simulated();
        benchmark.ranking.free();
        benchmark.allGather.free();
        double mops = 1e-6 * steps * problem.keys() / timed.seconds;
        Map<String, String> variant = new LinkedHashMap<>();
        variant.put("Transfer", transfer.name().toLowerCase(Locale.ROOT));
        variant.put("Reduction", reduction.name());
        variant.put("Loops", rehearsal.loops().name().toLowerCase(Locale.ROOT));
        variant.put("Rehearsal", rehearsal.toString());
        if (!mapped) {
            variant.put("Machine", "simulated");
        }
        return new Result("IS", problem.npbClass(), Integer.toString(problem.keys()), steps, warmup,
            timed.seconds, shmem.nPes(), mops, "keys ranked", Result.Verification.of(verified), variant,
            options.phases() ? timed.phases : List.of(), watch.read());
    }

    /** The time of the slowest PE, the test keys found by this one, and the times of the phases. */
    record Timed(double seconds, int passed, List<PhaseTimers.Time> phases) {
    }

    Ranking ranking() {
        return ranking;
    }

    Timed time(int warmup, int steps) {
        for (int i = 0; i < warmup; i++) {
            ranking.rank(1);
        }
        try (Progress progress = shmem.myPe() == 0 ? Progress.toTerminal() : Progress.none()) {
            progress.plan(steps);
            shmem.barrierAll();
            timers.restart();
            double start = shmem.time();
            int passed = 0;
            for (int iteration = 1; iteration <= steps; iteration++) {
                progress.step("rankings");
                passed += ranking.rank(iteration);
            }
            double seconds = allGather.max(shmem.time() - start);
            return new Timed(seconds, passed, timers.collect(allGather));
        }
    }

    /**
     * {@return whether all test keys of all rankings were found, and the last ranking sorts}; collective
     *
     * @param passed test keys this PE found
     */
    boolean verify(int passed, int steps) {
        int[] sorted = ranking.sorted();
        boolean ordered = sorted.length == ranking.owned();
        for (int i = 1; i < sorted.length; i++) {
            ordered &= sorted[i - 1] <= sorted[i];
        }
        boolean empty = sorted.length == 0;
        double[][] ends = allGather.gather(empty ? 1 : 0, empty ? 0 : sorted[0], empty ? 0 : sorted[sorted.length - 1]);
        double largest = Double.NEGATIVE_INFINITY;
        for (double[] end : ends) {
            if (end[0] == 0) {
                ordered &= largest <= end[1];
                largest = end[2];
            }
        }
        double[] sums = allGather.sum(passed, ordered ? 1 : 0, sorted.length);
        return sums[0] == IsProblem.TESTS * steps && sums[1] == shmem.nPes()
            && sums[2] == problem.keys();
    }
}
