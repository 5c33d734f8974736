// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.legacy;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
//#types
import io.shmem4j.SymmetricLongs;
//#done
import io.shmem4j.Team;

/**
 * The deprecated routines as static methods: drop {@code shmem_} and the type's name, and write the rest in camel case;
 * {@code shmem_int_sum_to_all(...)} is {@code LegacyShmem.sumToAll(...)} on {@link io.shmem4j.SymmetricInts}.
 *
 * <p>The first use of an active set creates a team, which the library keeps. Only that use needs {@code pSync}.
 * {@code pWrk} is never used and may be null. These collectives differ from those of teams in one thing: a broadcast
 * does not write the dest of its root.
 *
 * @deprecated since OpenSHMEM 1.5; use {@link io.shmem4j.Shmem} and {@link io.shmem4j.Team}
 */
@Deprecated(since = "1.5")
public final class LegacyShmem {
    /** Value of all elements of a {@code pSync} array before and after each use, {@code SHMEM_SYNC_VALUE}. */
    public static final long SYNC_VALUE = 0;
    /** Elements of {@code pSync} for sync, {@code SHMEM_SYNC_SIZE}. */
    public static final int SYNC_SIZE = 4;
    /** Elements of {@code pSync} for barriers, {@code SHMEM_BARRIER_SYNC_SIZE}. */
    public static final int BARRIER_SYNC_SIZE = SYNC_SIZE;
    /** Elements of {@code pSync} for broadcasts, {@code SHMEM_BCAST_SYNC_SIZE}. */
    public static final int BCAST_SYNC_SIZE = SYNC_SIZE;
    /** Elements of {@code pSync} for reductions, {@code SHMEM_REDUCE_SYNC_SIZE}. */
    public static final int REDUCE_SYNC_SIZE = SYNC_SIZE;
    /** Elements of {@code pSync} for collect and fcollect, {@code SHMEM_COLLECT_SYNC_SIZE}. */
    public static final int COLLECT_SYNC_SIZE = SYNC_SIZE;
    /** Elements of {@code pSync} for alltoall, {@code SHMEM_ALLTOALL_SYNC_SIZE}. */
    public static final int ALLTOALL_SYNC_SIZE = SYNC_SIZE;
    /** Elements of {@code pSync} for alltoalls, {@code SHMEM_ALLTOALLS_SYNC_SIZE}. */
    public static final int ALLTOALLS_SYNC_SIZE = SYNC_SIZE;
    /** Minimum number of elements of {@code pWrk}, {@code SHMEM_REDUCE_MIN_WRKDATA_SIZE}; they are not used. */
    public static final int REDUCE_MIN_WRKDATA_SIZE = 1;

    private LegacyShmem() {
    }

    /** {@return the handle, for all routines that are not deprecated} */
    public static Shmem shmem() {
        return Shmem.current();
    }

    /**
     * Initialises the library unless it is initialised, {@code start_pes}. The session ends with the process, or
     * earlier by {@link Shmem#finish}.
     *
     * @param ignored number of PEs, which {@code oshrun} decides
     */
    public static void startPes(int ignored) {
        if (!Shmem.initialized()) {
            Shmem.init().closeAtExit();
        }
    }

    /** {@return this PE's number ({@code _my_pe})} */
    public static int myPe() {
        return Shmem.current().myPe();
    }

    /** {@return number of PEs ({@code _num_pes})} */
    public static int numPes() {
        return Shmem.current().nPes();
    }

    /**
     * Frees a symmetric object, {@code shfree}.
     *
     * @param object an allocated object, or null
     */
    public static void shfree(Symmetric object) {
        if (object != null) {
            object.free();
        }
    }

//#param start world number of the first PE
//#param logStride logarithm to base 2 of the distance between PEs
//#param size number of PEs
//#param pSync work array
    /** Completes this PE's updates and waits for the PEs of an active set, {@code shmem_barrier}. @params */
    public static void barrier(int start, int logStride, int size, SymmetricLongs pSync) {
        Team set = set(start, logStride, size, pSync);
        Shmem.current().quiet();
        set.sync();
    }

    /** Waits for the PEs of an active set, {@code shmem_sync}. @params */
    public static void sync(int start, int logStride, int size, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).sync();
    }

    private static Team set(int start, int logStride, int size, SymmetricLongs pSync) {
        return Shmem.current().activeSet(start, logStride, size, pSync);
    }

//#types: cond value fetch swap cswap finc fadd
//#param alignment bytes, a power of two
//#param length elements
//#param old the array
    /** {@return a new symmetric array, all zero ({@code shmalloc})} @params */
    public static SymmetricLongs shmallocLongs(long length) {
        return Shmem.current().allocateLongs(length);
    }

    /** {@return a new symmetric array, all zero ({@code shmemalign})} @params */
    public static SymmetricLongs shmemalignLongs(long alignment, long length) {
        return Shmem.current().allocateLongs(length, alignment);
    }

    /** {@return the array resized ({@code shrealloc})} @params */
    public static SymmetricLongs shrealloc(SymmetricLongs old, long length) {
        return Shmem.current().reallocate(old, length);
    }

//#if wait
//#param variable symmetric array
//#param value the value that it must no longer have
    /** Waits until an element differs from a value, {@code shmem_long_wait}. @params */
    public static void wait(SymmetricLongs variable, long index, long value) {
        variable.waitUntil(index, Cmp.NE, value);
    }

//#param value its right side
    /** Waits until an element satisfies a comparison, {@code shmem_long_wait_until}. @params */
    public static void waitUntil(SymmetricLongs variable, long index, Cmp cmp, long value) {
        variable.waitUntil(index, cmp, value);
    }

//#end
//#if swap
//#param target symmetric array
//#param value the new value
//#param cond the value that the element must have
    /** Loads atomically, {@code shmem_long_fetch}. @params @return the value before */
    public static long fetch(SymmetricLongs target, long index, int pe) {
        return Shmem.current().atomicFetch(target, index, pe);
    }

    /** Swaps, {@code shmem_long_swap}. @params @return the value before */
    public static long swap(SymmetricLongs target, long index, long value, int pe) {
        return Shmem.current().swap(target, index, value, pe);
    }

    /** Stores atomically, {@code shmem_long_set}. @params */
    public static void set(SymmetricLongs target, long index, long value, int pe) {
        Shmem.current().atomicSet(target, index, value, pe);
    }

//#if atomic
    /** Swaps if the element holds the expected value, {@code shmem_long_cswap}. @params @return the value before */
    public static long cswap(SymmetricLongs target, long index, long cond, long value, int pe) {
        return Shmem.current().compareSwap(target, index, cond, value, pe);
    }

    /** Adds one, {@code shmem_long_finc}. @params @return the value before */
    public static long finc(SymmetricLongs target, long index, int pe) {
        return Shmem.current().fetchInc(target, index, pe);
    }

    /** Adds one, {@code shmem_long_inc}. @params */
    public static void inc(SymmetricLongs target, long index, int pe) {
        Shmem.current().inc(target, index, pe);
    }

//#param value the addend
    /** Adds, {@code shmem_long_fadd}. @params @return the value before */
    public static long fadd(SymmetricLongs target, long index, long value, int pe) {
        return Shmem.current().fetchAdd(target, index, value, pe);
    }

    /** Adds, {@code shmem_long_add}. @params */
    public static void add(SymmetricLongs target, long index, long value, int pe) {
        Shmem.current().add(target, index, value, pe);
    }

//#end
//#end
//#done
//#param dest the result
//#types short int long float double: -pSync 64
//#each call/does/c/number
//#row max | Finds the largest elements | long_max | elements
//#row min | Finds the smallest elements | long_min | elements
//#row sum | Adds elements | long_sum | elements
//#row prod | Multiplies elements | long_prod | elements
//#row integer: and | Combines elements by bitwise and | long_and | elements
//#row integer: or | Combines elements by bitwise or | long_or | elements
//#row integer: xor | Combines elements by bitwise xor | long_xor | elements
//#row real: complexSum | Adds complex numbers | complexd_sum | complex numbers
//#row real: complexProd | Multiplies complex numbers | complexd_prod | complex numbers
//#param source this PE's operands
//#param nreduce number of $number$
//#param pWrk not used
    /** $does$ over an active set, {@code shmem_$c$_to_all}. @params */
    public static void $call$ToAll(SymmetricLongs dest, SymmetricLongs source, int nreduce, int start,
        int logStride, int size, SymmetricLongs pWrk, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).$call$Reduce(dest, source, nreduce);
    }

//#next
//#if swap
//#param source the elements, on the root; null, like dest, only if there are none
//#param nelems elements
//#param root number of the root in the set
    /** Copies elements of one PE to all others; does not write the dest of the root, {@code shmem_broadcast64}.
     * @params */
    public static void broadcast64(SymmetricLongs dest, SymmetricLongs source, long nelems, int root, int start,
        int logStride, int size, SymmetricLongs pSync) {
        Team set = set(start, logStride, size, pSync);
        long[] kept = dest != null && set.myPe() == root ? dest.slice(0, nelems).toArray() : null;
        set.broadcast(dest, source, nelems, root);
        if (kept != null) {
            dest.set(0, kept);
        }
    }

//#param source the elements of this PE
//#param nelems elements of this PE
    /** Concatenates the elements of all PEs, any number of each, {@code shmem_collect64}. @params */
    public static void collect64(SymmetricLongs dest, SymmetricLongs source, long nelems, int start, int logStride,
        int size, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).collect(dest, source, nelems);
    }

    /** Concatenates the elements of all PEs, the same number of each, {@code shmem_fcollect64}. @params */
    public static void fcollect64(SymmetricLongs dest, SymmetricLongs source, long nelems, int start, int logStride,
        int size, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).fcollect(dest, source, nelems);
    }

//#param nelems elements of a block
    /** Sends a block of each PE to each, {@code shmem_alltoall64}. @params */
    public static void alltoall64(SymmetricLongs dest, SymmetricLongs source, long nelems, int start, int logStride,
        int size, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).alltoall(dest, source, nelems);
    }

//#param dst distance between elements in dest
//#param sst distance between elements in source
    /** Sends a block of each PE to each, elements apart, {@code shmem_alltoalls64}. @params */
    public static void alltoalls64(SymmetricLongs dest, SymmetricLongs source, long dst, long sst, long nelems,
        int start, int logStride, int size, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).alltoalls(dest, source, dst, sst, nelems);
    }

//#end
//#done
}
