// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.legacy;

//#if wait
import io.shmem4j.Cmp;
//#end
import io.shmem4j.Shmem;
import io.shmem4j.Symmetric$Types$;
//#if short int float double
import io.shmem4j.SymmetricLongs;
//#end
//#if swap
import io.shmem4j.Team;
//#end

/**
 * Deprecated routines on {@code $type$}s: a link in the chain of classes that make up {@link LegacyShmem}.
 *
 * @deprecated since OpenSHMEM 1.5
 */
@Deprecated(since = "1.5")
public abstract sealed class $Types$Legacy extends $LegacyBefore$ permits $LegacyAfter$ {
    $Types$Legacy() {
    }

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
//#if short int long

    /**
     * Bitwise and over an active set, {@code shmem_$type$_and_to_all}.
     *
     * @param dest      the result
     * @param source    what each PE gives
     * @param nreduce   elements
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pWrk      not used
     * @param pSync     work array
     */
    public static void andToAll(Symmetric$Types$ dest, Symmetric$Types$ source, int nreduce, int start, int logStride,
        int size, Symmetric$Types$ pWrk, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).andReduce(dest, source, nreduce);
    }

    /**
     * Bitwise or over an active set, {@code shmem_$type$_or_to_all}.
     *
     * @param dest      the result
     * @param source    what each PE gives
     * @param nreduce   elements
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pWrk      not used
     * @param pSync     work array
     */
    public static void orToAll(Symmetric$Types$ dest, Symmetric$Types$ source, int nreduce, int start, int logStride,
        int size, Symmetric$Types$ pWrk, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).orReduce(dest, source, nreduce);
    }

    /**
     * Bitwise exclusive or over an active set, {@code shmem_$type$_xor_to_all}.
     *
     * @param dest      the result
     * @param source    what each PE gives
     * @param nreduce   elements
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pWrk      not used
     * @param pSync     work array
     */
    public static void xorToAll(Symmetric$Types$ dest, Symmetric$Types$ source, int nreduce, int start, int logStride,
        int size, Symmetric$Types$ pWrk, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).xorReduce(dest, source, nreduce);
    }
//#end
//#if short int long float double

    /**
     * Largest over an active set, {@code shmem_$type$_max_to_all}.
     *
     * @param dest      the result
     * @param source    what each PE gives
     * @param nreduce   elements
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pWrk      not used
     * @param pSync     work array
     */
    public static void maxToAll(Symmetric$Types$ dest, Symmetric$Types$ source, int nreduce, int start, int logStride,
        int size, Symmetric$Types$ pWrk, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).maxReduce(dest, source, nreduce);
    }

    /**
     * Smallest over an active set, {@code shmem_$type$_min_to_all}.
     *
     * @param dest      the result
     * @param source    what each PE gives
     * @param nreduce   elements
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pWrk      not used
     * @param pSync     work array
     */
    public static void minToAll(Symmetric$Types$ dest, Symmetric$Types$ source, int nreduce, int start, int logStride,
        int size, Symmetric$Types$ pWrk, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).minReduce(dest, source, nreduce);
    }

    /**
     * Sum over an active set, {@code shmem_$type$_sum_to_all}.
     *
     * @param dest      the result
     * @param source    what each PE gives
     * @param nreduce   elements
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pWrk      not used
     * @param pSync     work array
     */
    public static void sumToAll(Symmetric$Types$ dest, Symmetric$Types$ source, int nreduce, int start, int logStride,
        int size, Symmetric$Types$ pWrk, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).sumReduce(dest, source, nreduce);
    }

    /**
     * Product over an active set, {@code shmem_$type$_prod_to_all}.
     *
     * @param dest      the result
     * @param source    what each PE gives
     * @param nreduce   elements
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pWrk      not used
     * @param pSync     work array
     */
    public static void prodToAll(Symmetric$Types$ dest, Symmetric$Types$ source, int nreduce, int start, int logStride,
        int size, Symmetric$Types$ pWrk, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).prodReduce(dest, source, nreduce);
    }
//#end
//#if real

    /**
     * Sum of complex numbers over an active set, {@code shmem_complex$letter$_sum_to_all}.
     *
     * @param dest      the result
     * @param source    what each PE gives
     * @param nreduce   pairs
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pWrk      not used
     * @param pSync     work array
     */
    public static void complexSumToAll(Symmetric$Types$ dest, Symmetric$Types$ source, int nreduce, int start, int logStride,
        int size, Symmetric$Types$ pWrk, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).complexSumReduce(dest, source, nreduce);
    }

    /**
     * Product of complex numbers over an active set, {@code shmem_complex$letter$_prod_to_all}.
     *
     * @param dest      the result
     * @param source    what each PE gives
     * @param nreduce   pairs
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pWrk      not used
     * @param pSync     work array
     */
    public static void complexProdToAll(Symmetric$Types$ dest, Symmetric$Types$ source, int nreduce, int start, int logStride,
        int size, Symmetric$Types$ pWrk, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).complexProdReduce(dest, source, nreduce);
    }
//#end
//#if swap

    /**
     * Copies elements of one PE to all others; does not write the dest of the root, {@code shmem_broadcast$bits$}.
     *
     * @param dest      where to
     * @param source    what, on the root
     * @param nelems    elements
     * @param root      number of the root in the set
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pSync     work array
     */
    public static void broadcast$bits$(Symmetric$Types$ dest, Symmetric$Types$ source, long nelems, int root, int start,
        int logStride, int size, SymmetricLongs pSync) {
        Team set = set(start, logStride, size, pSync);
        keeping(set.myPe() == root, dest.slice(0, nelems).local(), () -> set.broadcast(dest, source, nelems, root));
    }

    /**
     * Concatenates what the PEs have, of any lengths, {@code shmem_collect$bits$}.
     *
     * @param dest      the result
     * @param source    what each PE gives
     * @param nelems    elements of this PE
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pSync     work array
     */
    public static void collect$bits$(Symmetric$Types$ dest, Symmetric$Types$ source, long nelems, int start,
        int logStride, int size, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).collect(dest, source, nelems);
    }

    /**
     * Concatenates what the PEs have, of equal lengths, {@code shmem_fcollect$bits$}.
     *
     * @param dest      the result
     * @param source    what each PE gives
     * @param nelems    elements of this PE
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pSync     work array
     */
    public static void fcollect$bits$(Symmetric$Types$ dest, Symmetric$Types$ source, long nelems, int start,
        int logStride, int size, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).fcollect(dest, source, nelems);
    }

    /**
     * Sends a block of each PE to each, {@code shmem_alltoall$bits$}.
     *
     * @param dest      the result
     * @param source    what each PE gives
     * @param nelems    elements of a block
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pSync     work array
     */
    public static void alltoall$bits$(Symmetric$Types$ dest, Symmetric$Types$ source, long nelems, int start,
        int logStride, int size, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).alltoall(dest, source, nelems);
    }

    /**
     * Sends a block of each PE to each, elements apart, {@code shmem_alltoalls$bits$}.
     *
     * @param dest      the result
     * @param source    what each PE gives
     * @param dst       elements from one to the next in dest
     * @param sst       elements from one to the next in source
     * @param nelems    elements of a block
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pSync     work array
     */
    public static void alltoalls$bits$(Symmetric$Types$ dest, Symmetric$Types$ source, long dst, long sst, long nelems,
        int start, int logStride, int size, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).alltoalls(dest, source, dst, sst, nelems);
    }
//#end
}
