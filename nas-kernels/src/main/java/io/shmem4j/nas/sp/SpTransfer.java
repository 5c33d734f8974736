// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import io.shmem4j.Shmem;

/** The ways to move numbers between cells, named as on the command line. */
enum SpTransfer {
    /** Put with signal. */
    PUTGET,
    /** Load and store. */
    DIRECT;

    CellStore store(Shmem shmem, CellGrid grid, SpLayout layout, int lanes) {
        long tiles = (grid.size(0) + lanes - 1L) / lanes * grid.size(0);
        long rows = 2L * LineTiles.QUANTITIES * Double.BYTES * lanes;
        long uppers = 2L * LineTiles.UPPER * Double.BYTES * lanes;
        return new CellStore(shmem, grid, layout, lanes, this == DIRECT ? DirectTransfer.messages(grid, tiles, rows)
            : PutGetTransfer.messages(grid, tiles, rows, uppers));
    }

    CellTransfer transfer(Shmem shmem, CellGrid grid, CellStore store) {
        return this == DIRECT ? new DirectTransfer(shmem, grid, store) : new PutGetTransfer(shmem, grid, store);
    }
}
