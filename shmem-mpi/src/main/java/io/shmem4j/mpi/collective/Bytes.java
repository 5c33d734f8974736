// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.collective;

import io.shmem4j.mpi.data.Data;
import io.shmem4j.mpi.message.Part;
import java.lang.foreign.MemorySegment;

/**
 * The bytes of a part without gaps: the part's own memory, or a copy.
 *
 * @param part   the part
 * @param memory the memory
 * @param start  offset of the bytes in it
 * @param length their number
 * @param copied whether it is a copy
 */
record Bytes(Part part, MemorySegment memory, long start, long length, boolean copied) {
    static Bytes of(Part part) {
        long length = part.count() * part.layout().size;
        if (length == 0) {
            return new Bytes(part, MemorySegment.NULL, 0, 0, false);
        }
        return Data.isPlain(part.buffer(), part.layout())
            ? new Bytes(part, Data.segment(part.buffer()), (long) part.offset() * Data.unit(part.buffer()), length,
                false)
            : new Bytes(part, MemorySegment.ofArray(part.message()), 0, length, true);
    }

    /** Copies bytes from a place on to a stage. */
    void give(long from, MemorySegment stage, long at, long count) {
        MemorySegment.copy(memory, start + from, stage, at, count);
    }

    /** Takes bytes from a stage, as far as there is room. */
    void take(long to, MemorySegment stage, long at, long count) {
        if (to < length) {
            MemorySegment.copy(stage, at, memory, start + to, Math.min(count, length - to));
        }
    }

    /** Stores the bytes that have been taken in the part. */
    void finish(long taken) {
        if (copied) {
            Data.unpack(memory, 0, Math.min(taken, length), part.buffer(), part.offset(), part.layout());
        }
    }
}
