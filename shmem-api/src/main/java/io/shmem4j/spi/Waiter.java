// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import io.shmem4j.error.JobAbortedException;
import io.shmem4j.error.WaitTimeoutException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The waits of a thread; one object serves all of them, so waiting allocates nothing.
 *
 * <p>The caller tests its condition and begins a wait only if it is false:
 * <pre>{@code
 *   Waiter waiter = backend.waiter();
 *   waiter.begin(pe, cell, WaitKind.LOCK, detail, peer);
 *   try {
 *       while (!condition()) {
 *           waiter.pause();
 *       }
 *   } finally {
 *       waiter.end();
 *   }
 * }</pre>
 * {@code pause} first spins, then yields, then sleeps. Before it sleeps, it registers on the cell and returns once
 * more: a waker that reads the sleeper count after its store can't miss it.
 */
public abstract class Waiter {
    /** Nanoseconds of a wait without a time limit; 146 years. */
    public static final long FOREVER = Long.MAX_VALUE / 2;

    private static final long NEVER = Long.MAX_VALUE;

    protected WaitKind kind = WaitKind.NONE;
    protected long detail;
    protected int peer;
    /** The collective that the wait is part of, or null. */
    protected Routine routine;
    protected int root;
    /** Number of collectives of all PEs that this PE has begun, if the wait is part of one, else 0. */
    protected long begun;
    protected int cellPe;
    protected long cell;
    /** The members that have to arrive; none if the size is 0. */
    protected int start;
    protected int stride;
    protected int size;
    /** World numbers of the members, null if start and stride give them. */
    protected int[] table;
    /** Comparison of the variable with a number; null if any update may end the wait. */
    protected Comparison cmp;
    protected boolean wide;
    protected long right;
    /** Whether processes outside the job may end the wait, so it is never part of a deadlock. */
    protected boolean external;
    /** Facts for hang reports, or null. */
    protected Supplier<String> facts;
    private final int pe;
    /** Time by {@link #now} at which every wait of the thread ends, or {@link #NEVER}. */
    private long bound = NEVER;
    private boolean own;

    protected Waiter(int pe) {
        this.pe = pe;
    }

    /**
     * Begins a wait that sleeps on a PE's cell, see {@link Cell}. The detail is a symmetric offset or a barrier's
     * number, depending on the kind; the peer is the PE that the wait is for, or -1.
     */
    public final void begin(int newCellPe, long newCell, WaitKind newKind, long newDetail, int newPeer) {
        cellPe = newCellPe;
        cell = newCell;
        kind = newKind;
        detail = newDetail;
        peer = newPeer;
        routine = null;
        begun = 0;
        size = 0;
        cmp = null;
        right = 0;
        external = false;
        facts = null;
        own = false;
        begin();
        if (bound != NEVER) {
            limitTo(bound - now());
        }
    }

    protected abstract void begin();

    /**
     * Sets the condition of a wait for a variable of this PE, so wakers test it before they wake; optional, after
     * {@link #begin}. The wait ends when {@code (variable & mask ^ flip) cmp (right ^ flip)}. The variable is the
     * offset of a long, or of an int, which is sign-extended; flip is the sign bit for unsigned comparison, else 0.
     */
    public void until(long variable, boolean newWide, long mask, long flip, Comparison newCmp, long newRight) {
        cmp = newCmp;
        wide = newWide;
        right = newRight;
    }

    /** Sets the tag of the message that the wait is for, for hang reports; optional, after {@link #begin}. */
    public final void tag(long newTag) {
        right = newTag;
    }

    /**
     * Sets the PEs that have to arrive for the wait to end, for hang reports; optional, after {@link #begin}. The
     * table, if there is one, has their world numbers.
     */
    public final void members(int newStart, int newStride, int newSize, int[] newTable) {
        start = newStart;
        stride = newStride;
        size = newSize;
        table = newTable;
    }

    /**
     * Sets the collective that the wait belongs to, and its root or -1, for reports; optional, after {@link #begin}.
     */
    public final void collective(Routine newRoutine, int newRoot) {
        routine = newRoutine;
        root = newRoot;
    }

    /**
     * Sets the number of collectives of all PEs that this PE has begun: the wait also ends when a PE that has begun
     * fewer has closed; optional, after {@link #begin}.
     */
    public final void begun(long collectives) {
        begun = collectives;
    }

    /**
     * Sets the PEs whose deaths end the wait, if not all do; optional, after {@link #begin}. The table has their world
     * numbers, or is null.
     */
    public void within(int first, int distance, int count, int[] table) {
        // Only jobs that outlive their PEs need it.
    }

    /** Says that processes outside the job may end the wait; optional, after {@link #begin}. */
    public final void external() {
        external = true;
    }

    /**
     * Sets what is known about the awaited event, for hang reports; optional, after {@link #begin}. The text goes on
     * after "which" and the peer, or is a sentence if there is none. A long wait calls the supplier now and then, in
     * virtual time at its end and from another thread.
     */
    public final void facts(Supplier<String> newFacts) {
        facts = newFacts;
    }

    /** Limits the wait if the time is below {@link #FOREVER}, see {@link #expired}; optional, after {@link #begin}. */
    public final void limit(long nanos) {
        if (nanos < FOREVER) {
            own = true;
            limitTo(bound == NEVER ? nanos : Math.min(nanos, bound - now()));
        }
    }

    /** {@return whether the limit of this wait has passed} */
    public final boolean expired() {
        return own && passed();
    }

    /**
     * Advances what the PE has begun; if nothing moves, spins, yields or sleeps, longer with each call of a wait.
     *
     * @throws JobAbortedException  when the job is being ended
     * @throws WaitTimeoutException when the thread's limit has passed, and this wait has none of its own
     */
    public final void pause() {
        if (bound != NEVER && !own && passed()) {
            throw timeout("waits in " + kind.text() + (peer < 0 ? "" : " for PE " + peer));
        }
        if (!leavesWork() || !work().advance()) {
            backOff();
        }
    }

    /** {@return whether the PE has begun something that is not complete} */
    protected final boolean leavesWork() {
        Work work = work();
        return work != null && work.isLeft();
    }

    /** {@return what the PE has begun, or null before its first session} */
    protected abstract Work work();

    /** Limits all waits of the thread from now on, unless an earlier limit does; {@return the previous limit} */
    public final long bound(long nanos) {
        long before = bound;
        long end = now() + Math.max(nanos, 0);
        bound = Math.min(before, end < 0 ? NEVER - 1 : end);
        return before;
    }

    /** Restores a limit that {@link #bound} returned. */
    public final void unbound(long before) {
        bound = before;
    }

    /** {@return whether the waits of the thread have a limit} */
    public final boolean bounded() {
        return bound != NEVER;
    }

    /** Throws if the limit of the thread's waits has passed; for polling loops. */
    public final void requireTime() {
        if (bound != NEVER && now() >= bound) {
            throw timeout("polls");
        }
    }

    private WaitTimeoutException timeout(String does) {
        return new WaitTimeoutException("PE " + pe + ", " + CallSite.routine() + " called at " + CallSite.place() + ", "
            + does + ": the time limit has passed");
    }

    /** {@return nanoseconds since an arbitrary origin} */
    protected abstract long now();

    protected abstract void limitTo(long nanos);

    /** {@return whether the limit of this wait, or of all waits of the thread, has passed} */
    protected abstract boolean passed();

    /** Spins, yields or sleeps, longer with each call of a wait. */
    protected abstract void backOff();

    public abstract void end();

    /** {@return the detail of the latest wait} */
    public final long detail() {
        return detail;
    }

    /** Sleeps in a thread of a fork-join pool, so another thread can run the pool's tasks. */
    public static void sleepInPool(Runnable sleep) {
        try {
            ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() {
                @Override
                public boolean block() {
                    sleep.run();
                    return true;
                }

                @Override
                public boolean isReleasable() {
                    return false;
                }
            });
        } catch (RejectedExecutionException | InterruptedException e) {
            // The pool can make no more threads, or is ending; nothing has slept yet.
            sleep.run();
        }
    }

    /**
     * Parks the calling thread for the whole time even if it has been interrupted, so a loop of parks does not spin;
     * the thread stays interrupted.
     */
    public static void park(long nanos) {
        if (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(nanos);
            return;
        }
        long end = System.nanoTime() + nanos;
        // An interrupt is also a permit, so the first of these parks returns at once.
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            Thread.interrupted();
            LockSupport.parkNanos(left);
        }
        Thread.currentThread().interrupt();
    }
}
