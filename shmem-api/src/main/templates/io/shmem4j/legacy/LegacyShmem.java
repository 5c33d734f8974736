// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.legacy;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
//#types
import io.shmem4j.Symmetric$Types$;
//#done
import io.shmem4j.Team;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The deprecated routines as static methods: drop {@code shmem_} and the type's name, and write the rest in camel case;
 * {@code shmem_int_sum_to_all(...)} is {@code LegacyShmem.sumToAll(...)} on {@link io.shmem4j.SymmetricInts}.
 *
 * <p>The first use of an active set makes a team, which the library keeps. Only that first use needs {@code pSync}.
 * {@code pWrk} is never used and may be null. Collectives here differ from those of teams in one thing: a broadcast
 * does not write the dest of its root.
 *
 * @deprecated since OpenSHMEM 1.5; use {@link io.shmem4j.Shmem} and {@link io.shmem4j.Team}
 */
@Deprecated(since = "1.5")
public final class LegacyShmem {
    /** What all elements of a {@code pSync} array hold before and after each use, {@code SHMEM_SYNC_VALUE}. */
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
    /** Elements of {@code pWrk} at least, {@code SHMEM_REDUCE_MIN_WRKDATA_SIZE}; they are not used. */
    public static final int REDUCE_MIN_WRKDATA_SIZE = 1;

    private LegacyShmem() {
    }

    /** {@return the handle, for all routines that are not deprecated} */
    public static Shmem shmem() {
        return Shmem.current();
    }

    /**
     * Initialises the library if it is not, {@code start_pes}. It ends with the process, or earlier by
     * {@link Shmem#finish}.
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
     * @param object what an allocation returned
     */
    public static void shfree(Symmetric object) {
        Shmem.current().free(object);
    }

    /**
     * Completes this PE's updates and waits for the PEs of an active set, {@code shmem_barrier}.
     *
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pSync     work array
     */
    public static void barrier(int start, int logStride, int size, SymmetricLongs pSync) {
        Team set = set(start, logStride, size, pSync);
        Shmem.current().quiet();
        set.sync();
    }

    /**
     * Waits for the PEs of an active set, {@code shmem_sync}.
     *
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pSync     work array
     */
    public static void sync(int start, int logStride, int size, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).sync();
    }

    private static Team set(int start, int logStride, int size, SymmetricLongs pSync) {
        return Shmem.current().activeSet(start, logStride, size, pSync);
    }

    /** Runs a broadcast that leaves the root's dest unchanged, as this form demands. */
    private static void keeping(boolean root, MemorySegment dest, Runnable broadcast) {
        if (!root) {
            broadcast.run();
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment kept = arena.allocate(dest.byteSize()).copyFrom(dest);
            broadcast.run();
            dest.copyFrom(kept);
        }
    }

//#types
    /**
     * {@return a new symmetric array, all zero ({@code shmalloc})}
     *
     * @param length elements
     */
    public static Symmetric$Types$ shmalloc$Types$(long length) {
        return Shmem.current().allocate$Types$(length);
    }

    /**
     * {@return a new symmetric array, all zero ({@code shmemalign})}
     *
     * @param alignment bytes, a power of two
     * @param length    elements
     */
    public static Symmetric$Types$ shmemalign$Types$(long alignment, long length) {
        return Shmem.current().allocate$Types$(length, alignment);
    }

    /**
     * {@return the array resized ({@code shrealloc})}
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
//#types short int long float double
//#each and integer: and or xor
    /**
     * Combines elements by bitwise $and$ over an active set, {@code shmem_$type$_$and$_to_all}.
     *
     * @param dest      the result
     * @param source    this PE's operands
     * @param nreduce   number of elements
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pWrk      not used
     * @param pSync     work array
     */
    public static void $and$ToAll(Symmetric$Types$ dest, Symmetric$Types$ source, int nreduce, int start, int logStride,
        int size, Symmetric$Types$ pWrk, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).$and$Reduce(dest, source, nreduce);
    }

//#next
//#each max max min sum prod
    /**
//#when max
     * Finds the largest elements over an active set, {@code shmem_$type$_max_to_all}.
//#end
//#when min
     * Finds the smallest elements over an active set, {@code shmem_$type$_min_to_all}.
//#end
//#when sum
     * Adds elements over an active set, {@code shmem_$type$_sum_to_all}.
//#end
//#when prod
     * Multiplies elements over an active set, {@code shmem_$type$_prod_to_all}.
//#end
     *
     * @param dest      the result
     * @param source    this PE's operands
     * @param nreduce   number of elements
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pWrk      not used
     * @param pSync     work array
     */
    public static void $max$ToAll(Symmetric$Types$ dest, Symmetric$Types$ source, int nreduce, int start, int logStride,
        int size, Symmetric$Types$ pWrk, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).$max$Reduce(dest, source, nreduce);
    }

//#next
//#each Sum/sum/does real: Sum/sum/Adds Prod/prod/Multiplies
    /**
     * $does$ complex numbers over an active set, {@code shmem_complex$letter$_$sum$_to_all}.
     *
     * @param dest      the result
     * @param source    this PE's operands
     * @param nreduce   number of complex numbers
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the distance between PEs
     * @param size      number of PEs
     * @param pWrk      not used
     * @param pSync     work array
     */
    public static void complex$Sum$ToAll(Symmetric$Types$ dest, Symmetric$Types$ source, int nreduce, int start,
        int logStride, int size, Symmetric$Types$ pWrk, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).complex$Sum$Reduce(dest, source, nreduce);
    }

//#next
//#if swap
    /**
     * Copies elements of one PE to all others; does not write the dest of the root, {@code shmem_broadcast$bits$}.
     *
     * @param dest      the result
     * @param source    the elements, on the root
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
     * Concatenates the elements of all PEs, any number of each, {@code shmem_collect$bits$}.
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
     * Concatenates the elements of all PEs, the same number of each, {@code shmem_fcollect$bits$}.
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
//#done
}
