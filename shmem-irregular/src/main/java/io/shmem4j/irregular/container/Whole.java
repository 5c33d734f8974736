// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.engine.Fault;
import java.util.function.IntPredicate;

/**
 * Operations of PEs on shared words. Each has happened whole or not at all when its PE dies, and the PE's next life
 * learns whether the last one did.
 *
 * <p>A part of the words has a lock, which names its owner. An operation takes the lock, prepares what nobody reads,
 * happens with one store, tidies up, and releases the lock. When an owner has died, the next PE that wants the lock
 * takes it over, settles the dead PE's operation, and repairs what can be derived.
 *
 * <p>A PE announces each operation in a slot of its own memory: its number and lock, and under the lock, before the
 * deciding store, the word that decides and the value that it gets. Why the word shows what has happened: a PE settles
 * its operation before it releases the lock. So where an operation of a dead PE is not settled and has named a word,
 * that PE had the lock, or somebody who took it over died before settling. Nobody else has changed the word since,
 * because repair comes after settling. So the word has its value if and only if the operation happened.
 *
 * <p>A lock has a count of releases in its upper half, then the life of its owner, then the owner's number and 1. A
 * reader without the lock that finds the same free lock before and after has read what no operation was changing. A PE
 * that has come back takes no lock before it is among the living, so the owner of a lock that is seen before it is not
 * among them is dead. So is an owner of an earlier life than the PE's slot names, which each life does when it begins.
 * One of all PEs that take over a lock succeeds, its owner's next life included.
 */
abstract class Whole {
    static final int SLOT_WORDS = 8;

    private static final int NUMBER = 0;
    private static final int WHERE = 1;
    private static final int EVIDENCE = 2;
    private static final int AFTER = 3;
    private static final int DONE = 4;
    private static final int SETTLED = 5;
    private static final int HOLDS = 6;
    private static final int LIFE = 7;

    private static final int LIFE_SHIFT = 16;
    private static final long OWNER_MASK = (1 << LIFE_SHIFT) - 1;
    private static final int RELEASES_SHIFT = 32;
    private static final int PE_SHIFT = 44;
    /** Rounds of a wait between two questions whether the owner lives. */
    private static final int PATIENCE = 64;

    final Region region;
    final int me;
    final int n;
    private final Region slots;
    private final int life;
    private final IntPredicate lives;
    private boolean resumed;

    /**
     * Uses words that are zero, or have been used so before.
     *
     * @param life  this PE's incarnation, starting at 1
     * @param lives whether a PE is alive; a dead PE is not until all know of its next life
     */
    Whole(Region region, Region slots, int me, int n, int life, IntPredicate lives) {
        this.region = region;
        this.slots = slots;
        this.me = me;
        this.n = n;
        this.life = life;
        this.lives = lives;
        slots.set(LIFE, life, me);
    }

    /** Makes right what operations derive from the words that decide; with the lock of the part. */
    abstract void repair(int pe, long lock);

    /**
     * Settles the last operation of this PE's earlier life, and releases what that held; once.
     *
     * @throws IllegalStateException if this PE has come back and is not among the living yet
     */
    final synchronized void resume() {
        if (resumed) {
            return;
        }
        if (!lives.test(me)) {
            throw new IllegalStateException(Fault.where() + ": this PE has come back; call recover() before it changes"
                + " a container");
        }
        long held = slots.get(HOLDS, me);
        if (held != 0) {
            long seen = region.get(lockOf(held), peOf(held));
            if (owner(seen) == me && takeOver(peOf(held), lockOf(held), seen)) {
                recover(peOf(held), lockOf(held), true);
                unlock(peOf(held), lockOf(held));
            }
        }
        if (!settled(me)) {
            long where = slots.get(WHERE, me);
            lock(peOf(where), lockOf(where));
            if (!settled(me)) {
                settle(me, peOf(where));
            }
            unlock(peOf(where), lockOf(where));
        }
        resumed = true;
    }

    /** {@return what this PE's last operation, maybe of an earlier life, has come to} */
    final LastOperation last() {
        resume();
        return new LastOperation(slots.get(NUMBER, me), slots.get(DONE, me));
    }

    /** Announces an operation and takes its lock. */
    final void begin(int pe, long lock) {
        resume();
        slots.set(EVIDENCE, 0, me);
        slots.set(WHERE, where(pe, lock), me);
        slots.set(NUMBER, slots.get(NUMBER, me) + 1, me);
        lock(pe, lock);
    }

    /** Makes the operation happen, by a store of another value than the word has. */
    final void happen(long word, long value, int pe) {
        slots.set(AFTER, value, me);
        slots.set(EVIDENCE, word + 1, me);
        region.set(word, value, pe);
    }

    /** Ends an operation, which has happened or not: others see that before the caller goes on. */
    final void end(boolean happened, int pe, long lock) {
        long number = slots.get(NUMBER, me);
        if (happened) {
            slots.set(DONE, number, me);
        }
        slots.set(SETTLED, number, me);
        unlock(pe, lock);
        region.complete();
    }

    /** Ends an operation that an exception has cut off. */
    final void cutOff(int pe, long lock) {
        settle(me, pe);
        repair(pe, lock);
        unlock(pe, lock);
    }

    final void lock(int pe, long lock) {
        slots.set(HOLDS, where(pe, lock), me);
        for (int round = 0;; round++) {
            long seen = region.get(lock, pe);
            int owner = owner(seen);
            if (owner < 0) {
                if (region.compareAndSet(lock, seen, seen | own(), pe)) {
                    return;
                }
            } else if (dead(seen, round)) {
                if (takeOver(pe, lock, seen)) {
                    recover(pe, lock, false);
                    return;
                }
            } else {
                region.pause(round);
            }
        }
    }

    final void unlock(int pe, long lock) {
        region.set(lock, releases(pe, lock) + 1 << RELEASES_SHIFT, pe);
        slots.set(HOLDS, 0, me);
    }

    /** {@return the value of a lock when it is free}; takes it over from an owner that has died. */
    final long awaitFree(int pe, long lock) {
        for (int round = 0;; round++) {
            long seen = region.get(lock, pe);
            int owner = owner(seen);
            if (owner < 0) {
                return seen;
            }
            if (dead(seen, round)) {
                synchronized (this) {
                    resume();
                    lock(pe, lock);
                    unlock(pe, lock);
                }
            } else {
                region.pause(round);
            }
        }
    }

    /** {@return how often a lock has been released} */
    final long releases(int pe, long lock) {
        return region.get(lock, pe) >>> RELEASES_SHIFT;
    }

    private boolean dead(long lock, int round) {
        long owners = lock >>> LIFE_SHIFT & OWNER_MASK;
        return round % PATIENCE == PATIENCE - 1
            && (!lives.test(owner(lock)) || (slots.get(LIFE, owner(lock)) & OWNER_MASK) > owners);
    }

    private boolean takeOver(int pe, long lock, long seen) {
        return region.compareAndSet(lock, seen, seen >>> RELEASES_SHIFT << RELEASES_SHIFT | own(), pe);
    }

    private long own() {
        return (life & OWNER_MASK) << LIFE_SHIFT | me + 1;
    }

    private void recover(int pe, long lock, boolean own) {
        long where = where(pe, lock);
        for (int other = 0; other < n; other++) {
            // A living PE that has named its word has the lock.
            if ((other != me || own) && slots.get(WHERE, other) == where && !settled(other)
                && slots.get(EVIDENCE, other) != 0) {
                settle(other, pe);
            }
        }
        repair(pe, lock);
    }

    private boolean settled(int other) {
        return slots.get(NUMBER, other) == slots.get(SETTLED, other);
    }

    private void settle(int other, int pe) {
        long number = slots.get(NUMBER, other);
        long evidence = slots.get(EVIDENCE, other);
        if (evidence != 0 && region.get(evidence - 1, pe) == slots.get(AFTER, other)) {
            slots.set(DONE, number, other);
        }
        slots.set(SETTLED, number, other);
    }

    /** {@return the PE that has a lock, negative where it is free} */
    private static int owner(long lock) {
        return (int) (lock & OWNER_MASK) - 1;
    }

    private static long where(int pe, long lock) {
        return pe + 1L << PE_SHIFT | lock;
    }

    private static int peOf(long where) {
        return (int) (where >>> PE_SHIFT) - 1;
    }

    private static long lockOf(long where) {
        return where & (1L << PE_SHIFT) - 1;
    }
}
