// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import io.shmem4j.Shmem;
import io.shmem4j.nas.cfd.Decomposition;
import io.shmem4j.nas.cfd.FlowConstants;
import io.shmem4j.nas.cfd.FlowPhase;
import io.shmem4j.nas.cfd.cells.CellExchange;
import io.shmem4j.nas.cfd.cells.DecompositionKind;
import io.shmem4j.nas.cfd.cells.Multipartition;
import io.shmem4j.nas.npb.AllGather;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.sp.cells.SpCells;
import io.shmem4j.nas.sp.problem.SpProblem;
import io.shmem4j.nas.sp.slab.Slab;

/**
 * A way to deal SP's grid to the PEs.
 *
 * @param kind     slabs or cells
 * @param transfer how numbers of other PEs move
 */
record SpDeal(DecompositionKind kind, CellExchange transfer) {
    /**
     * {@return bytes of symmetric heap that a PE needs}
     *
     * @param mapped whether memory of other PEs is mapped
     */
    long bytes(SpProblem problem, int pes, boolean mapped) {
        return kind == DecompositionKind.SLAB ? Slab.bytes(problem.n(), pes, mapped)
            : Multipartition.bytes(problem.n(), new SpCells(), transfer, pes, mapped);
    }

    /** {@return a problem dealt out this way}; collective */
    Decomposition of(SpProblem problem, Shmem shmem, PhaseTimers<FlowPhase> timers, AllGather allGather) {
        return kind == DecompositionKind.SLAB ? new Slab(shmem, problem, timers, allGather)
            : new Multipartition(shmem, new FlowConstants(problem.n(), problem.dt()), new SpCells(), transfer, timers,
                allGather);
    }
}
