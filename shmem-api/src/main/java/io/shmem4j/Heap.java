// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Allocations;
import io.shmem4j.engine.Block;
import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.spi.JobMemory;
import java.util.function.Function;

/** The part of {@link Allocation} common to all element types: checks arguments and allocates blocks. */
final class Heap {
    private static final long WORD = Allocations.WORD;
    private static final long LINE = 128;

    private final Shmem shmem;

    Heap(Shmem shmem) {
        this.shmem = shmem;
    }

    Block block(long length, int shift, String type, AllocationHint... hints) {
        return block(length, shift, Fault.required(hints, "hints").length == 0 ? WORD : LINE, type);
    }

    Block block(long length, int shift, long alignment, String type) {
        shmem.requireOpen();
        if (Long.bitCount(alignment) != 1 || alignment < 0) {
            throw new IllegalArgumentException(Fault.where() + ": the alignment is " + alignment
                + "; alignments are powers of two");
        }
        if (alignment > JobMemory.alignment()) {
            throw new IllegalArgumentException(Fault.where() + ": the alignment is " + alignment
                + "; addresses can be aligned to " + JobMemory.alignment() + " at most");
        }
        return shmem.library.allocations().allocate(bytes(length, shift), Math.max(alignment, WORD), type);
    }

    /** {@return an object around an array} */
    <T> T whole(Function<Heap, T> made) {
        return shmem.library.allocations().whole(() -> made.apply(this));
    }

    /** {@return a block of words for synchronization, alone in its cache lines} */
    Block words(long count, String type) {
        return block(count, 3, LINE, type);
    }

    Block resized(Symmetric old, long length) {
        shmem.requireOpen();
        requireWhole(old);
        Allocations allocations = shmem.library.allocations();
        int shift = Integer.numberOfTrailingZeros(old.elementBytes());
        if (old.block.bytes == 0) {
            return allocations.allocate(bytes(length, shift), old.block.alignment, old.block.type);
        }
        if (length == 0) {
            allocations.free(old.block);
            return allocations.allocate(0, old.block.alignment, old.block.type);
        }
        return allocations.reallocate(old.block, bytes(length, shift));
    }

    static void free(Symmetric object) {
        requireWhole(object);
        if (Check.FULL) {
            object.block.library().checkThread();
        }
        object.block.library().allocations().free(object.block);
    }

    static void close(Symmetric object) {
        if (!object.block.freed) {
            if (Check.FULL) {
                object.block.library().checkThread();
            }
            requireWhole(object);
            object.block.library().allocations().close(object.block);
        }
    }

    private static long bytes(long length, int shift) {
        if (length < 0 || length > Long.MAX_VALUE >> shift + 1) {
            throw new IllegalArgumentException(Fault.where() + ": the length is " + length + "; lengths are 0 to "
                + (Long.MAX_VALUE >> shift + 1));
        }
        return length << shift;
    }

    private static void requireWhole(Symmetric object) {
        object.address(0, 0);
        if (object.offset != object.block.offset || object.byteSize() != object.block.bytes) {
            throw new IllegalArgumentException(Fault.where() + ": this is a slice of " + object.block
                + "; only the whole object can be freed or resized");
        }
    }
}
