// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Messages;
import io.shmem4j.nas.npb.PhaseTimers;
import java.util.Locale;

/** The ways to move numbers between cells, named as on the command line. */
public enum CellExchange {
    PUTGET,
    GET,
    /** The same with a copy through a pointer for the get. */
    POINTER,
    /** Two-sided messages, to compare with. */
    MESSAGES,
    /** Load and store: systems are solved from end to end, in whichever PEs' memory they lie. */
    DIRECT;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return bytes that a step of the multipartition takes up beside the cells} */
    long bytes(CellScheme scheme, CellGrid grid, FlowLayout layout, boolean mapped) {
        CellTransfer.Sizes tiles = CellTransfer.Sizes.of(scheme, grid);
        return switch (this) {
            case PUTGET -> scheme.sweepBytes(grid, layout) + PutGetTransfer.messages(grid, tiles);
            case MESSAGES -> scheme.sweepBytes(grid, layout) + PutGetTransfer.messages(grid, tiles)
                + Messages.bytes(grid.p * grid.p);
            case GET, POINTER -> scheme.sweepBytes(grid, layout) + CellTransfer.ByGet.messages(grid, tiles);
            case DIRECT -> ColumnStep.bytes(scheme, grid, layout, mapped);
        };
    }

    Step step(Shmem shmem, Cells cells, PhaseTimers<FlowProblem.Phase> timers, boolean mapped) {
        if (this == DIRECT) {
            return new ColumnStep(shmem, cells, timers, mapped);
        }
        CellTransfer.Sizes tiles = CellTransfer.Sizes.of(cells.scheme, cells.grid);
        return new SweepStep(cells, switch (this) {
            case PUTGET -> new PutGetTransfer(shmem, cells, tiles);
            case MESSAGES -> new MessageTransfer(shmem, cells, tiles);
            default -> new CellTransfer.ByGet(shmem, cells, tiles, this == POINTER);
        }, timers);
    }

    /** A time step of the multipartition, by messages or by loads and stores. All methods are collective. */
    abstract static class Step {
        /** Brings the ghosts of all cells up to date. */
        abstract void exchangeGhosts();

        abstract void run();

        abstract void free();
    }
}
