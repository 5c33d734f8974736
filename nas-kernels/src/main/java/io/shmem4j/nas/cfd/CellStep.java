// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Transfer;

/** A time step of the multipartition, by messages or by loads and stores. All methods are collective. */
abstract class CellStep {
    /** Brings the ghosts of all cells up to date. */
    abstract void exchangeGhosts();

    abstract void run();

    /** {@return bytes that a step takes up beside the cells} */
    static long bytes(Transfer transfer, CellScheme scheme, CellGrid grid, FlowLayout layout, boolean mapped) {
        if (transfer == Transfer.DIRECT) {
            return ColumnStep.bytes(scheme, grid, layout, mapped);
        }
        return scheme.sweepBytes(grid, layout) + CellTransfer.bytes(transfer, scheme, grid);
    }

    static CellStep of(Transfer transfer, KernelHeap heap, Cells cells, PhaseTimers timers) {
        return transfer == Transfer.DIRECT ? new ColumnStep(heap, cells, timers)
            : new SweepStep(cells, CellTransfer.of(transfer, heap, cells), timers);
    }
}
