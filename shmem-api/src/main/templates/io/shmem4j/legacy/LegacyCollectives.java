// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.legacy;

//#types short int long float double
import io.shmem4j.Symmetric$Types$;
//#done
import io.shmem4j.Team;

/**
 * Deprecated collectives of active sets.
 *
 * @deprecated since OpenSHMEM 1.5; use {@link Team}
 */
@Deprecated(since = "1.5")
public abstract sealed class LegacyCollectives extends LegacyAccess permits LegacyShmem {
    LegacyCollectives() {
    }

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
