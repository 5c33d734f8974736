// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.legacy;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
//#types
import io.shmem4j.Symmetric$Types$;
//#done

/**
 * Deprecated allocation, waits and atomics.
 *
 * @deprecated since OpenSHMEM 1.5; use {@link Shmem}
 */
@Deprecated(since = "1.5")
public abstract sealed class LegacyAccess extends LegacySetup permits LegacyCollectives {
    LegacyAccess() {
    }

//#types
    /**
     * {@return a new symmetric array, all zero}, {@code shmalloc}
     *
     * @param length elements
     */
    public static Symmetric$Types$ shmalloc$Types$(long length) {
        return Shmem.current().allocate$Types$(length);
    }

    /**
     * {@return a new symmetric array, all zero}, {@code shmemalign}
     *
     * @param alignment bytes, a power of two
     * @param length    elements
     */
    public static Symmetric$Types$ shmemalign$Types$(long alignment, long length) {
        return Shmem.current().allocate$Types$(length, alignment);
    }

    /**
     * {@return the array resized}, {@code shrealloc}
     *
     * @param old    the array
     * @param length elements
     */
    public static Symmetric$Types$ shrealloc(Symmetric$Types$ old, long length) {
        return Shmem.current().reallocate(old, length);
    }
//#if wait

    /**
     * Waits until an element differs from a value, {@code shmem_$type$_wait}.
     *
     * @param variable symmetric array
     * @param index    the element
     * @param value    what it must no longer be
     */
    public static void wait(Symmetric$Types$ variable, long index, $type$ value) {
        variable.waitUntil(index, Cmp.NE, value);
    }

    /**
     * Waits until an element satisfies a comparison, {@code shmem_$type$_wait_until}.
     *
     * @param variable symmetric array
     * @param index    the element
     * @param cmp      the comparison
     * @param value    its right side
     */
    public static void waitUntil(Symmetric$Types$ variable, long index, Cmp cmp, $type$ value) {
        variable.waitUntil(index, cmp, value);
    }
//#end
//#if swap

    /**
     * Loads atomically, {@code shmem_$type$_fetch}.
     *
     * @param target symmetric array
     * @param index  the element
     * @param pe     whose copy
     * @return the value before
     */
    public static $type$ fetch(Symmetric$Types$ target, long index, int pe) {
        return Shmem.current().atomicFetch(target, index, pe);
    }

    /**
     * Stores atomically, {@code shmem_$type$_set}.
     *
     * @param target symmetric array
     * @param index  the element
     * @param value  the value
     * @param pe     whose copy
     */
    public static void set(Symmetric$Types$ target, long index, $type$ value, int pe) {
        Shmem.current().atomicSet(target, index, value, pe);
    }

    /**
     * Swaps, {@code shmem_$type$_swap}.
     *
     * @param target symmetric array
     * @param index  the element
     * @param value  the new value
     * @param pe     whose copy
     * @return the value before
     */
    public static $type$ swap(Symmetric$Types$ target, long index, $type$ value, int pe) {
        return Shmem.current().swap(target, index, value, pe);
    }
//#end
//#if atomic

    /**
     * Swaps if the element holds the expected value, {@code shmem_$type$_cswap}.
     *
     * @param target symmetric array
     * @param index  the element
     * @param cond   what the element must hold
     * @param value  the new value
     * @param pe     whose copy
     * @return the value before
     */
    public static $type$ cswap(Symmetric$Types$ target, long index, $type$ cond, $type$ value, int pe) {
        return Shmem.current().compareSwap(target, index, cond, value, pe);
    }

    /**
     * Adds one, {@code shmem_$type$_finc}.
     *
     * @param target symmetric array
     * @param index  the element
     * @param pe     whose copy
     * @return the value before
     */
    public static $type$ finc(Symmetric$Types$ target, long index, int pe) {
        return Shmem.current().fetchInc(target, index, pe);
    }

    /**
     * Adds one, {@code shmem_$type$_inc}.
     *
     * @param target symmetric array
     * @param index  the element
     * @param pe     whose copy
     */
    public static void inc(Symmetric$Types$ target, long index, int pe) {
        Shmem.current().inc(target, index, pe);
    }

    /**
     * Adds, {@code shmem_$type$_fadd}.
     *
     * @param target symmetric array
     * @param index  the element
     * @param value  the addend
     * @param pe     whose copy
     * @return the value before
     */
    public static $type$ fadd(Symmetric$Types$ target, long index, $type$ value, int pe) {
        return Shmem.current().fetchAdd(target, index, value, pe);
    }

    /**
     * Adds, {@code shmem_$type$_add}.
     *
     * @param target symmetric array
     * @param index  the element
     * @param value  the addend
     * @param pe     whose copy
     */
    public static void add(Symmetric$Types$ target, long index, $type$ value, int pe) {
        Shmem.current().add(target, index, value, pe);
    }
//#end

//#done
}
