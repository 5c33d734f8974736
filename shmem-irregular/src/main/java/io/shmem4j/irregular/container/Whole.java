// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Section;
import io.shmem4j.spi.Times;
import io.shmem4j.spi.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
 * among them is dead. So is an owner of an earlier life than the PE's slot names, which each life does when it begins,
 * and any owner until then: the slot also names the incarnation.
 * One of all PEs that take over a lock succeeds, its owner's next life included.
 *
 * <p>An operation that an exception cuts off ends such a life, too: its PE completes its stores and counts up the life
 * in its slot. Nothing is released, and the next PE repairs, which may be the same one. If even that fails, because the
 * stack or the memory is still full, the PE's own next operation repairs, or a thread of the library within a second.
 *
 * <p>One thread of a PE at a time is inside. The end of that is the store of a field, which needs no stack.
 */
abstract class Whole implements Section {
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
    private static final VarHandle INSIDE;
    private static final long SHUT_NAP_NANOS = 50_000;
    /** Naps until the thread inside counts as stopped; they count the time in which this process runs. */
    private static final long SHUT_NAPS = Times.SHUT_NANOS / SHUT_NAP_NANOS;

    static {
        try {
            INSIDE = MethodHandles.lookup().findVarHandle(Whole.class, "inside", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The thread that is inside, or null; {@link #enter} sets it, and a {@code finally} of the caller clears it. */
    volatile Thread inside;
    final Region region;
    final int me;
    final int n;
    private final Region slots;
    private final IntPredicate lives;
    /** The life that this PE's locks name. */
    private long life;
    private boolean resumed;
    /** Whether an operation is under way, or an exception has cut it off and nothing has repaired it yet. */
    private boolean underWay;
    private volatile boolean shut;

    /**
     * Uses words that are zero, or have been used so before.
     *
     * @param lives whether a PE is alive; a dead PE is not until all know of its next life
     */
    Whole(Region region, Region slots, int me, int n, IntPredicate lives) {
        this.region = region;
        this.slots = slots;
        this.me = me;
        this.n = n;
        this.lives = lives;
        endLife();
    }

    private void endLife() {
        int next = (int) slots.get(LIFE, me) + 1;
        slots.set(LIFE, (long) region.deaths(me) << Integer.SIZE | next & 0xFFFF_FFFFL, me);
    }

    /** Makes right what operations derive from the words that decide; with the lock of the part. */
    abstract void repair(int pe, long lock);

    /** Waits until no other thread of this PE is inside, at most for the limit of the thread's waits. */
    final void enter() {
        Thread thread = Thread.currentThread();
        for (int round = 0; !INSIDE.compareAndSet(this, null, thread); round++) {
            region.pause(round);
        }
        if (shut) {
            inside = null;
            throw Fault.notInitialized();
        }
    }

    /** Ends an operation that an exception has cut off, as a death would do. */
    final void cutOff() {
        underWay = true;
        // The first try may get the Error of an earlier store, which comes late.
        for (int tries = 0; tries < 2 && underWay; tries++) {
            try {
                region.complete();
                endLife();
                resume();
            } catch (RuntimeException | VirtualMachineError _) {
                // The next operation of this PE repairs.
            }
        }
    }

    @Override
    public final void mend() {
        if (inside == null && underWay) {
            try {
                last();
            } catch (RuntimeException | VirtualMachineError _) {
                // It tries again.
            }
        }
    }

    @Override
    public final void shut() {
        shut = true;
        for (int naps = 0; inside != null && naps < SHUT_NAPS; naps++) {
            Waiter.park(SHUT_NAP_NANOS);
        }
        if (inside == null && underWay) {
            cutOff();
        }
    }

    /**
     * Settles the last operation of this PE if a death or an exception has cut it off, and releases what that held.
     *
     * @throws IllegalStateException if this PE has come back and is not among the living yet
     */
    private void resume() {
        if (resumed && !underWay) {
            return;
        }
        if (!lives.test(me)) {
            throw new IllegalStateException(Fault.where() + ": this PE has come back; call recover() before it changes"
                + " a container");
        }
        life = slots.get(LIFE, me);
        long held = slots.get(HOLDS, me);
        if (held != 0) {
            long seen = region.get(lockOf(held), peOf(held));
            if (owner(seen) == me && takeOver(peOf(held), lockOf(held), seen)) {
                recover(peOf(held), lockOf(held));
                unlock(peOf(held), lockOf(held));
            }
        }
        if (!settled(me) && slots.get(EVIDENCE, me) == 0) {
            // It has not happened, and nobody else settles it.
            slots.set(SETTLED, slots.get(NUMBER, me), me);
        }
        if (!settled(me)) {
            long where = slots.get(WHERE, me);
            lock(peOf(where), lockOf(where));
            if (!settled(me)) {
                settle(me, peOf(where));
            }
            unlock(peOf(where), lockOf(where));
        }
        underWay = false;
        resumed = true;
    }

    /** {@return what this PE's last operation, maybe of an earlier life, has come to} */
    final LastOperation last() {
        enter();
        try {
            resume();
            return new LastOperation(slots.get(NUMBER, me), slots.get(DONE, me));
        } finally {
            inside = null;
        }
    }

    /** Announces an operation and takes its lock. */
    final void begin(int pe, long lock) {
        resume();
        slots.set(EVIDENCE, 0, me);
        slots.set(WHERE, where(pe, lock), me);
        slots.set(NUMBER, slots.get(NUMBER, me) + 1, me);
        underWay = true;
        lock(pe, lock);
    }

    /** Takes a lock, and announces no operation. */
    final void hold(int pe, long lock) {
        resume();
        underWay = true;
        lock(pe, lock);
    }

    /** Releases what {@link #hold} has taken. */
    final void release(int pe, long lock) {
        unlock(pe, lock);
        underWay = false;
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
        underWay = false;
    }

    private void lock(int pe, long lock) {
        slots.set(HOLDS, where(pe, lock), me);
        for (int round = 0;; round++) {
            if (shut) {
                throw Fault.notInitialized();
            }
            long seen = region.get(lock, pe);
            int owner = owner(seen);
            if (owner < 0) {
                if (region.compareAndSet(lock, seen, seen | own(), pe)) {
                    return;
                }
            } else if (dead(seen, round)) {
                if (takeOver(pe, lock, seen)) {
                    recover(pe, lock);
                    return;
                }
            } else {
                region.pause(round);
            }
        }
    }

    private void unlock(int pe, long lock) {
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
                takeOver(pe, lock);
            } else {
                region.pause(round);
            }
        }
    }

    private void takeOver(int pe, long lock) {
        enter();
        try {
            hold(pe, lock);
            release(pe, lock);
        } catch (RuntimeException | Error e) {
            cutOff();
            throw e;
        } finally {
            inside = null;
        }
    }

    /** {@return how often a lock has been released} */
    final long releases(int pe, long lock) {
        return region.get(lock, pe) >>> RELEASES_SHIFT;
    }

    private boolean dead(long lock, int round) {
        int owner = owner(lock);
        if (round % PATIENCE != PATIENCE - 1) {
            return false;
        }
        long named = slots.get(LIFE, owner);
        return !lives.test(owner) || owner == me && inside == null
            || (short) (named - (lock >>> LIFE_SHIFT)) > 0 || named >>> Integer.SIZE < region.deaths(owner);
    }

    private boolean takeOver(int pe, long lock, long seen) {
        return region.compareAndSet(lock, seen, seen >>> RELEASES_SHIFT << RELEASES_SHIFT | own(), pe);
    }

    private long own() {
        return (life & OWNER_MASK) << LIFE_SHIFT | me + 1;
    }

    private void recover(int pe, long lock) {
        long where = where(pe, lock);
        for (int other = 0; other < n; other++) {
            // A living PE that has named its word has the lock. This PE's own operation is of an earlier life.
            if (slots.get(WHERE, other) == where && !settled(other) && slots.get(EVIDENCE, other) != 0) {
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
