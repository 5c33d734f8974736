// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Transfer;

/** Each PE has cells of the grid, see {@link CellGrid}. There is no barrier in a step, see {@link CellStep}. */
final class Multipartition extends FlowGrid {
    private final Cells cells;
    private final CellStep step;

    Multipartition(KernelHeap heap, FlowConstants c, CellScheme scheme, Transfer transfer, PhaseTimers timers) {
        super(heap, c, DecompositionKind.MULTIPARTITION);
        cells = new Cells(heap, c, scheme, transfer);
        step = CellStep.of(transfer, heap, cells, timers);
        cells.fill(true);
        shmem.barrierAll();
        step.exchangeGhosts();
        for (int cell = 0; cell < cells.grid.p; cell++) {
            cells.force(cell);
        }
    }

    @Override
    public void reset() {
        // The barrier before is for neighbours that still load the ghosts of what is overwritten.
        shmem.barrierAll();
        cells.fill(false);
        shmem.barrierAll();
    }

    @Override
    public void step(int number) {
        step.run();
    }

    @Override
    double[] squares() {
        double[] sums = new double[2 * FlowConstants.UNKNOWNS];
        step.exchangeGhosts();
        for (int cell = 0; cell < cells.grid.p; cell++) {
            cells.computeRhs(cell, false);
            cells.addSquares(cell, sums);
        }
        return sums;
    }
}
