// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Transfer;

/** Each PE has cells of the grid, see {@link CellGrid}. There is no barrier in a step. */
abstract class Multipartition extends FlowGrid {
    final PhaseTimers timers;
    final Cells cells;
    final CellGrid grid;

    Multipartition(KernelHeap heap, Cells cells, PhaseTimers timers) {
        super(heap, cells.c, DecompositionKind.MULTIPARTITION);
        this.cells = cells;
        this.timers = timers;
        grid = cells.grid;
    }

    /** {@return a kernel whose forcing is set}; collective */
    static Multipartition of(KernelHeap heap, FlowConstants c, LineSystem system, Transfer transfer,
        PhaseTimers timers) {
        Cells cells = new Cells(heap, c, system, transfer);
        Multipartition kernel = transfer == Transfer.DIRECT ? new ColumnStep(heap, cells, timers)
            : new SweepStep(heap, cells, transfer, timers);
        cells.fill(true);
        heap.shmem.barrierAll();
        kernel.exchangeGhosts();
        for (int cell = 0; cell < cells.grid.p; cell++) {
            cells.force(cell);
        }
        return kernel;
    }

    /** {@return bytes that steps take up beside the cells} */
    static long bytes(Transfer transfer, LineSystem system, CellGrid grid, FlowLayout layout, boolean mapped) {
        if (transfer == Transfer.DIRECT) {
            return system.bytes(grid.n) + (mapped ? 0 : Column.bytes(grid, layout));
        }
        return system.sweepBytes(grid, layout) + CellTransfer.bytes(transfer, system, grid);
    }

    /** Brings the ghosts of all cells up to date; collective. */
    abstract void exchangeGhosts();

    @Override
    public final void reset() {
        // The barrier before is for neighbours that still load the ghosts of what is overwritten.
        shmem.barrierAll();
        cells.fill(false);
        shmem.barrierAll();
    }

    @Override
    final double[] squares() {
        double[] sums = new double[2 * FlowConstants.UNKNOWNS];
        exchangeGhosts();
        for (int cell = 0; cell < grid.p; cell++) {
            cells.computeRhs(cell, false);
            cells.addSquares(cell, sums);
        }
        return sums;
    }
}
