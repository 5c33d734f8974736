// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/** Allocation of symmetric {@code $type$}s and pointers to them: a link in the chain of classes that make up {@link Shmem}. */
public abstract sealed class $Types$Heap extends $HeapBefore$ permits $HeapAfter$ {
    $Types$Heap(Library library, int start, int stride, int size) {
        super(library, start, stride, size);
    }

    /**
     * {@return a new symmetric array, all zero}, {@code shmem_calloc}, {@code shmem_malloc_with_hints}; ends with a barrier
     *
     * @param length elements; 0 gives an empty array without a barrier
     * @param hints  how it will be used
     */
    public final Symmetric$Types$ allocate$Types$(long length, AllocationHint... hints) {
        return new Symmetric$Types$(block(length, $shift$, "Symmetric$Types$", hints), length);
    }

    /**
     * {@return a new symmetric array, all zero, at an aligned address}, {@code shmem_align}; ends with a barrier
     *
     * @param length    elements
     * @param alignment bytes, a power of two up to 2 MiB
     */
    public final Symmetric$Types$ allocate$Types$(long length, long alignment) {
        return new Symmetric$Types$(block(length, $shift$, alignment, "Symmetric$Types$"), length);
    }

    /**
     * Resizes a symmetric array, {@code shmem_realloc}; barriers on entry and exit. The old handle and its slices are
     * freed. When there is no room, all PEs get {@link HeapExhaustedException} and the old array stays.
     *
     * @param old    the whole array, null to allocate
     * @param length elements; 0 to free
     * @return the array, with the old elements as far as they fit and zeros behind them
     */
    public final Symmetric$Types$ reallocate(Symmetric$Types$ old, long length) {
        return old == null ? allocate$Types$(length) : new Symmetric$Types$(reblock(old, length), length);
    }

    /**
     * {@return a PE's copy by load and store, on any backend}
     *
     * @param object the symmetric object
     * @param pe     whose copy
     */
    public final $Type$View view(Symmetric$Types$ object, int pe) {
        int target = world(pe);
        return new $Type$View(target, Fault.required(object, "object"));
    }
}
