// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;

/**
 * The symmetric memory of this JVM's job: PE k's region starts at k x stride.
 *
 * <p>A process has one mapping, in static finals, so the JIT folds its address, bounds and liveness into every access.
 * A backend calls {@link #install} before these are first read.
 */
public final class JobMemory {
    private static MemorySegment pending;
    private static long pendingStride;
    private static boolean pendingCharged;
    private static int pendingFirst;
    private static int pendingCount = Integer.MAX_VALUE;
    private static long touched;

    private JobMemory() {
    }

    /**
     * Installs the job's memory, the regions of all PEs in order; once per process, before the first access. If it is
     * charged, accesses take virtual time, so all of them must go through the backend.
     */
    public static synchronized void install(MemorySegment all, long stride, boolean charged) {
        if (pending != null) {
            throw new IllegalStateException("this process already has a job memory");
        }
        pending = all;
        pendingStride = stride;
        pendingCharged = charged;
    }

    /**
     * Installs this node's memory in a job on several nodes; once per process, before the first access. The node's PEs
     * have consecutive numbers. Regions of PEs on other nodes are holes.
     */
    public static synchronized void installNode(MemorySegment all, long stride, int first, int count) {
        install(all, stride, false);
        pendingFirst = first;
        pendingCount = count;
    }

    /** Notes that an object takes bytes of each region up to an offset. */
    public static synchronized void touch(long end) {
        touched = Math.max(touched, end);
    }

    /** {@return how far objects of this JVM have ever reached in a region} */
    public static synchronized long touched() {
        return touched;
    }

    public static synchronized boolean installed() {
        return pending != null;
    }

    public static MemorySegment all() {
        return Installed.ALL;
    }

    /** {@return access to single words of {@link #all}} */
    public static Words words() {
        return Installed.WORDS;
    }

    /** {@return access to single words of a segment, the shared instance for {@link #all}} */
    public static Words words(MemorySegment memory) {
        return memory == pending ? Installed.WORDS : Words.of(memory);
    }

    public static long stride() {
        return Installed.STRIDE;
    }

    /** {@return the alignment of all regions, at most the layout's} */
    public static long alignment() {
        return Math.min(SystemLayout.ALIGNMENT, Long.lowestOneBit(Installed.ALL.address() | Installed.STRIDE));
    }

    /** {@return whether accesses take virtual time, so all of them must go through the backend} */
    public static boolean charged() {
        return Installed.CHARGED;
    }

    /** {@return whether some PEs are on other nodes, with memory outside of {@link #all}} */
    public static boolean partial() {
        return Installed.PARTIAL;
    }

    /** {@return world number of this node's first PE, 0 in a job on one node} */
    public static int first() {
        return Installed.FIRST;
    }

    /** {@return one more than the world number of this node's last PE, in a job on several nodes} */
    public static int end() {
        return Installed.FIRST + Installed.COUNT;
    }

    /** {@return whether a PE's memory is in {@link #all}; always true in a job on one node} */
    public static boolean here(int pe) {
        return !Installed.PARTIAL || Integer.compareUnsigned(pe - Installed.FIRST, Installed.COUNT) < 0;
    }

    /** {@return whether plain loads and stores reach a PE's memory, so no access needs the backend} */
    public static boolean direct(int pe) {
        return !Installed.MEDIATED || !Installed.CHARGED && here(pe);
    }

    /** {@return a segment of exactly these bytes of a PE's region} Loops over it with an int index vectorise. */
    public static MemorySegment slice(int pe, long offset, long bytes) {
        return Installed.ALL.asSlice(pe * Installed.STRIDE + offset, bytes);
    }

    private static final class Installed {
        static final MemorySegment ALL = pending;
        static final Words WORDS = Words.of(pending);
        static final long STRIDE = pendingStride;
        static final boolean CHARGED = pendingCharged;
        static final boolean PARTIAL = pendingCount != Integer.MAX_VALUE;
        static final boolean MEDIATED = CHARGED || PARTIAL;
        static final int FIRST = pendingFirst;
        static final int COUNT = pendingCount;
    }
}
