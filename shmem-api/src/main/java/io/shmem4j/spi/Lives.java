// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import io.shmem4j.error.PeFailedException;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The lives of the PEs of a job that outlives them. A PE has fallen from its death until it has met the others again in
 * a later life.
 */
public abstract class Lives {
    /** Waits that look for deaths themselves. */
    private static final Set<WaitKind> NEVER = EnumSet.of(WaitKind.INIT, WaitKind.LOCK, WaitKind.FINISH,
        WaitKind.ALLOCATE, WaitKind.FREE);

    /** {@return the number of this PE's life, 0 for the first} */
    public abstract int life();

    /** {@return the number of the life in which a PE has met the others last} */
    public abstract int met(int pe);

    public abstract boolean fallen(int pe);

    /** {@return whether a PE has a session, and its process lives} */
    public abstract boolean lives(int pe);

    /** This PE ends its session alone; {@return whether another life may come in its place} */
    public abstract boolean closes();

    /** {@return whether all PEs have met before} */
    public abstract boolean haveMet();

    /**
     * Waits until all PEs, the fallen ones in a later life, have called this. Meanwhile one of them, which has not
     * fallen, does something for all; it may be done again.
     *
     * @param nanos how long it waits before it ends the job
     * @return how often this PE has met the others, more than once if it was taken for its earlier life
     */
    public abstract int meet(long nanos, Runnable once);

    /**
     * Waits until all PEs that have not fallen have called this, and {@return these, in the order of their numbers}
     * Meanwhile one of them does something for all; it may be done again. Deaths of others are then known, and end no
     * waits for any PE.
     *
     * @param nanos how long it waits before it ends the job
     */
    public abstract int[] gather(long nanos, Runnable once);

    /**
     * This PE comes to the end of its session. All PEs leave it together: who has died before does not count as one
     * that has come.
     *
     * @param waits whether to wait for the others; where this PE has come before without waiting, it waits now
     * @param once  what one of them does for all when all have come; it may be done again
     * @return whether all have come, or it does not wait; false when a PE has fallen, and this one is still there
     */
    public abstract boolean end(boolean waits, Runnable once);

    /**
     * This PE comes to its next allocation or free. {@return whether all have come} Else a PE has fallen before, and it
     * is false on all others.
     */
    public abstract boolean agree(WaitKind wait);

    /** {@return the number of allocations and frees to which all PEs have come} */
    public abstract long agreed();

    /** {@return how often a PE has died} */
    public abstract int deaths(int pe);

    /** {@return the process of a PE that has died last} */
    public abstract long lastProcess(int pe);

    /** {@return how it ended} */
    public abstract String lastEnd(int pe);

    /** {@return whether a PE had fallen before the last gathering of the living, and has not again since} */
    protected abstract boolean known(int pe);

    /**
     * {@return a fallen PE without which a wait does not end, or -1} It is the peer, or a member of a group that has a
     * size, else any PE.
     *
     * @param table world numbers of the members, or null
     */
    public final int missed(WaitKind kind, int nPes, int peer, int start, int stride, int size, int[] table) {
        if (NEVER.contains(kind) || (kind == WaitKind.VARIABLE || kind == WaitKind.SIGNAL) && peer < 0) {
            return -1;
        }
        if (peer >= 0 && fallen(peer)) {
            return peer;
        }
        int members = size > 0 ? size : peer >= 0 && !kind.ofGroup() ? 0 : nPes;
        for (int i = 0; i < members; i++) {
            int member = size == 0 ? i : table == null ? start + i * stride : table[i];
            if (fallen(member) && (size > 0 || !known(member))) {
                return member;
            }
        }
        return -1;
    }

    /** {@return the exception of a wait for all PEs that a death has ended} */
    public final PeFailedException failure(int pe, int nPes, WaitKind kind) {
        return failure(pe, kind, IntStream.range(0, nPes).filter(this::fallen).findFirst().orElse(pe));
    }

    /** {@return the exception of a wait that a PE's death ends} */
    public final PeFailedException failure(int pe, WaitKind kind, int fallen) {
        return new PeFailedException("PE " + pe + ", " + CallSite.routine() + " called at " + CallSite.place()
            + ", waits in " + kind.text(), fallen, lastProcess(fallen), lastEnd(fallen));
    }
}
