// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.spi.Backend.Update;
import io.shmem4j.spi.Lives;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.util.function.BooleanSupplier;

/**
 * The lock of jobs that survive deaths: a word names the owner and its incarnation, and Lamport's bakery algorithm
 * orders the waiters. Each PE writes only its own word of the bakery, so a dead PE leaves nothing to clean up.
 *
 * <pre>
 *   low 32 bits, on every PE:      QUEUED while it waits or owns | CHOOSING while it draws | incarnation | ticket
 *   high 32 bits, on the home PE:  the owner: joins of the queue | incarnation | 1 + its number; 0 when free
 *   high 32 bits, on the next PE:  number of tickets drawn
 * </pre>
 * Without contention, locking and unlocking take one atomic each. A PE that finds the lock taken draws a ticket and
 * adds a join to the owner's word; the word is then never 0, so no PE bypasses the queue. The first PE in the queue
 * replaces an owner that has left or died. An owner that unlocks writes 0 if it sees an empty queue; otherwise it only
 * removes its own number. A join in between makes its compare-and-set fail, and it looks again. Words of earlier
 * incarnations are ignored, and each incarnation that makes the lock withdraws them. A join of a dead PE sends the next
 * owner to the queue, which clears it. Tickets wrap around, but no more are in use than PEs wait.
 *
 * <p>Ordering: every change is a sequentially consistent atomic. A PE publishes that it is drawing before it draws, and
 * reads the words of the other PEs after its ticket is published. So of two PEs the one with the later ticket sees that
 * the other one is drawing, or its ticket.
 */
final class MortalLock extends PeLock {
    private static final int QUEUED = 1 << 31;
    private static final int CHOOSING = 1 << 30;
    private static final int TICKET_BITS = 20;
    private static final int TICKET = (1 << TICKET_BITS) - 1;
    private static final int LIFE = CHOOSING - 1 >>> TICKET_BITS;
    private static final int NUMBER_BITS = 11;
    private static final int NUMBER = (1 << NUMBER_BITS) - 1;
    private static final int OWNER = LIFE << NUMBER_BITS | NUMBER;
    private static final int JOIN = OWNER + 1;
    private static final int SHARED = NODE;

    private final Lives lives;
    private final int n;
    private final int owner;
    /** Whether this PE may have a word in the bakery. */
    private boolean queued;

    MortalLock(Block block, long address) {
        super(block, address);
        this.lives = backend.lives();
        this.n = backend.nPes();
        this.owner = owner(lives.life());
        for (int pe = 0; pe < n; pe++) {
            Pages.requireAll(pe, address, Long.BYTES);
        }
        forgetEarlier(address, home);
    }

    private int owner(int life) {
        return (life & LIFE) << NUMBER_BITS | me + 1;
    }

    /**
     * Withdraws the words of an earlier incarnation of this PE, or changes them to the incarnation before this one: a
     * word has few bits for the incarnation, so a later one may have the same bits.
     */
    private void forgetEarlier(long at, int home) {
        if (lives.life() == 0) {
            return;
        }
        int word = backend.getInt(me, at);
        if (word != 0 && !counts(me, word)) {
            backend.compareSwapInt(me, at, word, 0);
        }
        int seen = backend.getInt(home, at + SHARED);
        while ((seen & NUMBER) == me + 1 && (seen & OWNER) != owner && (seen & OWNER) != owner(lives.life() - 1)) {
            backend.compareSwapInt(home, at + SHARED, seen, seen & ~OWNER | owner(lives.life() - 1));
            seen = backend.getInt(home, at + SHARED);
        }
    }

    @Override
    boolean tryTake() {
        if (backend.observer().failsTest()) {
            return false;
        }
        int seen = takeFree();
        return owned || first(address) < 0 && takeLeft(address, home, seen);
    }

    /** {@return the owner's word, 0 if this PE has just taken the free lock} */
    private int takeFree() {
        ownerDied = false;
        int seen = backend.compareSwapInt(home, address + SHARED, 0, owner);
        owned = seen == 0;
        return seen;
    }

    @Override
    boolean take(long nanos, boolean interruptibly) {
        if (takeFree() != 0) {
            queue(address, home, nanos, interruptibly);
        }
        return owned;
    }

    /** Waits in the queue, no longer than a time, and perhaps only until an interrupt. */
    private void queue(long at, int home, long nanos, boolean interruptibly) {
        long start = nanos == Waiter.FOREVER ? 0 : backend.nanoTime();
        queued = true;
        int ticket = draw(at, home);
        for (int pe = 0; pe < n; pe++) {
            int before = pe;
            if (pe != me && ahead(pe, at, ticket)
                && !await(at, pe, left(nanos, start), interruptibly, () -> !ahead(before, at, ticket))) {
                return;
            }
        }
        int owns = (backend.getInt(home, at + SHARED) & NUMBER) - 1;
        await(at, owns < n ? owns : -1, left(nanos, start), interruptibly,
            () -> takeLeft(at, home, backend.getInt(home, at + SHARED)));
    }

    private long left(long nanos, long start) {
        return nanos == Waiter.FOREVER ? nanos : nanos - (backend.nanoTime() - start);
    }

    @Override
    void release() {
        if (!owned && !queued) {
            return;
        }
        if (!queued && backend.clearInt(home, address + SHARED, owner)) {
            owned = false;
            return;
        }
        backend.quiet();
        backend.swapInt(me, address, 0);
        queued = false;
        int seen;
        int first;
        do {
            seen = backend.getInt(home, address + SHARED);
            first = first(address);
        } while (owned && (owned = backend.compareSwapInt(home, address + SHARED, seen,
            first < 0 ? 0 : seen & ~OWNER) != seen));
        wake(address, first);
    }

    /** Joins the queue; {@return this PE's ticket} */
    private int draw(long at, int home) {
        int mine = (lives.life() & LIFE) << TICKET_BITS;
        backend.swapInt(me, at, CHOOSING | mine);
        int ticket = n == 1 ? 0 : backend.fetchAddInt((home + 1) % n, at + SHARED, 1) & TICKET;
        backend.swapInt(me, at, QUEUED | mine | ticket);
        int seen = backend.getInt(home, at + SHARED);
        int was;
        while ((was = backend.compareSwapInt(home, at + SHARED, seen, joined(seen))) != seen) {
            seen = was;
        }
        return ticket;
    }

    /** {@return the owner's word with another join; the count wraps around to 1} */
    private static int joined(int word) {
        int next = word + JOIN;
        return (next & ~OWNER) == 0 ? next + JOIN : next;
    }

    /** Replaces the owner in a word unless that PE is alive; {@return whether this PE got the lock} */
    private boolean takeLeft(long at, int home, int seen) {
        int who = (seen & NUMBER) - 1;
        return (who < 0 || (seen >>> NUMBER_BITS & LIFE) != (lives.deaths(who) & LIFE))
            && replace(at, home, seen, who >= 0);
    }

    private boolean replace(long at, int home, int seen, boolean died) {
        if (backend.compareSwapInt(home, at + SHARED, seen, seen & ~OWNER | owner) != seen) {
            return false;
        }
        ownerDied = died;
        owned = true;
        return true;
    }

    private boolean counts(int pe, int word) {
        return (word & (QUEUED | CHOOSING)) != 0 && (word >>> TICKET_BITS & LIFE) == (lives.deaths(pe) & LIFE);
    }

    private boolean ahead(int pe, long at, int ticket) {
        int word = backend.getInt(pe, at);
        return counts(pe, word) && ((word & CHOOSING) != 0 || before(word, ticket));
    }

    private static boolean before(int word, int ticket) {
        return (word - ticket << Integer.SIZE - TICKET_BITS) < 0;
    }

    private boolean await(long at, int peer, long nanos, boolean interruptibly, BooleanSupplier condition) {
        Waiter waiter = backend.waiter();
        waiter.begin(me, SystemLayout.BELL, WaitKind.LOCK, at, peer);
        waiter.limit(nanos);
        try {
            boolean holds;
            while (!(holds = condition.getAsBoolean()) && !waiter.expired()
                && !(interruptibly && Thread.currentThread().isInterrupted())) {
                waiter.pause();
            }
            return holds;
        } finally {
            waiter.end();
        }
    }

    /** {@return the first PE in the queue, or -1; ignores PEs that are still drawing} */
    private int first(long at) {
        int first = -1;
        int ticket = 0;
        for (int pe = 0; pe < n; pe++) {
            int word = backend.getInt(pe, at);
            if ((word & QUEUED) != 0 && counts(pe, word) && (first < 0 || before(word, ticket))) {
                first = pe;
                ticket = word & TICKET;
            }
        }
        return first;
    }

    /** Wakes the first PE of the queue, if there is one. If this PE dies first, the sleeper wakes by its timeout. */
    private void wake(long at, int first) {
        if (first >= 0) {
            backend.fetchBitsInt(Update.OR, first, at, 0);
        }
    }
}
