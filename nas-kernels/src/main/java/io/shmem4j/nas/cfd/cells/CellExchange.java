// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd.cells;

import io.shmem4j.Shmem;
import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.FlowPhase;
import io.shmem4j.nas.npb.PhaseTimers;
import java.util.Locale;

/** The ways to move numbers between cells, named as on the command line. */
public enum CellExchange {
    /** Put with signal. */
    PUTGET,
    /** Signal, then get. */
    GET,
    /** The same with a copy through a pointer for the get. */
    POINTER,
    /** Load and store: systems are solved from end to end, in whichever PEs' memory they lie. */
    DIRECT;

    /** {@return its name on the command line} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return bytes that a step of the multipartition takes up beside the cells} */
    long bytes(CellScheme scheme, CellGrid grid, FlowLayout layout, boolean mapped) {
        TileMessages tiles = TileMessages.of(scheme, grid);
        return switch (this) {
            case PUTGET -> scheme.sweepBytes(grid, layout) + PutGetTransfer.messages(grid, tiles);
            case GET, POINTER -> scheme.sweepBytes(grid, layout) + GetTransfer.messages(grid, tiles);
            case DIRECT -> ColumnStep.bytes(scheme, grid, layout, mapped);
        };
    }

    /** {@return the time step of the multipartition} */
    CellStep step(Shmem shmem, Cells cells, PhaseTimers<FlowPhase> timers, boolean mapped) {
        if (this == DIRECT) {
            return new ColumnStep(shmem, cells, timers, mapped);
        }
        TileMessages tiles = TileMessages.of(cells.scheme, cells.grid);
        return new SweepStep(cells, this == PUTGET ? new PutGetTransfer(shmem, cells, tiles)
            : new GetTransfer(shmem, cells, tiles, this == POINTER), timers);
    }
}
