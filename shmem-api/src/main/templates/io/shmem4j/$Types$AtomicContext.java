//#types swap
// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/**
 * Atomics on {@code $type$}s: a link in the chain of classes that make up {@link Context}.
 *
 * <p>They are atomic against each other and against waits and tests of the target, on the same type. They are
 * sequentially consistent and complete when they return, the {@code nbi} forms too; their result is defined after
 * {@link #quiet}.
 */
public abstract sealed class $Types$AtomicContext extends $Types$BlockContext permits $AfterAtomic$ {
    $Types$AtomicContext(Library library, int start, int stride, int size) {
        super(library, start, stride, size);
    }

    /**
     * Loads, {@code shmem_$type$_atomic_fetch}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param pe       whose copy
     * @return the value before
     */
    public final $type$ atomicFetch(Symmetric$Types$ target, long index, int pe) {
        return $fromWord$(backend.atomicGet$Word$(world(pe), target.address(index)));
    }

    /**
     * The non-blocking form of {@code atomicFetch}, {@code shmem_$type$_atomic_fetch_nbi}.
     *
     * @param result   gets the value before; in use until {@link #quiet}
     * @param at       its element
     * @param target   the symmetric object
     * @param index    the element
     * @param pe       whose copy
     */
    public final void atomicFetchNbi($type$[] result, int at, Symmetric$Types$ target, long index, int pe) {
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        result[at] = atomicFetch(target, index, pe);
    }

    /**
     * Stores, {@code shmem_$type$_atomic_set}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the value
     * @param pe       whose copy
     */
    public final void atomicSet(Symmetric$Types$ target, long index, $type$ value, int pe) {
        backend.atomicSet$Word$(world(pe), target.address(index), $toWord$(value));
    }

    /**
     * Swaps, {@code shmem_$type$_atomic_swap}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the new value
     * @param pe       whose copy
     * @return the value before
     */
    public final $type$ swap(Symmetric$Types$ target, long index, $type$ value, int pe) {
        return $fromWord$(backend.swap$Word$(world(pe), target.address(index), $toWord$(value)));
    }

    /**
     * The non-blocking form of {@code swap}, {@code shmem_$type$_atomic_swap_nbi}.
     *
     * @param result   gets the value before; in use until {@link #quiet}
     * @param at       its element
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the new value
     * @param pe       whose copy
     */
    public final void swapNbi($type$[] result, int at, Symmetric$Types$ target, long index, $type$ value, int pe) {
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        result[at] = swap(target, index, value, pe);
    }
//#if atomic
    /**
     * Stores a value if the element holds the expected one, {@code shmem_$type$_atomic_compare_swap}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param expected what it must hold
     * @param value    the new value
     * @param pe       whose copy
     * @return the value before
     */
    public final $type$ compareSwap(Symmetric$Types$ target, long index, $type$ expected, $type$ value, int pe) {
        return backend.compareSwap$Word$(world(pe), target.address(index), expected, value);
    }

    /**
     * The non-blocking form of {@code compareSwap}, {@code shmem_$type$_atomic_compare_swap_nbi}.
     *
     * @param result   gets the value before; in use until {@link #quiet}
     * @param at       its element
     * @param target   the symmetric object
     * @param index    the element
     * @param expected what it must hold
     * @param value    the new value
     * @param pe       whose copy
     */
    public final void compareSwapNbi($type$[] result, int at, Symmetric$Types$ target, long index, $type$ expected, $type$ value, int pe) {
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        result[at] = compareSwap(target, index, expected, value, pe);
    }

    /**
     * Adds one, {@code shmem_$type$_atomic_fetch_inc}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param pe       whose copy
     * @return the value before
     */
    public final $type$ fetchInc(Symmetric$Types$ target, long index, int pe) {
        return backend.fetchAdd$Word$(world(pe), target.address(index), 1);
    }

    /**
     * The non-blocking form of {@code fetchInc}, {@code shmem_$type$_atomic_fetch_inc_nbi}.
     *
     * @param result   gets the value before; in use until {@link #quiet}
     * @param at       its element
     * @param target   the symmetric object
     * @param index    the element
     * @param pe       whose copy
     */
    public final void fetchIncNbi($type$[] result, int at, Symmetric$Types$ target, long index, int pe) {
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        result[at] = fetchInc(target, index, pe);
    }

    /**
     * Adds one, {@code shmem_$type$_atomic_inc}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param pe       whose copy
     */
    public final void inc(Symmetric$Types$ target, long index, int pe) {
        backend.fetchAdd$Word$(world(pe), target.address(index), 1);
    }

    /**
     * Adds, {@code shmem_$type$_atomic_fetch_add}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the addend
     * @param pe       whose copy
     * @return the value before
     */
    public final $type$ fetchAdd(Symmetric$Types$ target, long index, $type$ value, int pe) {
        return backend.fetchAdd$Word$(world(pe), target.address(index), value);
    }

    /**
     * The non-blocking form of {@code fetchAdd}, {@code shmem_$type$_atomic_fetch_add_nbi}.
     *
     * @param result   gets the value before; in use until {@link #quiet}
     * @param at       its element
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the addend
     * @param pe       whose copy
     */
    public final void fetchAddNbi($type$[] result, int at, Symmetric$Types$ target, long index, $type$ value, int pe) {
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        result[at] = fetchAdd(target, index, value, pe);
    }

    /**
     * Adds, {@code shmem_$type$_atomic_add}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the addend
     * @param pe       whose copy
     */
    public final void add(Symmetric$Types$ target, long index, $type$ value, int pe) {
        backend.fetchAdd$Word$(world(pe), target.address(index), value);
    }

    /**
     * Applies and, {@code shmem_$type$_atomic_fetch_and}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     * @return the value before
     */
    public final $type$ fetchAnd(Symmetric$Types$ target, long index, $type$ value, int pe) {
        return backend.fetchAnd$Word$(world(pe), target.address(index), value);
    }

    /**
     * The non-blocking form of {@code fetchAnd}, {@code shmem_$type$_atomic_fetch_and_nbi}.
     *
     * @param result   gets the value before; in use until {@link #quiet}
     * @param at       its element
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     */
    public final void fetchAndNbi($type$[] result, int at, Symmetric$Types$ target, long index, $type$ value, int pe) {
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        result[at] = fetchAnd(target, index, value, pe);
    }

    /**
     * Applies and, {@code shmem_$type$_atomic_and}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     */
    public final void and(Symmetric$Types$ target, long index, $type$ value, int pe) {
        backend.fetchAnd$Word$(world(pe), target.address(index), value);
    }

    /**
     * Applies or, {@code shmem_$type$_atomic_fetch_or}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     * @return the value before
     */
    public final $type$ fetchOr(Symmetric$Types$ target, long index, $type$ value, int pe) {
        return backend.fetchOr$Word$(world(pe), target.address(index), value);
    }

    /**
     * The non-blocking form of {@code fetchOr}, {@code shmem_$type$_atomic_fetch_or_nbi}.
     *
     * @param result   gets the value before; in use until {@link #quiet}
     * @param at       its element
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     */
    public final void fetchOrNbi($type$[] result, int at, Symmetric$Types$ target, long index, $type$ value, int pe) {
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        result[at] = fetchOr(target, index, value, pe);
    }

    /**
     * Applies or, {@code shmem_$type$_atomic_or}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     */
    public final void or(Symmetric$Types$ target, long index, $type$ value, int pe) {
        backend.fetchOr$Word$(world(pe), target.address(index), value);
    }

    /**
     * Applies xor, {@code shmem_$type$_atomic_fetch_xor}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     * @return the value before
     */
    public final $type$ fetchXor(Symmetric$Types$ target, long index, $type$ value, int pe) {
        return backend.fetchXor$Word$(world(pe), target.address(index), value);
    }

    /**
     * The non-blocking form of {@code fetchXor}, {@code shmem_$type$_atomic_fetch_xor_nbi}.
     *
     * @param result   gets the value before; in use until {@link #quiet}
     * @param at       its element
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     */
    public final void fetchXorNbi($type$[] result, int at, Symmetric$Types$ target, long index, $type$ value, int pe) {
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        result[at] = fetchXor(target, index, value, pe);
    }

    /**
     * Applies xor, {@code shmem_$type$_atomic_xor}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     */
    public final void xor(Symmetric$Types$ target, long index, $type$ value, int pe) {
        backend.fetchXor$Word$(world(pe), target.address(index), value);
    }
//#end
}
