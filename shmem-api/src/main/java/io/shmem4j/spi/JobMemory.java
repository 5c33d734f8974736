// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;

/**
 * The symmetric memory of this JVM's job: PE k's region starts at k x stride.
 *
 * <p>There is one mapping for the life of the process, so it sits in static finals: the JIT then folds its address,
 * bounds and liveness into every access. A backend calls {@link #install} before anything reads them.
 */
public final class JobMemory {
    private static MemorySegment pending;
    private static long pendingStride;
    private static boolean pendingCharged;
    private static int pendingFirst;
    private static int pendingCount = Integer.MAX_VALUE;

    private JobMemory() {
    }

    /**
     * Gives the job its memory, every PE's region one after the other; once per process, before the first access. If it
     * is charged, accesses cost simulated time, so none may go past the backend.
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
     * Gives a job of several nodes the memory of this one, whose PEs are numbered on from its first; once per process,
     * before the first access. The regions of PEs on other nodes are holes.
     */
    public static synchronized void installNode(MemorySegment all, long stride, int first, int count) {
        install(all, stride, false);
        pendingFirst = first;
        pendingCount = count;
    }

    public static synchronized boolean installed() {
        return pending != null;
    }

    public static MemorySegment all() {
        return Installed.ALL;
    }

    /** {@return single accesses to {@link #all}} */
    public static Words words() {
        return Installed.WORDS;
    }

    /** {@return single accesses to a segment; those to {@link #all} are kept} */
    public static Words words(MemorySegment memory) {
        return memory == pending ? Installed.WORDS : Words.of(memory);
    }

    public static long stride() {
        return Installed.STRIDE;
    }

    /** {@return largest power of two to divide the addresses of all regions, at most the layout's} */
    public static long alignment() {
        return Math.min(SystemLayout.ALIGNMENT, Long.lowestOneBit(Installed.ALL.address() | Installed.STRIDE));
    }

    /** {@return whether accesses cost simulated time, so that none may go past the backend} */
    public static boolean charged() {
        return Installed.CHARGED;
    }

    /** {@return whether some PEs are on other nodes, whose memory is not in {@link #all}} */
    public static boolean partial() {
        return Installed.PARTIAL;
    }

    /** {@return whether accesses to some PEs must go through the backend; false in most jobs} */
    public static boolean mediated() {
        return Installed.MEDIATED;
    }

    /** {@return world number of this node's first PE, 0 in a job on one node} */
    public static int first() {
        return Installed.FIRST;
    }

    /** {@return world number after that of this node's last PE, where there are several nodes} */
    public static int end() {
        return Installed.FIRST + Installed.COUNT;
    }

    /** {@return whether a PE's memory is in {@link #all}; always true in a job on one node} */
    public static boolean here(int pe) {
        return !Installed.PARTIAL || Integer.compareUnsigned(pe - Installed.FIRST, Installed.COUNT) < 0;
    }

    /** {@return whether plain loads and stores reach a PE's memory, so that no access needs the backend} */
    public static boolean direct(int pe) {
        return !Installed.MEDIATED || !Installed.CHARGED && here(pe);
    }

    /** {@return an exact-size segment of one PE's region; indexed by int, loops over it vectorise} */
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
