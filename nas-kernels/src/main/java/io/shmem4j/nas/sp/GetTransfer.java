// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers are gathered in this PE's memory, and a signal tells the neighbour, who gets them in one piece: by a call, or
 * by a copy through a pointer, the call replaced and nothing else. Each pointer is asked for once.
 *
 * <p>Gathered numbers have a place of their own for each direction and cell. When this PE gathers there again, one step
 * later, it has received rows that the neighbour sent behind its get: see {@link CellTransfer}.
 */
final class GetTransfer extends PutGetTransfer {
    private final boolean pointer;
    private final boolean charged;
    private final Map<Integer, DoubleView> neighbours = new HashMap<>();

    GetTransfer(Shmem shmem, CellGrid grid, CellStore store, boolean pointer) {
        super(shmem, grid, store);
        this.pointer = pointer;
        charged = shmem.ptr(store.array, shmem.myPe()) == null;
    }

    /** Where memory is not mapped, gathering goes on through a view, because stores to local memory take no lines. */
    @Override
    long gathering(long target) {
        return charged ? out : target;
    }

    @Override
    void send(long target, long from, long bytes, Signal signal, long number, int pe) {
        if (charged) {
            mine.copy(store.index(target), mine, store.index(from), bytes / Double.BYTES);
        }
        shmem.fence();
        shmem.signalSet(signal, number, pe);
    }

    @Override
    long arrived(long message, long bytes, int pe) {
        long count = bytes / Double.BYTES;
        if (pointer) {
            DoubleView there = neighbours.computeIfAbsent(pe, number -> shmem.view(store.array, number));
            mine.copy(store.index(out), there, store.index(message), count);
        } else {
            shmem.get(store.array, store.index(out), store.array, store.index(message), count, pe);
        }
        return out;
    }
}
