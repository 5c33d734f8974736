// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd.cells;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import java.util.HashMap;
import java.util.Map;

/**
 * What was gathered stays in this PE's memory, and a signal tells the neighbour, who gets it in one piece: by a call,
 * or by a copy through a pointer, the call replaced and nothing else. Each pointer is asked for once.
 *
 * <p>It has a place of its own for each direction and cell. When this PE writes there again, one step later, it has
 * received rows that the neighbour sent behind its get: see {@link CellTransfer}. A copy brings it there, through a
 * view, because a simulated machine does not see stores to local memory.
 */
final class GetTransfer extends PutGetTransfer {
    private final boolean pointer;
    /** What was got last. */
    private final long got;
    private final Map<Integer, DoubleView> neighbours = new HashMap<>();

    GetTransfer(Shmem shmem, Cells cells, TileMessages tiles, boolean pointer) {
        super(shmem, cells, tiles);
        this.pointer = pointer;
        got = store.workspace.piece(longest(grid, tiles));
    }

    /** {@return bytes of all messages} */
    static long messages(CellGrid grid, TileMessages tiles) {
        return PutGetTransfer.messages(grid, tiles) + longest(grid, tiles);
    }

    @Override
    void send(long target, long from, long bytes, Signal signal, long number, int pe) {
        mine.copy(store.index(target), mine, store.index(from), bytes / Double.BYTES);
        shmem.fence();
        shmem.signalSet(signal, number, pe);
    }

    @Override
    long fetch(long message, long bytes, int pe) {
        long count = bytes / Double.BYTES;
        if (pointer) {
            DoubleView there = neighbours.computeIfAbsent(pe, number -> shmem.view(store.array, number));
            mine.copy(store.index(got), there, store.index(message), count);
        } else {
            shmem.get(store.array, store.index(got), store.array, store.index(message), count, pe);
        }
        return got;
    }
}
