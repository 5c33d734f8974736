// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem.HeapStats;
import io.shmem4j.Shmem;
import io.shmem4j.report.Progress;
import io.shmem4j.report.UsageException;
import io.shmem4j.sim.time.VirtualTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs a kernel: rehearsal, warm-up, timed iterations from the initial state, verification. */
final class KernelRun {
    private static final long MEBIBYTE = 1 << 20;

    private final Shmem shmem;
    private final KernelProblem problem;
    private final KernelProblem.Facts facts;
    private final KernelCommand command;
    private final Transfer transfer;
    private final int warmup;
    private final int steps;
    private final long start = System.nanoTime();
    private String rehearsal;
    private double seconds;
    private double[] values;
    private List<PhaseTimers.Time> phases;

    private KernelRun(Shmem shmem, KernelProblem problem, KernelCommand command) {
        this.shmem = shmem;
        this.problem = problem;
        facts = problem.facts();
        this.command = command;
        transfer = command.value("--transfer");
        warmup = command.<Integer>value("--warmup");
        Integer chosen = command.value("--steps");
        steps = chosen == null ? problem.steps() : chosen;
    }

    static Result run(Shmem shmem, KernelProblem problem, KernelCommand command) {
        return new KernelRun(shmem, problem, command).run();
    }

    private Result run() {
        String refusal = problem.refusal(transfer, shmem.nPes());
        if (refusal != null) {
            throw new UsageException(refusal);
        }
        if (steps < 1 || steps > problem.steps()) {
            throw new UsageException("--steps " + steps + ": class " + problem.npbClass() + " has 1 to "
                + problem.steps());
        }
        int columns = facts.phases().length;
        checkJavaHeap(problem.javaBytes(transfer, shmem.nPes()));
        int rehearsed = command.<Integer>value("--rehearsal");
        checkSymmetricHeap(shmem, AllGather.bytes(columns, shmem.nPes()) + Math.max(
            problem.bytes(transfer, shmem.nPes()),
            rehearsed == 0 || VirtualTime.isOn(shmem) ? 0 : smallest().bytes(transfer, shmem.nPes())));
        KernelHeap heap = new KernelHeap(shmem);
        AllGather allGather = new AllGather(heap, columns);
        long before = System.nanoTime();
        Rehearsal small = new Rehearsal(shmem, smallest(), transfer, allGather);
        rehearsal = small.run(rehearsed);
        double rehearsing = secondsSince(before);
        PhaseTimers timers = new PhaseTimers(shmem, facts.phases());
        Kernel kernel = problem.rehearsed(small.done).kernel(heap, transfer, timers);
        measure(kernel, timers, allGather);
        Map<String, String> variant = variant(kernel);
        heap.free();
        boolean timed = command.json() || command.<Boolean>value("--timers");
        return new Result(facts.name(), problem.npbClass(), facts.size(), steps, warmup, seconds, shmem.nPes(),
            facts.megaOperations() * steps / problem.steps() / seconds, facts.operation(), verification(), variant,
            timed ? phases : List.of(), secondsSince(start), rehearsing);
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) * 1e-9;
    }

    /** Rejects a problem that exceeds the symmetric heap; all PEs decide alike. */
    private static void checkSymmetricHeap(Shmem shmem, long bytes) {
        HeapStats heap = shmem.heapStats();
        if (heap.largestFree() < bytes) {
            throw new UsageException("this needs " + mebibytes(bytes) + " MiB of symmetric heap on each PE, and "
                + heap.largestFree() / MEBIBYTE + " MiB are free; run it with --heap-size "
                + (mebibytes(bytes + heap.capacity() - heap.largestFree()) + 1) + "m");
        }
    }

    /** Rejects a problem that exceeds the Java heap. */
    private static void checkJavaHeap(long bytes) {
        long most = Runtime.getRuntime().maxMemory();
        if (most < bytes) {
            throw new UsageException("this needs about " + mebibytes(bytes) + " MiB of Java heap for each PE, and a JVM"
                + " may have " + most / MEBIBYTE + " MiB; run it with -J-Xmx" + (mebibytes(bytes) + 1) + "m");
        }
    }

    private static long mebibytes(long bytes) {
        return (bytes + MEBIBYTE - 1) / MEBIBYTE;
    }

    private Result.Verification verification() {
        return problem.verifiable(steps) ? Result.Verification.of(problem.right(values))
            : Result.Verification.NOT_PERFORMED;
    }

    /** {@return the rehearsal of the smallest class that supports this number of PEs} */
    private KernelProblem smallest() {
        for (NpbClass each : NpbClass.values()) {
            KernelProblem small = command.problem(each);
            if (small != null && small.refusal(transfer, shmem.nPes()) == null) {
                return small.rehearsal(problem);
            }
        }
        throw new IllegalStateException("the benchmark's own class suits");
    }

    private void measure(Kernel kernel, PhaseTimers timers, AllGather allGather) {
        kernel.reset();
        shmem.barrierAll();
        kernel.begin();
        for (int i = 0; i < warmup; i++) {
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
                progress.step(facts.unit());
                kernel.step(step);
            }
            values = kernel.finish();
            seconds = allGather.max(shmem.time() - start);
            phases = timers.collect(allGather);
            values = kernel.verified(steps, values);
        }
    }

    private Map<String, String> variant(Kernel kernel) {
        Map<String, String> variant = new LinkedHashMap<>(kernel.variant());
        variant.put("Transfer", transfer.word());
        variant.put("Loops", kernel.loops());
        variant.put("Rehearsal", rehearsal);
        if (VirtualTime.isOn(shmem)) {
            variant.put("Machine", "simulated");
        }
        if (command.json()) {
            variant.put("Values", Arrays.stream(values).mapToObj(Double::toString).collect(Collectors.joining(" ")));
        }
        return variant;
    }

    /**
     * Runs iterations of a small class before the benchmark to have its code compiled. The memory is separate and freed
     * afterwards.
     */
    static final class Rehearsal {
        /** Iterations between two checks of the time. */
        private static final int BATCH = 25;

        private final Shmem shmem;
        private final KernelProblem small;
        private final KernelProblem.Facts facts;
        private final Transfer transfer;
        private final AllGather allGather;
        private int done;

        Rehearsal(Shmem shmem, KernelProblem small, Transfer transfer, AllGather allGather) {
            this.shmem = shmem;
            this.small = small;
            facts = small.facts();
            this.transfer = transfer;
            this.allGather = allGather;
        }

        /**
         * Runs the rehearsal; collective.
         *
         * @param most the maximum number of steps; fewer are run if they are slow, and none on simulated machines
         * @return a description of the steps that were run
         */
        String run(int most) {
            if (most > 0 && !VirtualTime.isOn(shmem)) {
                double latest = shmem.time() + small.rehearsalSeconds();
                KernelHeap heap = new KernelHeap(shmem);
                Kernel kernel = small.kernel(heap, transfer, new PhaseTimers(shmem, facts.phases()));
                do {
                    repeat(kernel, most);
                } while (done < most && allGather.max(shmem.time() - latest) < 0);
                heap.free();
            }
            return done == 0 ? "none" : done + " untimed " + facts.unit() + " of " + facts.size();
        }

        private void repeat(Kernel kernel, int most) {
            kernel.reset();
            shmem.barrierAll();
            kernel.begin();
            for (int step = 1; step <= Math.min(BATCH, small.steps()) && done < most; step++) {
                kernel.step(step);
                done++;
            }
            kernel.finish();
        }
    }
}
