// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Fault;

/**
 * Symmetric allocation, {@code shmem_malloc} and its relatives: arrays of every element type, signals and locks.
 *
 * <p>Allocating, resizing and {@linkplain Symmetric#free freeing} are collective over all PEs. All PEs pass the same
 * arguments; if these differ, every PE gets an exception that names both call sites.
 */
public sealed interface Allocation permits Shmem {
    /** {@return a new signal, 0 on all PEs} */
    default Signal allocateSignal() {
        return ((Shmem) this).heap.whole(heap -> new Signal(new SymmetricLongs(heap.words(1, "Signal"), 1)));
    }

    /** {@return new signals side by side, 0 on all PEs} @params @param count number of signals @throws room,
     * mismatch */
    default Signals allocateSignals(int count) {
        return ((Shmem) this).heap.whole(heap -> new Signals(new SymmetricLongs(heap.words(count, "Signal"), count)));
    }

    /** {@return a new lock, which no PE owns} */
    default ShmemLock allocateLock() {
        return ((Shmem) this).heap.whole(heap -> new ShmemLock(new SymmetricLongs(heap.words(1, "ShmemLock"), 1)));
    }

//#types: 3
    /**
     * {@return a new symmetric array, all zero ({@code shmem_calloc}, {@code shmem_malloc_with_hints})} Ends with a
     * barrier.
     *
     * @params
     * @param length number of elements; 0 gives an empty array without a barrier
     * @param hints the expected use
     * @throws room, mismatch
     */
    default SymmetricLongs allocateLongs(long length, AllocationHint... hints) {
        return new SymmetricLongs(((Shmem) this).heap.block(length, 3, "SymmetricLongs", hints), length);
    }

    /** {@return a new symmetric array, all zero, at an aligned address ({@code shmem_align})} Ends with a barrier.
     * @params @param alignment bytes, a power of two up to 2 MiB @throws room, mismatch */
    default SymmetricLongs allocateLongs(long length, long alignment) {
        return new SymmetricLongs(((Shmem) this).heap.block(length, 3, alignment, "SymmetricLongs"), length);
    }

    /**
     * Resizes a symmetric array, {@code shmem_realloc}; barriers on entry and exit. The old handle and its slices are
     * freed. If the heap has no room, all PEs get a {@link io.shmem4j.error.HeapExhaustedException} and keep the old
     * array.
     *
     * @params
     * @param old the whole array, null to allocate
     * @param length number of elements; 0 to free
     * @return the array, with the old elements that fit, followed by zeros
     * @throws room, mismatch
     */
    default SymmetricLongs reallocate(SymmetricLongs old, long length) {
        return old == null ? allocateLongs(length)
            : new SymmetricLongs(((Shmem) this).heap.resized(old, length), length);
    }

    /** {@return a view of a PE's copy of a symmetric array, for loads and stores on any backend} @params @param object
     * the symmetric array @throws room, mismatch */
    default LongView view(SymmetricLongs object, int pe) {
        int target = ((Shmem) this).reach(pe);
        return new LongView(target, Fault.required(object, "object"));
    }

//#done
}
