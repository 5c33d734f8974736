// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.legacy;

import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Constants, set-up, and active sets without data.
 *
 * @deprecated since OpenSHMEM 1.5; use {@link Shmem} and {@link Team}
 */
@Deprecated(since = "1.5")
public abstract sealed class LegacySetup permits LegacyAccess {
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

    LegacySetup() {
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

    /** {@return this PE's number}, {@code _my_pe} */
    public static int myPe() {
        return Shmem.current().myPe();
    }

    /** {@return number of PEs}, {@code _num_pes} */
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

    static Team set(int start, int logStride, int size, SymmetricLongs pSync) {
        return Shmem.current().activeSet(start, logStride, size, pSync);
    }

    /** Runs a broadcast that leaves the root's dest unchanged, as this form demands. */
    static void keeping(boolean root, MemorySegment dest, Runnable broadcast) {
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
}
