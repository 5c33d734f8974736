// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Everyone;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Options;
import io.shmem4j.nas.npb.PhaseTime;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Result;
import io.shmem4j.nas.npb.UsageException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The benchmark SP: an untimed step, the timed ones from the first state on, and the check of the norms. */
public final class SpBenchmark {
    private SpBenchmark() {
    }

    /**
     * Runs the benchmark; collective.
     *
     * @param shmem     the PE's handle
     * @param arguments options
     * @return what to report
     */
    public static Result run(Shmem shmem, List<String> arguments) {
        Options options = new Options(arguments, List.of("class", "transfer", "decomposition", "warmup"),
            List.of("timers", "json"));
        SpProblem problem = SpProblem.of(options.choice("class", NpbClass.S));
        if (problem == null) {
            throw new UsageException("SP is made for the classes S, W, A, B and C; class D would need about 8 GiB");
        }
        if (shmem.nPes() > problem.n() - 2) {
            throw new UsageException("SP class " + problem.npbClass() + " has " + (problem.n() - 2)
                + " inner planes, so slabs are for at most as many PEs");
        }
        int warmup = options.number("warmup", 1);
        PhaseTimers<SpPhase> timers = new PhaseTimers<>(shmem, SpPhase.values());
        Everyone everyone = new Everyone(shmem, 2 * SpConstants.UNKNOWNS);
        Decomposition grid = new Slab(shmem, problem, timers, everyone);
        grid.initialize();
        for (int step = 0; step < warmup; step++) {
            grid.step();
        }
        grid.initialize();
        timers.restart();
        double start = shmem.time();
        for (int step = 1; step <= problem.steps(); step++) {
            grid.step();
        }
        double seconds = everyone.max(shmem.time() - start);
        List<PhaseTime> phases = timers.collect(everyone);
        SpNorms norms = grid.norms();
        Map<String, String> variant = new LinkedHashMap<>();
        variant.put("Decomposition", "slab");
        variant.put("Loops", Twins.VECTOR ? "vector" : "scalar");
        String size = problem.n() + " x " + problem.n() + " x " + problem.n();
        return new Result("SP", problem.npbClass(), size, problem.steps(), warmup, seconds, shmem.nPes(),
            problem.megaOperations() / seconds, "floating point", problem.verify(norms), variant,
            options.has("timers") || options.has("json") ? phases : List.of());
    }
}
