// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.AllGather;
import io.shmem4j.nas.npb.PhaseTimers;

/** A way to deal SP's grid to the PEs. */
record SpDeal(DecompositionKind kind, CellExchange transfer) {
    /**
     * {@return bytes of symmetric heap that a PE needs}
     *
     * @param mapped whether memory of other PEs is mapped
     */
    long bytes(SpProblem problem, int pes, boolean mapped) {
        return kind == DecompositionKind.SLAB ? SpSlab.bytes(problem.n(), pes, mapped)
            : Multipartition.bytes(problem.n(), new SpCells(), transfer, pes, mapped);
    }

    /** {@return a problem dealt out this way}; collective */
    DecompositionKind.Steps of(SpProblem problem, Shmem shmem, PhaseTimers<FlowProblem.Phase> timers,
        AllGather allGather) {
        return kind == DecompositionKind.SLAB ? new SpSlab(shmem, problem, timers, allGather)
            : new Multipartition(shmem, new FlowConstants(problem.n(), problem.dt()), new SpCells(), transfer, timers,
                allGather);
    }
}
