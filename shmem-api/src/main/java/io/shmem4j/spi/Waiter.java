// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import io.shmem4j.error.JobAbortedException;
import io.shmem4j.error.WaitTimeoutException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread's way of waiting, reused for every wait so that waiting allocates nothing.
 *
 * <p>The caller tests its condition first and begins only when it is false:
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
 * {@code pause} goes from spinning to yielding to sleeping. Before it sleeps it registers on the cell and returns once
 * more, so a waker that reads the sleeper count after its store cannot be missed.
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
    protected int cellPe;
    protected long cell;
    /** The members that have to arrive, none with the size 0. */
    protected int start;
    protected int stride;
    protected int size;
    /** Comparison of the variable with a number; null where any update may end the wait. */
    protected Comparison cmp;
    protected boolean wide;
    protected long right;
    private final int pe;
    /** Time by {@link #now} at which all waits of the thread end, {@link #NEVER} for none. */
    private long bound = NEVER;
    private boolean own;

    protected Waiter(int pe) {
        this.pe = pe;
    }

    /**
     * Starts a wait that sleeps on a PE's cell, see {@link Cell}, for another PE, or -1. The detail is a symmetric
     * offset or a barrier's number, by the kind.
     */
    public final void begin(int newCellPe, long newCell, WaitKind newKind, long newDetail, int newPeer) {
        cellPe = newCellPe;
        cell = newCell;
        kind = newKind;
        detail = newDetail;
        peer = newPeer;
        routine = null;
        size = 0;
        cmp = null;
        own = false;
        begin();
        if (bound != NEVER) {
            limitTo(bound - now());
        }
    }

    protected abstract void begin();

    /**
     * Says what ends a wait on a variable of this PE, so that wakers may look before they wake; called after {@link
     * #begin}, or not at all when any update may end the wait. It ends when {@code (variable & mask ^ flip) cmp (right
     * ^ flip)}. The variable is the offset in this PE's region of a long or, sign-extended, an int; flip is 0, or the
     * sign bit for unsigned comparison.
     */
    public void until(long variable, boolean newWide, long mask, long flip, Comparison newCmp, long newRight) {
        cmp = newCmp;
        wide = newWide;
        right = newRight;
    }

    /**
     * Says by their world numbers which PEs have to arrive for the wait to end, for hang reports; called after {@link
     * #begin}, or not at all.
     */
    public final void members(int newStart, int newStride, int newSize) {
        start = newStart;
        stride = newStride;
        size = newSize;
    }

    /**
     * Says which collective the wait is part of, and its root or -1, for reports; called after {@link #begin}, or not
     * at all.
     */
    public final void collective(Routine newRoutine, int newRoot) {
        routine = newRoutine;
        root = newRoot;
    }

    /**
     * Says which PEs have to live for the wait to end, where that are not all; called after {@link #begin}, or not at
     * all. A table, or null, has their world numbers.
     */
    public void within(int first, int distance, int count, int[] table) {
        // Only jobs that outlive their PEs look for that.
    }

    /** Ends the wait after a time below {@link #FOREVER}, see {@link #expired}; call it after {@link #begin}. */
    public final void limit(long nanos) {
        if (nanos < FOREVER) {
            own = true;
            limitTo(bound == NEVER ? nanos : Math.min(nanos, bound - now()));
        }
    }

    /** {@return whether the wait has a limit, which has passed} */
    public final boolean expired() {
        return own && passed();
    }

    /**
     * Lets some time pass, longer with each call.
     *
     * @throws JobAbortedException  when the job is being ended
     * @throws WaitTimeoutException when the limit of the thread's waits has passed, and this one has none of its own
     */
    public final void pause() {
        if (bound != NEVER && !own && passed()) {
            throw timeout("waits in " + kind.text() + (peer < 0 ? "" : " for PE " + peer));
        }
        backOff();
    }

    /** Ends all waits of the thread from now on after a time, unless an earlier limit does; {@return that limit} */
    public final long bound(long nanos) {
        long before = bound;
        long end = now() + Math.max(nanos, 0);
        bound = Math.min(before, end < 0 ? NEVER - 1 : end);
        return before;
    }

    /** Gives the thread's waits an earlier limit back. */
    public final void unbound(long before) {
        bound = before;
    }

    /** {@return whether all waits of the thread have a limit} */
    public final boolean bounded() {
        return bound != NEVER;
    }

    /** Throws in a loop of pauses if the limit of all the thread's waits has passed. */
    public final void requireTime() {
        if (bound != NEVER && now() >= bound) {
            throw timeout("asks again and again");
        }
    }

    private WaitTimeoutException timeout(String does) {
        return new WaitTimeoutException("PE " + pe + ", " + CallSite.routine() + " called at " + CallSite.place() + ", "
            + does + ": the time limit has passed");
    }

    /** {@return nanoseconds since some moment} */
    protected abstract long now();

    /** Ends the wait after a time, see {@link #passed}. */
    protected abstract void limitTo(long nanos);

    /** {@return whether the wait has a limit, which has passed} */
    protected abstract boolean passed();

    /** Lets some time pass, longer with each call. */
    protected abstract void backOff();

    public abstract void end();

    /** {@return the detail of the latest wait} */
    public final long detail() {
        return detail;
    }

    /** Sleeps in a thread of a fork-join pool, which lets another thread run its tasks meanwhile. */
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
            // The pool may make no more threads, or ends; nothing has slept yet.
            sleep.run();
        }
    }

    /**
     * Parks the calling thread. An interrupt from before does not shorten that, so a loop that parks does not spin in
     * an interrupted thread; the thread stays interrupted.
     */
    public static void park(long nanos) {
        if (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(nanos);
            return;
        }
        long end = System.nanoTime() + nanos;
        // An interrupt also is a permit, so the first of these parks returns at once.
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            Thread.interrupted();
            LockSupport.parkNanos(left);
        }
        Thread.currentThread().interrupt();
    }
}
