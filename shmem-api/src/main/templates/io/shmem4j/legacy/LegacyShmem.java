// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.legacy;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
//#types
import io.shmem4j.SymmetricLongs;
//#done
import io.shmem4j.Team;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

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
    /**
     * Completes this PE's updates and waits for the PEs of an active set, {@code shmem_barrier}.
     *
     * @params
     */
    public static void barrier(int start, int logStride, int size, SymmetricLongs pSync) {
        Team set = set(start, logStride, size, pSync);
        Shmem.current().quiet();
        set.sync();
    }

    /**
     * Waits for the PEs of an active set, {@code shmem_sync}.
     *
     * @params
     */
    public static void sync(int start, int logStride, int size, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).sync();
    }

    private static Team set(int start, int logStride, int size, SymmetricLongs pSync) {
        return Shmem.current().activeSet(start, logStride, size, pSync);
    }

    /** Runs a broadcast that leaves the root's dest unchanged, as this form requires; on other PEs dest is null. */
    private static void keeping(MemorySegment dest, Runnable broadcast) {
        if (dest == null) {
            broadcast.run();
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment kept = arena.allocate(dest.byteSize()).copyFrom(dest);
            broadcast.run();
            dest.copyFrom(kept);
        }
    }

//#types: $call$ cond value
//#each call/returns/given/passed
//#row shmallocLongs | a new symmetric array, all zero ({@code shmalloc}) | | allocateLongs(length)
//#row shmemalignLongs | a new symmetric array, all zero ({@code shmemalign}) | long alignment,
//#     | allocateLongs(length, alignment)
//#row shrealloc | the array resized ({@code shrealloc}) | SymmetricLongs old, | reallocate(old, length)
//#param alignment bytes, a power of two
//#param length elements
//#param old the array
    /**
     * {@return $returns$}
     *
     * @params
     */
    public static SymmetricLongs $call$($given$long length) {
        return Shmem.current().$passed$;
    }

//#next
//#if wait
//#param variable symmetric array
//#param value the value that it must no longer have
    /**
     * Waits until an element differs from a value, {@code shmem_long_wait}.
     *
     * @params
     */
    public static void wait(SymmetricLongs variable, long index, long value) {
        variable.waitUntil(index, Cmp.NE, value);
    }

//#param value its right side
    /**
     * Waits until an element satisfies a comparison, {@code shmem_long_wait_until}.
     *
     * @params
     */
    public static void waitUntil(SymmetricLongs variable, long index, Cmp cmp, long value) {
        variable.waitUntil(index, cmp, value);
    }

//#end
//#if swap
//#param target symmetric array
//#each call/does/given/operand/passed
//#row fetch | Loads atomically | | | atomicFetch(target, index, pe)
//#row swap | Swaps | , long value | the new value | swap(target, index, value, pe)
//#row atomic: cswap | Swaps if the element holds the expected value | , long cond, long value | the new value
//#     | compareSwap(target, index, cond, value, pe)
//#row atomic: finc | Adds one | | | fetchInc(target, index, pe)
//#row atomic: fadd | Adds | , long value | the addend | fetchAdd(target, index, value, pe)
//#param cond the value that the element must have
//#param value $operand$
    /**
     * $does$, {@code shmem_long_$call$}.
     *
     * @params
     * @return the value before
     */
    public static long $call$(SymmetricLongs target, long index$given$, int pe) {
        return Shmem.current().$passed$;
    }

//#next
//#each call/does/given/operand/passed
//#row set | Stores atomically | , long value | the value | atomicSet(target, index, value, pe)
//#row atomic: inc | Adds one | | | inc(target, index, pe)
//#row atomic: add | Adds | , long value | the addend | add(target, index, value, pe)
//#param value $operand$
    /**
     * $does$, {@code shmem_long_$call$}.
     *
     * @params
     */
    public static void $call$(SymmetricLongs target, long index$given$, int pe) {
        Shmem.current().$passed$;
    }

//#next
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
    /**
     * $does$ over an active set, {@code shmem_$c$_to_all}.
     *
     * @params
     */
    public static void $call$ToAll(SymmetricLongs dest, SymmetricLongs source, int nreduce, int start,
        int logStride, int size, SymmetricLongs pWrk, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).$call$Reduce(dest, source, nreduce);
    }

//#next
//#if swap
//#param source the elements, on the root; null, like dest, only if there are none
//#param nelems elements
//#param root number of the root in the set
    /**
     * Copies elements of one PE to all others; does not write the dest of the root, {@code shmem_broadcast64}.
     *
     * @params
     */
    public static void broadcast64(SymmetricLongs dest, SymmetricLongs source, long nelems, int root, int start,
        int logStride, int size, SymmetricLongs pSync) {
        Team set = set(start, logStride, size, pSync);
        boolean keeps = dest != null && set.myPe() == root;
        keeping(keeps ? dest.slice(0, nelems).local() : null, () -> set.broadcast(dest, source, nelems, root));
    }

//#each call/does/elements/strides/passed
//#row collect | Concatenates the elements of all PEs, any number of each | elements of this PE | |
//#row fcollect | Concatenates the elements of all PEs, the same number of each | elements of this PE | |
//#row alltoall | Sends a block of each PE to each | elements of a block | |
//#row alltoalls | Sends a block of each PE to each, elements apart | elements of a block
//#     | long dst, long sst, | dst, sst,
//#param source the elements of this PE
//#param nelems $elements$
//#param dst distance between elements in dest
//#param sst distance between elements in source
    /**
     * $does$, {@code shmem_$call$64}.
     *
     * @params
     */
    public static void $call$64(SymmetricLongs dest, SymmetricLongs source, $strides$long nelems, int start,
        int logStride, int size, SymmetricLongs pSync) {
        set(start, logStride, size, pSync).$call$(dest, source, $passed$nelems);
    }

//#next
//#end
//#done
}
