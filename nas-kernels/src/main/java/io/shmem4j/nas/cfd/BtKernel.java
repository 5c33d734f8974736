// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.AllGather;
import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Transfer;
import java.util.Map;

/** This PE's part of the steps, in slabs or in cells. */
final class BtKernel implements Kernel {
    private final DecompositionKind kind;
    private final AllGather allGather;
    private final DecompositionKind.Steps grid;

    BtKernel(Shmem shmem, BtProblem problem, Transfer transfer, PhaseTimers<FlowProblem.Phase> timers) {
        kind = problem.kind(transfer, shmem.nPes());
        allGather = new AllGather(shmem, 2 * FlowConstants.UNKNOWNS);
        FlowConstants c = problem.constants();
        grid = kind == DecompositionKind.SLAB ? new BtSlab(shmem, c, transfer, timers, allGather)
            : new Multipartition(shmem, c, new BtCells(), BtProblem.exchange(transfer), timers, allGather);
    }

    @Override
    public void reset() {
        grid.initialize();
    }

    @Override
    public void begin() {
        // The first state is there.
    }

    @Override
    public void step(int step) {
        grid.step();
    }

    @Override
    public double[] finish() {
        return new double[0];
    }

    @Override
    public double[] verified(double... finished) {
        return grid.norms().with();
    }

    @Override
    public Map<String, String> variant() {
        return Map.of("Decomposition", kind.word());
    }

    @Override
    public void free() {
        grid.free();
        allGather.free();
    }
}
