// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import io.shmem4j.Shmem;
import io.shmem4j.nas.cfd.FlowPhase;
import io.shmem4j.nas.npb.Everyone;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.sp.cells.CellGrid;
import io.shmem4j.nas.sp.cells.Cells;
import io.shmem4j.nas.sp.cells.Multipartition;
import io.shmem4j.nas.sp.cells.SpTransfer;
import io.shmem4j.nas.sp.problem.Decomposition;
import io.shmem4j.nas.sp.problem.SpProblem;
import io.shmem4j.nas.sp.slab.Slab;

/** The ways to deal the grid to PEs, named as on the command line. */
enum DecompositionKind {
    /** Cells on diagonals, for square numbers of PEs. */
    MULTIPARTITION,
    /** Planes, for any number of PEs. */
    SLAB;

    /** {@return whether a number of PEs can deal a grid out this way} */
    boolean suits(SpProblem problem, int pes) {
        return this == SLAB ? pes <= problem.n() - 2 : CellGrid.root(problem.n(), pes) > 0;
    }

    /**
     * {@return bytes of symmetric heap that a PE needs}
     *
     * @param mapped whether memory of other PEs is mapped
     */
    long bytes(SpProblem problem, SpTransfer transfer, int pes, boolean mapped) {
        return this == SLAB ? Slab.bytes(problem.n(), pes, mapped)
            : Cells.bytes(problem, transfer, pes, mapped);
    }

    /** {@return a problem dealt out this way}; collective */
    Decomposition of(SpProblem problem, SpTransfer transfer, Shmem shmem, PhaseTimers<FlowPhase> timers,
        Everyone everyone) {
        return this == SLAB ? new Slab(shmem, problem, timers, everyone)
            : new Multipartition(shmem, problem, timers, everyone, transfer);
    }
}
