// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.NpbRandom;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.ProblemTable;
import io.shmem4j.nas.npb.Share;
import io.shmem4j.nas.npb.Totals;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.sim.time.WorkKind;

/**
 * A class of EP.
 *
 * @param logPairs log2 of the number of pairs
 * @param sumX     reference of the sum of first deviates
 * @param sumY     reference of the sum of second deviates
 */
public record EpProblem(NpbClass npbClass, int logPairs, double sumX, double sumY) implements KernelProblem {
    /** Initial state. */
    static final long SEED = 271_828_183;
    /** Pairs of a batch; small, so that the loop is called often and compiled. */
    static final int BATCH = 1 << 12;
    /** Iterations, among which a PE's batches are divided. */
    private static final int STEPS = 16;
    private static final double EPSILON = 1e-8;
    private static final long HEAP = 1 << 14;

    public static EpProblem of(NpbClass npbClass) {
        double[] row = ProblemTable.row("EP", npbClass);
        return new EpProblem(npbClass, (int) row[0], row[1], row[2]);
    }

    int batches() {
        return (int) ((1L << logPairs) / BATCH);
    }

    @Override
    public Facts facts() {
        long numbers = 2L << logPairs;
        return new Facts("EP", Long.toString(numbers), 1e-6 * numbers, "random numbers generated", "iterations",
            Phase.PAIRS, Phase.REDUCTION);
    }

    @Override
    public int steps() {
        return STEPS;
    }

    @Override
    public int mostPes() {
        return batches();
    }

    @Override
    public long bytes(Transfer transfer, int pes) {
        return HEAP;
    }

    @Override
    public Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers) {
        return new Deviates(heap, this, transfer, timers);
    }

    @Override
    public boolean right(double... values) {
        return KernelProblem.close(values[0], sumX, EPSILON) && KernelProblem.close(values[1], sumY, EPSILON);
    }

    /** This PE's batches. */
    private static final class Deviates implements Kernel {
        /** Cost of a pair on a simulated machine, with its logarithm and root. */
        private static final long OPERATIONS = 60;

        private final Shmem shmem;
        private final Transfer transfer;
        private final PhaseTimers timers;
        private final int first;
        /** Division of the batches into steps. */
        private final Share parts;
        private final Totals totals;
        private final PairLoop loop = new PairLoop();

        Deviates(KernelHeap heap, EpProblem problem, Transfer transfer, PhaseTimers timers) {
            shmem = heap.shmem;
            this.transfer = transfer;
            this.timers = timers;
            Share batches = new Share(problem.batches(), shmem.nPes());
            first = (int) batches.from(shmem.myPe());
            parts = new Share(batches.size(shmem.myPe()), problem.steps());
            totals = new Totals(heap, PairLoop.NUMBERS);
        }

        @Override
        public void reset() {
            loop.clear();
        }

        @Override
        public void step(int step) {
            for (long batch = parts.from(step - 1); batch < parts.from(step); batch++) {
                loop.batch(new NpbRandom(EpProblem.SEED, 2L * EpProblem.BATCH * (first + batch)).state());
            }
            VirtualTime.work(shmem, WorkKind.SCALAR, OPERATIONS * EpProblem.BATCH * parts.size(step - 1));
            timers.lap(Phase.PAIRS);
        }

        @Override
        public double[] finish() {
            double[] numbers = loop.numbers();
            if (transfer == Transfer.PUTGET) {
                totals.sum(numbers, 0, 1);
                totals.sum(numbers, 1, 1);
                totals.sum(numbers, 2, PairLoop.ANNULI);
            } else {
                totals.sum(numbers, 0, numbers.length);
            }
            timers.lap(Phase.REDUCTION);
            return numbers;
        }
    }
}
