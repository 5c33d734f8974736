// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.AllGather;
import io.shmem4j.nas.npb.PhaseTimers;

/**
 * Each PE has cells of the grid, see {@link CellGrid}. There is no barrier in a step, see {@link CellExchange.Step}.
 */
public final class Multipartition implements DecompositionKind.Steps {
    private final Shmem shmem;
    private final AllGather allGather;
    private final Cells cells;
    private final CellExchange.Step step;

    /**
     * Collective.
     *
     * @param exchange how numbers move between them
     */
    public Multipartition(Shmem shmem, FlowConstants c, CellScheme scheme, CellExchange exchange,
        PhaseTimers<FlowProblem.Phase> timers, AllGather allGather) {
        this.shmem = shmem;
        this.allGather = allGather;
        cells = new Cells(shmem, c, scheme, exchange, !shmem.simulated());
        step = exchange.step(shmem, cells, timers, !shmem.simulated());
        cells.fill(true);
        shmem.barrierAll();
        step.exchangeGhosts();
        for (int cell = 0; cell < cells.grid.p; cell++) {
            cells.force(cell);
        }
    }

    /**
     * {@return bytes of symmetric heap that a PE needs}
     *
     * @param n        points along each edge of the grid
     * @param exchange how numbers move between them
     * @param mapped   whether memory of other PEs is mapped
     */
    public static long bytes(int n, CellScheme scheme, CellExchange exchange, int pes, boolean mapped) {
        return Cells.bytes(n, scheme, exchange, pes, mapped);
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
    public FlowLines.Norms norms() {
        double[] sums = new double[2 * FlowConstants.UNKNOWNS];
        step.exchangeGhosts();
        for (int cell = 0; cell < cells.grid.p; cell++) {
            cells.computeRhs(cell, false);
            cells.addSquares(cell, sums);
        }
        return FlowLines.Norms.of(allGather.sum(sums), cells.c.n, cells.c.dt);
    }

    @Override
    public void free() {
        step.free();
        shmem.free(cells.store.array);
    }
}
