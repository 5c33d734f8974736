// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import io.shmem4j.Shmem;

/** The ways to move numbers between cells, named as on the command line. */
enum SpTransfer {
    /** Put with signal. */
    PUTGET,
    /** The same with stores through a pointer. */
    POINTER,
    /** Load and store. */
    DIRECT;

    CellStore store(Shmem shmem, CellGrid grid, SpLayout layout, int lanes) {
        long tiles = CellStore.tiles(grid.size(0), lanes);
        long rows = 2L * LineTiles.QUANTITIES * Double.BYTES * lanes;
        long uppers = 2L * LineTiles.UPPER * Double.BYTES * lanes;
        return new CellStore(shmem, grid, layout, lanes, this == DIRECT ? DirectTransfer.messages(grid, tiles, rows)
            : PutGetTransfer.messages(grid, tiles, rows, uppers));
    }

    CellTransfer transfer(Shmem shmem, CellGrid grid, CellStore store) {
        return switch (this) {
            case PUTGET -> new PutGetTransfer(shmem, grid, store);
            case POINTER -> new PointerTransfer(shmem, grid, store);
            case DIRECT -> new DirectTransfer(shmem, grid, store);
        };
    }
}
