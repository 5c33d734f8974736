// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.nas.npb.Ram;
import java.lang.foreign.MemorySegment;

/** Another PE's cells for bulk loads: its memory where it is mapped, else a view, which a simulated machine charges. */
final class CellView {
    private final boolean mapped;
    /** From an address on this PE to that of the same number on the other one, where it is mapped. */
    private final long away;
    private final CellStore store;
    private final DoubleView mine;
    private final DoubleView theirs;

    CellView(Shmem shmem, CellStore store, int pe) {
        SymmetricDoubles array = store.array;
        this.store = store;
        MemorySegment real = shmem.ptr(array, shmem.myPe());
        MemorySegment there = real == null ? null : shmem.ptr(array, pe);
        mapped = there != null;
        away = mapped ? there.address() - real.address() : 0;
        mine = shmem.view(array, shmem.myPe());
        theirs = shmem.view(array, pe);
    }

    /** Copies bytes from the other PE's memory, from where {@code from} is on this PE. */
    void read(long from, long to, long bytes) {
        if (mapped) {
            Ram.move(from + away, to, bytes);
        } else {
            mine.copy(store.index(to), theirs, store.index(from), bytes / Double.BYTES);
        }
    }
}
