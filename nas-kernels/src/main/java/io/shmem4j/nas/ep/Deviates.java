// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ep;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.NpbRandom;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Share;
import io.shmem4j.nas.npb.Totals;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.work.WorkKind;

/** This PE's batches. */
final class Deviates implements Kernel {
    /** Cost of a pair on a simulated machine, with its logarithm and root. */
    private static final long OPERATIONS = 60;

    private final Shmem shmem;
    private final Transfer transfer;
    private final PhaseTimers timers;
    private final int first;
    /** How this PE's batches are dealt to the steps. */
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
        shmem.work(WorkKind.SCALAR, OPERATIONS * EpProblem.BATCH * parts.size(step - 1));
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
