// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem;
import io.shmem4j.report.Progress;
import io.shmem4j.report.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** A run of a kernel: untimed iterations, the timed ones from the first state on, and the check of the numbers. */
final class KernelRun<P extends Enum<P>> {
    private final Shmem shmem;
    private final KernelProblem<P> problem;
    private final KernelOptions options;
    private final int steps;
    private final Result.WallTime.Watch watch = new Result.WallTime.Watch();
    private String rehearsal;
    private double seconds;
    private double[] values;
    private List<PhaseTimers.Time> phases;

    private KernelRun(Shmem shmem, KernelProblem<P> problem, KernelOptions options) {
        this.shmem = shmem;
        this.problem = problem;
        this.options = options;
        steps = options.steps(problem.steps());
    }

    static Result run(Shmem shmem, KernelOptions options) {
        KernelProblem<?> problem = options.problem(options.problemClass());
        if (problem == null) {
            throw new UsageException(options.problem(NpbClass.S).name() + " is made for the classes "
                + classes(options));
        }
        return run(shmem, problem, options);
    }

    private static String classes(KernelOptions options) {
        List<String> names = new ArrayList<>();
        for (NpbClass each : NpbClass.values()) {
            if (options.problem(each) != null) {
                names.add(each.name());
            }
        }
        String last = names.removeLast();
        return String.join(", ", names) + " and " + last;
    }

    private static <P extends Enum<P>> Result run(Shmem shmem, KernelProblem<P> problem, KernelOptions options) {
        return new KernelRun<>(shmem, problem, options).run();
    }

    private Result run() {
        check(problem);
        if (steps < 1 || steps > problem.steps()) {
            throw new UsageException("--steps " + steps + ": class " + problem.npbClass() + " has 1 to "
                + problem.steps());
        }
        AllGather allGather = new AllGather(shmem, problem.phases().length);
        HeapNeed.checkJava(problem.javaBytes(options.transfer(), shmem.nPes()));
        HeapNeed.check(shmem, problem.bytes(options.transfer(), shmem.nPes()));
        watch.rehearse(() -> rehearsal = new Rehearsal<>(shmem, smallest(), options.transfer(), allGather)
            .run(options.rehearsal()));
        PhaseTimers<P> timers = new PhaseTimers<>(shmem, problem.phases());
        Kernel kernel = problem.kernel(shmem, options.transfer(), timers);
        measure(kernel, timers, allGather);
        Map<String, String> variant = variant(kernel, !shmem.simulated());
        kernel.free();
        allGather.free();
        return new Result(problem.name(), problem.npbClass(), problem.size(), steps, options.warmup(), seconds,
            shmem.nPes(), problem.megaOperations() * steps / problem.steps() / seconds, problem.operation(),
            verification(), variant, options.phases() ? phases : List.of(), watch.read());
    }

    private Result.Verification verification() {
        return steps < problem.steps() || !problem.verifiable() ? Result.Verification.NOT_PERFORMED
            : Result.Verification.of(problem.right(values));
    }

    private void check(KernelProblem<P> wanted) {
        String refusal = wanted.refusal(options.transfer(), shmem.nPes());
        if (refusal != null) {
            throw new UsageException(refusal);
        }
    }

    /** {@return what to rehearse for the smallest class that suits the number of PEs} */
    @SuppressWarnings("unchecked")
    private KernelProblem<P> smallest() {
        for (NpbClass each : NpbClass.values()) {
            KernelProblem<P> small = (KernelProblem<P>) options.problem(each);
            if (small != null && small.refusal(options.transfer(), shmem.nPes()) == null) {
                return small.rehearsal();
            }
        }
        throw new IllegalStateException("the benchmark's own class suits");
    }

    private void measure(Kernel kernel, PhaseTimers<P> timers, AllGather allGather) {
        kernel.reset();
        shmem.barrierAll();
        kernel.begin();
        for (int i = 0; i < options.warmup(); i++) {
            kernel.step(1 + i % problem.steps());
        }
        kernel.finish();
        try (Progress progress = shmem.myPe() == 0 ? Progress.toTerminal() : Progress.none()) {
            progress.plan(steps);
            kernel.reset();
            shmem.barrierAll();
            timers.restart();
            double start = shmem.time();
            kernel.begin();
            for (int step = 1; step <= steps; step++) {
                progress.step("iterations");
                kernel.step(step);
            }
            values = kernel.finish();
            seconds = allGather.max(shmem.time() - start);
            phases = timers.collect(allGather);
            values = kernel.verified(values);
        }
    }

    private Map<String, String> variant(Kernel kernel, boolean mapped) {
        Map<String, String> variant = new LinkedHashMap<>(kernel.variant());
        variant.put("Transfer", options.transfer().word());
        variant.put("Loops", kernel.loops());
        variant.put("Rehearsal", rehearsal);
        if (!mapped) {
            variant.put("Machine", "simulated");
        }
        if (options.json()) {
            StringJoiner words = new StringJoiner(" ");
            for (double value : values) {
                words.add(Double.toString(value));
            }
            variant.put("Values", words.toString());
        }
        return variant;
    }

    /**
     * Iterations of a small class before the benchmark is set up, so that the JVM compiles what the benchmark runs.
     * They see none of the benchmark's numbers, and their memory is given back.
     */
    static final class Rehearsal<P extends Enum<P>> {
        /** Many PEs on few cores take long for small steps, too. */
        private static final double LONGEST_SECONDS = 3;

        private final Shmem shmem;
        private final KernelProblem<P> small;
        private final Transfer transfer;
        private final AllGather allGather;
        private int done;

        Rehearsal(Shmem shmem, KernelProblem<P> small, Transfer transfer, AllGather allGather) {
            this.shmem = shmem;
            this.small = small;
            this.transfer = transfer;
            this.allGather = allGather;
        }

        /**
         * Runs it; collective.
         *
         * @param most steps; fewer when they take long, none on simulated machines, where a JVM's own
         *             work takes no time
         * @return what was done, in words
         */
        String run(int most) {
            if (most > 0 && !shmem.simulated()) {
                double latest = shmem.time() + LONGEST_SECONDS;
                Kernel kernel = small.kernel(shmem, transfer, new PhaseTimers<>(shmem, small.phases()));
                do {
                    repeat(kernel, most);
                } while (done < most && allGather.max(shmem.time() - latest) < 0);
                kernel.free();
            }
            return done == 0 ? "none" : done + " untimed iterations of " + small.size();
        }

        /** Goes once through all of the small class, or less. */
        private void repeat(Kernel kernel, int most) {
            kernel.reset();
            shmem.barrierAll();
            kernel.begin();
            for (int step = 1; step <= small.steps() && done < most; step++) {
                kernel.step(step);
                done++;
            }
            kernel.finish();
        }
    }
}
