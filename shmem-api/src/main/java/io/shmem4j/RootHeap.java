// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.spi.JobMemory;

/**
 * Symmetric allocation, what its links for each element type share. All of it is collective over all PEs, with the same
 * arguments everywhere; differing ones are reported with both call sites.
 */
public abstract sealed class RootHeap extends Context permits BytesHeap {
    /** What objects are aligned to where the program asks for no more. */
    static final long WORD = Long.BYTES;
    private static final long LINE = 128;

    RootHeap(Library library, int start, int stride, int size) {
        super(library, start, stride, size);
    }

    final Block block(long length, int shift, String type, AllocationHint... hints) {
        return block(length, shift, Fault.required(hints, "hints").length == 0 ? WORD : LINE, type);
    }

    final Block block(long length, int shift, long alignment, String type) {
        requireOpen();
        if (Long.bitCount(alignment) != 1 || alignment < 0) {
            throw new IllegalArgumentException(Fault.where() + ": an alignment of " + alignment
                + "; alignments are powers of two");
        }
        if (alignment > JobMemory.alignment()) {
            throw new IllegalArgumentException(Fault.where() + ": an alignment of " + alignment
                + "; addresses can be aligned to " + JobMemory.alignment() + " at most");
        }
        return library.allocations().allocate(bytes(length, shift), Math.max(alignment, WORD), type);
    }

    final Block reblock(Symmetric old, long length) {
        requireOpen();
        requireWhole(old);
        int shift = Integer.numberOfTrailingZeros(old.elementBytes());
        if (old.block.bytes == 0) {
            return library.allocations().allocate(bytes(length, shift), old.block.alignment, old.block.type);
        }
        if (length == 0) {
            library.allocations().free(old.block);
            return library.allocations().allocate(0, old.block.alignment, old.block.type);
        }
        return library.allocations().reallocate(old.block, bytes(length, shift));
    }

    private static long bytes(long length, int shift) {
        if (length < 0 || length > Long.MAX_VALUE >> shift + 1) {
            throw new IllegalArgumentException(Fault.where() + ": a length of " + length + " elements");
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

    /**
     * Frees a symmetric object, {@code shmem_free}; starts with a barrier.
     *
     * @param object what an allocation returned; null does nothing
     */
    public final void free(Symmetric object) {
        requireOpen();
        if (object == null) {
            return;
        }
        requireWhole(object);
        library.allocations().free(object.block);
    }

    /** {@return a new signal, 0 on all PEs} */
    public final Signal allocateSignal() {
        return new Signal(new SymmetricLongs(signalBlock(1), 1));
    }

    /**
     * {@return new signals side by side, all 0}; take one with {@link SymmetricLongs#signal}
     *
     * @param count how many
     */
    public final SymmetricLongs allocateSignals(long count) {
        return new SymmetricLongs(signalBlock(count), count);
    }

    /** {@return a new lock, free} */
    public final ShmemLock allocateLock() {
        return new ShmemLock(new SymmetricLongs(block(1, 3, LINE, "ShmemLock"), 1));
    }

    private Block signalBlock(long count) {
        return block(count, 3, LINE, "Signal");
    }
}
