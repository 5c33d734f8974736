// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.cells;

import io.shmem4j.Shmem;
import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.FlowPhase;
import io.shmem4j.nas.npb.PhaseTimers;

/** The ways to move numbers between cells, named as on the command line. */
public enum SpTransfer {
    /** Put with signal. */
    PUTGET,
    /** Signal, then get. */
    GET,
    /** The same with a copy through a pointer for the get. */
    POINTER,
    /** Load and store: systems are solved from end to end, in whichever PEs' memory they lie. */
    DIRECT;

    /** {@return bytes that a step of the multipartition takes up beside the cells} */
    long bytes(CellGrid grid, FlowLayout layout, boolean mapped) {
        return switch (this) {
            case PUTGET -> KeptTiles.bytes(grid, layout) + PutGetTransfer.messages(grid);
            case GET, POINTER -> KeptTiles.bytes(grid, layout) + GetTransfer.messages(grid);
            case DIRECT -> ColumnStep.bytes(grid, layout, mapped);
        };
    }

    /** {@return the time step of the multipartition} */
    CellStep step(Shmem shmem, Cells cells, PhaseTimers<FlowPhase> timers, boolean mapped) {
        if (this == DIRECT) {
            return new ColumnStep(shmem, cells, timers, mapped);
        }
        KeptTiles kept = new KeptTiles(cells.grid, cells.store);
        CellTransfer messages = this == PUTGET ? new PutGetTransfer(shmem, cells.grid, kept)
            : new GetTransfer(shmem, cells.grid, kept, this == POINTER);
        return new SweepStep(cells, kept, messages, timers);
    }
}
