// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.cells;

import io.shmem4j.Shmem;
import io.shmem4j.nas.cfd.FlowConstants;
import io.shmem4j.nas.cfd.FlowNorms;
import io.shmem4j.nas.cfd.FlowPhase;
import io.shmem4j.nas.npb.Everyone;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.sp.problem.Decomposition;
import io.shmem4j.nas.sp.problem.SpProblem;

/** Each PE has cells of the grid, see {@link CellGrid}. There is no barrier in a step, see {@link CellStep}. */
public final class Multipartition implements Decomposition {
    private final Shmem shmem;
    private final Everyone everyone;
    private final Cells cells;
    private final CellStep step;

    public Multipartition(Shmem shmem, SpProblem problem, PhaseTimers<FlowPhase> timers, Everyone everyone,
        SpTransfer transfer) {
        this.shmem = shmem;
        this.everyone = everyone;
        cells = new Cells(shmem, problem, transfer, everyone.mapped());
        step = transfer.step(shmem, cells, timers, everyone.mapped());
        cells.fill(true);
        shmem.barrierAll();
        step.exchangeGhosts();
        for (int cell = 0; cell < cells.grid.p; cell++) {
            cells.force(cell);
        }
    }

    @Override
    public void initialize() {
        // The barrier before is for neighbours that still load the ghosts of what is overwritten.
        shmem.barrierAll();
        cells.fill(false);
        shmem.barrierAll();
    }

    @Override
    public void step() {
        step.run();
    }

    @Override
    public FlowNorms norms() {
        double[] sums = new double[2 * FlowConstants.UNKNOWNS];
        step.exchangeGhosts();
        for (int cell = 0; cell < cells.grid.p; cell++) {
            cells.computeRhs(cell, false);
            cells.addSquares(cell, sums);
        }
        return FlowNorms.of(everyone.sum(sums), cells.c.n, cells.c.dt);
    }

    @Override
    public void free() {
        step.free();
        shmem.free(cells.store.array);
    }
}
