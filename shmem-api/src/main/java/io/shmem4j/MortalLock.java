// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Lives;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.util.function.BooleanSupplier;

/**
 * A lock of a job that outlives its PEs: one word says who has it, in which life, and a bakery says whose turn is next.
 * In it each PE writes a word of its own, so a dead PE leaves nothing to clear.
 *
 * <pre>
 *   low 32 bits, on every PE:      QUEUED while it waits or owns | CHOOSING while it draws | its life | its ticket
 *   high 32 bits, on the home PE:  the owner: joins of the queue | its life | 1 + its number; 0 where nobody wants it
 *   high 32 bits, on the next PE:  tickets that were drawn
 * </pre>
 * A PE takes and clears a lock that nobody else wants by one atomic each. Else it draws a ticket and counts its join,
 * so nobody takes the lock past it: the owner's word is not 0. The first in the queue puts itself in the place of an
 * owner that has left or died. An owner leaves with joins in the word if it sees anybody in the queue, and with 0 else;
 * a join in between makes it look again. A word of another life than the PE has now says nothing. Joins that dead
 * PEs leave send the next owner to the queue, and it clears them. Tickets go round: those that count at a time are few,
 * because a PE draws only to wait.
 *
 * <p>Ordering: all changes are sequentially consistent atomics. A PE says that it draws before it does, and looks at
 * the others after its ticket is there. So of two PEs the one with the later ticket sees the other draw, or its ticket.
 */
final class MortalLock {
    private static final int QUEUED = 1 << 31;
    private static final int CHOOSING = 1 << 30;
    private static final int TICKET_BITS = 20;
    private static final int TICKET = (1 << TICKET_BITS) - 1;
    private static final int LIFE = CHOOSING - 1 >>> TICKET_BITS;
    private static final int NUMBER_BITS = 11;
    private static final int NUMBER = (1 << NUMBER_BITS) - 1;
    private static final int OWNER = LIFE << NUMBER_BITS | NUMBER;
    private static final int JOIN = OWNER + 1;
    private static final int SHARED = Integer.BYTES;

    private final Backend backend;
    private final Lives lives;
    private final int me;
    private final int n;
    private final int owner;
    private boolean ownerDied;

    MortalLock(Backend backend) {
        this.backend = backend;
        this.lives = backend.lives();
        this.me = backend.pe();
        this.n = backend.nPes();
        this.owner = (lives.life() & LIFE) << NUMBER_BITS | me + 1;
    }

    /** {@return 0 if the lock was free and is this PE's now; else its word} */
    int takeFree(long at, int home) {
        ownerDied = false;
        return backend.compareSwapInt(home, at + SHARED, 0, owner);
    }

    /** {@return whether this PE is in the queue, or has the lock, whose word was seen} */
    boolean engaged(long at, int seen) {
        return (seen & OWNER) == owner || counts(me, backend.getInt(me, at));
    }

    /** Waits in the queue and takes the lock. */
    void queue(long at, int home) {
        int ticket = draw(at, home);
        boolean taken = false;
        try {
            for (int pe = 0; pe < n; pe++) {
                int before = pe;
                if (pe != me && ahead(pe, at, ticket)) {
                    await(at, pe, () -> !ahead(before, at, ticket));
                }
            }
            int had = (backend.getInt(home, at + SHARED) & NUMBER) - 1;
            await(at, had, () -> takeLeft(at, home, backend.getInt(home, at + SHARED)));
            taken = true;
        } finally {
            if (!taken) {
                backend.swapInt(me, at, 0);
                wake(at, first(at));
            }
        }
    }

    /** {@return whether the lock, whose word was seen, is this PE's now} It is if nobody has it or waits for it. */
    boolean takeIdle(long at, int home, int seen) {
        return first(at) < 0 && takeLeft(at, home, seen);
    }

    /** Gives the lock back; {@return whether this PE had it} */
    boolean clear(long at, int home) {
        int seen = backend.compareSwapInt(home, at + SHARED, owner, 0);
        if ((seen & OWNER) != owner) {
            return false;
        }
        if (seen != owner) {
            backend.swapInt(me, at, 0);
            int first;
            do {
                seen = backend.getInt(home, at + SHARED);
                first = first(at);
            } while (backend.compareSwapInt(home, at + SHARED, seen, first < 0 ? 0 : seen & ~OWNER) != seen);
            wake(at, first);
        }
        return true;
    }

    /** {@return whether the PE has died that had the lock before this one} */
    boolean ownerDied() {
        return ownerDied;
    }

    /** Joins the queue, and {@return this PE's ticket} */
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

    /** {@return a word with one join more} The joins go round, past 0. */
    private static int joined(int word) {
        int next = word + JOIN;
        return (next & ~OWNER) == 0 ? next + JOIN : next;
    }

    /** {@return whether the lock, whose word was seen, is this PE's now} It is not where its owner lives. */
    private boolean takeLeft(long at, int home, int seen) {
        int who = (seen & NUMBER) - 1;
        if (who >= 0 && (seen >>> NUMBER_BITS & LIFE) == (lives.deaths(who) & LIFE)
            || backend.compareSwapInt(home, at + SHARED, seen, seen & ~OWNER | owner) != seen) {
            return false;
        }
        ownerDied = who >= 0;
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

    private void await(long at, int peer, BooleanSupplier over) {
        Waiter waiter = backend.waiter();
        waiter.begin(me, SystemLayout.BELL, WaitKind.LOCK, at, peer);
        try {
            while (!over.getAsBoolean()) {
                waiter.pause();
            }
        } finally {
            waiter.end();
        }
    }

    /** {@return the first in the queue, or -1; one that still draws has not joined} */
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

    /** Wakes the PE whose turn it is. Where this PE dies in between, that one wakes up soon. */
    private void wake(long at, int first) {
        if (first >= 0) {
            backend.fetchOrInt(first, at, 0);
        }
    }
}
