// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import java.lang.foreign.MemorySegment;

/** Another PE's cells for bulk loads: its memory where it is mapped, else a view, which a simulated machine charges. */
final class CellView {
    /** The other PE's memory, null where it is not mapped. */
    final MemorySegment mapped;
    private final MemorySegment memory;
    private final DoubleView mine;
    private final DoubleView theirs;

    CellView(Shmem shmem, SymmetricDoubles array, int pe) {
        boolean real = shmem.ptr(array, shmem.myPe()) != null;
        mapped = real ? shmem.ptr(array, pe) : null;
        memory = array.local();
        mine = shmem.view(array, shmem.myPe());
        theirs = shmem.view(array, pe);
    }

    /** Copies bytes from the other PE's memory to this PE's. */
    void read(long from, long to, long bytes) {
        if (mapped != null) {
            MemorySegment.copy(mapped, from, memory, to, bytes);
        } else {
            mine.copy(to / Double.BYTES, theirs, from / Double.BYTES, bytes / Double.BYTES);
        }
    }
}
