// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import io.shmem4j.Shmem;

/** The ways to move numbers between cells, named as on the command line. */
enum SpTransfer {
    /** Put with signal. */
    PUTGET,
    /** Signal, then get. */
    GET,
    /** The same with a copy through a pointer for the get. */
    POINTER,
    /** Load and store. */
    DIRECT;

    CellStore store(Shmem shmem, CellGrid grid, SpLayout layout, int lanes) {
        long tiles = CellStore.tiles(grid.size(0), lanes);
        long rows = 2L * LineTiles.QUANTITIES * Double.BYTES * lanes;
        long uppers = 2L * LineTiles.UPPER * Double.BYTES * lanes;
        return new CellStore(shmem, grid, layout, lanes, switch (this) {
            case PUTGET -> PutGetTransfer.messages(grid, tiles, rows, uppers);
            case GET, POINTER -> GetTransfer.messages(grid, tiles, rows, uppers);
            case DIRECT -> DirectTransfer.messages(grid, tiles, rows);
        });
    }

    CellTransfer transfer(Shmem shmem, CellGrid grid, CellStore store) {
        return switch (this) {
            case PUTGET -> new PutGetTransfer(shmem, grid, store);
            case GET -> new GetTransfer(shmem, grid, store, false);
            case POINTER -> new GetTransfer(shmem, grid, store, true);
            case DIRECT -> new DirectTransfer(shmem, grid, store);
        };
    }
}
