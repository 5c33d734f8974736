// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

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
    /** For subclasses. */
    protected Waiter() {
    }

    /**
     * Starts a wait.
     *
     * @param cellPe PE that holds the cell to sleep on
     * @param cell   its offset, see {@link Cell}
     * @param kind   kind of wait
     * @param detail a symmetric offset or a barrier's number, by the kind
     * @param peer   world number of the PE waited for, or -1
     */
    public abstract void begin(int cellPe, long cell, WaitKind kind, long detail, int peer);

    /**
     * Says what ends a wait on a variable of this PE, so that wakers may look before they wake; called after
     * {@link #begin}, or not at all when any update may end the wait. It ends when
     * {@code (variable & mask ^ flip) cmp (right ^ flip)}.
     *
     * @param variable offset in this PE's region of an int or a long
     * @param wide     whether it is a long; an int is sign-extended
     * @param mask     its bits that count
     * @param flip     0, or the sign bit for unsigned comparison
     * @param cmp      the comparison
     * @param right    its right side
     */
    public void until(long variable, boolean wide, long mask, long flip, Comparison cmp, long right) {
        // A hint; waiting is right without it.
    }

    /**
     * Says which PEs have to arrive for the wait to end, for hang reports; called after {@link #begin}, or not at all.
     *
     * @param start  world number of the first
     * @param stride from one to the next
     * @param size   how many
     */
    public void members(int start, int stride, int size) {
        // A hint; waiting is right without it.
    }

    /**
     * Says which collective the wait is part of, for reports; called after {@link #begin}, or not at all.
     *
     * @param routine the collective
     * @param root    world number of its root, -1 where it has none
     */
    public void collective(Routine routine, int root) {
        // A hint; waiting is right without it.
    }

    /** Lets some time pass, longer with each call; throws {@code JobAbortedException} when the job is being ended. */
    public abstract void pause();

    public abstract void end();
}
