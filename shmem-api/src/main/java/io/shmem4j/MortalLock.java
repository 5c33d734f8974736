// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Lives;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;

/**
 * A lock of a job that outlives its PEs: a bakery, in which each PE writes a word of its own, so a dead PE leaves
 * nothing to clear.
 *
 * <pre>
 *   low 32 bits, on every PE:      QUEUED while it waits or owns | CHOOSING while it draws | its life | its ticket
 *   high 32 bits, on the home PE:  tickets that were drawn
 *   high 32 bits, on the next PE:  the owner: 1 + its number | its life above; 0 where nobody has the lock
 * </pre>
 * A word of another life than the PE has now says nothing. A PE has its turn when no other PE that counts draws or has
 * an earlier ticket. Then it puts itself in the owner's place. Who was there before has died with the lock, since an
 * owner leaves that place before its turn ends. Tickets go round: those that count at a time are few, because a PE
 * draws only to wait, or when the lock seems to be free.
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
    private static final int SHARED = Integer.BYTES;

    private final Backend backend;
    private final Lives lives;
    private final int me;
    private final int n;
    private boolean ownerDied;

    MortalLock(Backend backend) {
        this.backend = backend;
        this.lives = backend.lives();
        this.me = backend.pe();
        this.n = backend.nPes();
    }

    /** {@return whether this PE is in the queue, or has the lock} */
    boolean engaged(long at) {
        return counts(me, backend.getInt(me, at));
    }

    /** {@return whether the lock is this PE's now} Where it does not wait, it draws no ticket if the lock is taken. */
    boolean take(long at, int home, boolean waits) {
        for (int pe = 0; pe < n && !waits; pe++) {
            if (counts(pe, backend.getInt(pe, at))) {
                return false;
            }
        }
        int mine = (lives.life() & LIFE) << TICKET_BITS;
        backend.swapInt(me, at, CHOOSING | mine);
        int ticket = n == 1 ? 0 : backend.fetchAddInt(home, at + SHARED, 1) & TICKET;
        backend.swapInt(me, at, QUEUED | mine | ticket);
        for (int pe = 0; pe < n; pe++) {
            if (pe != me && ahead(pe, at, ticket) && !await(pe, at, ticket, waits)) {
                return false;
            }
        }
        ownerDied = backend.swapInt(next(home), at + SHARED, owner()) != 0;
        return true;
    }

    boolean owns(long at, int home) {
        return backend.getInt(next(home), at + SHARED) == owner();
    }

    /** Gives the lock back, which this PE has. */
    void clear(long at, int home) {
        backend.swapInt(next(home), at + SHARED, 0);
        leave(at);
    }

    /** {@return whether the PE has died that had the lock before this one} */
    boolean ownerDied() {
        return ownerDied;
    }

    private int next(int home) {
        return (home + 1) % n;
    }

    private int owner() {
        return lives.life() << NUMBER_BITS | me + 1;
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

    /**
     * Waits until a PE is not ahead any more, or only until it has drawn, and {@return whether it is not ahead} If it
     * still is, this PE leaves the queue.
     */
    private boolean await(int pe, long at, int ticket, boolean waits) {
        Waiter waiter = backend.waiter();
        waiter.begin(me, SystemLayout.BELL, WaitKind.LOCK, at, pe);
        boolean ahead = true;
        try {
            while ((ahead = ahead(pe, at, ticket)) && (waits || (backend.getInt(pe, at) & CHOOSING) != 0)) {
                waiter.pause();
            }
            return !ahead;
        } finally {
            waiter.end();
            if (ahead) {
                leave(at);
            }
        }
    }

    /** Leaves the queue, and wakes the PE whose turn it is. Where this PE dies in between, that one wakes up soon. */
    private void leave(long at) {
        backend.swapInt(me, at, 0);
        int first = -1;
        int ticket = 0;
        for (int pe = 0; pe < n; pe++) {
            int word = backend.getInt(pe, at);
            if (counts(pe, word) && (first < 0 || before(word, ticket))) {
                first = pe;
                ticket = word & TICKET;
            }
        }
        if (first >= 0) {
            backend.fetchOrInt(first, at, 0);
        }
    }
}
