// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.AllGather;
import io.shmem4j.nas.npb.HeapNeed;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Result;
import io.shmem4j.report.Progress;
import io.shmem4j.report.UsageException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** The benchmark SP: an untimed step, the timed ones from the first state on, and the check of the norms. */
public final class SpBenchmark {
    private final Shmem shmem;
    private final SpProblem problem;
    private final SpDeal deal;
    private final PhaseTimers<FlowProblem.Phase> timers;
    private final AllGather allGather;
    private final DecompositionKind.Steps grid;

    SpBenchmark(Shmem shmem, SpProblem problem, SpDeal deal, AllGather allGather) {
        this.shmem = shmem;
        this.problem = problem;
        this.deal = deal;
        timers = new PhaseTimers<>(shmem, FlowProblem.Phase.values());
        this.allGather = allGather;
        grid = deal.of(problem, shmem, timers, allGather);
    }

    static Result run(Shmem shmem, SpOptions options) {
        SpProblem problem = SpProblem.of(options.problemClass());
        if (problem == null) {
            throw new UsageException("SP is made for the classes S, W, A, B, C and D; E would need about 120 GiB"
                + " of memory over all PEs");
        }
        SpDeal deal = new SpDeal(options.decomposition(), options.transfer());
        check(deal, problem, shmem.nPes());
        int steps = options.steps(problem.steps());
        if (steps < 1 || steps > problem.steps()) {
            throw new UsageException("--steps " + steps + ": class " + problem.npbClass() + " has 1 to "
                + problem.steps());
        }
        Result.WallTime.Watch watch = new Result.WallTime.Watch();
        AllGather allGather = new AllGather(shmem, 2 * FlowConstants.UNKNOWNS);
        HeapNeed.check(shmem, deal.bytes(problem, shmem.nPes(), !shmem.simulated()));
        String[] rehearsal = new String[1];
        watch.rehearse(() -> rehearsal[0] = new SpRehearsal(shmem, deal, allGather).run(options.rehearsal()));
        return new SpBenchmark(shmem, problem, deal, allGather).measure(options, steps, rehearsal[0], watch);
    }

    private static void check(SpDeal deal, SpProblem problem, int pes) {
        boolean direct = deal.transfer() == CellExchange.DIRECT;
        if (deal.kind() == DecompositionKind.SLAB && !direct) {
            throw new UsageException("slabs load and store each other's planes; --transfer " + deal.transfer().word()
                + " needs --decomposition multipartition");
        }
        if (!deal.kind().suits(problem.n(), pes)) {
            throw new UsageException(deal.kind().refusal("SP", problem.npbClass(), problem.n(), pes,
                "--decomposition slab" + (direct ? "" : " with --transfer direct")));
        }
    }

    private Result measure(SpOptions options, int steps, String rehearsal, Result.WallTime.Watch watch) {
        int warmup = options.warmup();
        grid.initialize();
        for (int step = 0; step < warmup; step++) {
            grid.step();
        }
        double seconds;
        try (Progress progress = shmem.myPe() == 0 ? Progress.toTerminal() : Progress.none()) {
            progress.plan(steps);
            grid.initialize();
            timers.restart();
            double start = shmem.time();
            for (int step = 1; step <= steps; step++) {
                progress.step("time steps");
                grid.step();
            }
            seconds = allGather.max(shmem.time() - start);
        }
        List<PhaseTimers.Time> phases = timers.collect(allGather);
        FlowLines.Norms norms = grid.norms();
        Result.Verification verification = steps < problem.steps() ? Result.Verification.NOT_PERFORMED
            : Result.Verification.of(problem.verify(norms));
        Map<String, String> variant = new LinkedHashMap<>();
        variant.put("Decomposition", deal.kind().word());
        variant.put("Transfer", deal.transfer().word());
        variant.put("Loops", "vector");
        variant.put("Rehearsal", rehearsal);
        if (shmem.simulated()) {
            variant.put("Machine", "simulated");
        }
        if (options.json()) {
            variant.put("Norms", words(norms));
        }
        grid.free();
        allGather.free();
        return new Result("SP", problem.npbClass(), problem.size(), steps, warmup, seconds, shmem.nPes(),
            problem.megaOperations() * steps / problem.steps() / seconds, "floating point", verification, variant,
            options.phases() ? phases : List.of(), watch.read());
    }

    private static String words(FlowLines.Norms norms) {
        StringJoiner words = new StringJoiner(" ");
        for (double residual : norms.residuals()) {
            words.add(Double.toString(residual));
        }
        for (double error : norms.errors()) {
            words.add(Double.toString(error));
        }
        return words.toString();
    }
}
