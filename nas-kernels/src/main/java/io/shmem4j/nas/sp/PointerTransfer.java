// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import io.shmem4j.DoubleView;
import io.shmem4j.LongView;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import java.util.HashMap;
import java.util.Map;

/**
 * As by put with signal, but what was gathered goes to the neighbour by a copy through a pointer, and the signal is a
 * store behind it: the calls of a put and get program replaced one by one, and nothing else. Each pointer is asked for
 * once.
 */
final class PointerTransfer extends PutGetTransfer {
    private final Map<Integer, DoubleView> cells = new HashMap<>();
    /** By signal; each has one receiver. */
    private final Map<Signal, LongView> signals = new HashMap<>();

    PointerTransfer(Shmem shmem, CellGrid grid, CellStore store) {
        super(shmem, grid, store);
    }

    @Override
    void send(long target, long from, long bytes, Signal signal, long number, int pe) {
        DoubleView there = cells.computeIfAbsent(pe, neighbour -> shmem.view(store.array, neighbour));
        there.copy(store.index(target), mine, store.index(from), bytes / Double.BYTES);
        signals.computeIfAbsent(signal, its -> shmem.view(its.word(), pe)).setRelease(0, number);
    }
}
