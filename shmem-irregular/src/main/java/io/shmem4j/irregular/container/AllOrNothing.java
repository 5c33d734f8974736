// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.engine.Fault;
import io.shmem4j.progress.Section;
import io.shmem4j.spi.Times;
import io.shmem4j.spi.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntPredicate;

/**
 * A container in the memory of all PEs, each of whose operations happens completely or not at all, even if its PE dies
 * in the middle. {@link Slots} has the proof; this class has the locks.
 *
 * <p><b>Locks.</b> A word has the number of releases in its upper half, then the low bits of its owner's life, then the
 * owner's number plus 1. A reader that finds the same free lock before and after it reads has seen no change. A PE
 * takes the lock of a dead owner over by a compare-and-set, so one PE succeeds, which may be the owner's next life.
 *
 * <p><b>An owner counts as dead</b> if it is not alive when asked after its lock was read: a restarted PE acquires no
 * lock before all PEs count it as alive, so the lock is of an earlier incarnation. An owner also counts as dead if its
 * slot names a later life than the lock does, or fewer deaths than it has had, since its next incarnation has not begun
 * a life then. This PE's own lock has no living owner while no thread is inside.
 *
 * <p><b>Exceptions.</b> An operation that an exception interrupts ends its PE's life as a death does: the PE completes
 * its stores and begins the next life, but releases nothing, and the next PE repairs, which may be the same one. If
 * even that fails because stack or memory is exhausted, the PE's next operation repairs, or a thread of the library
 * within a second.
 *
 * <p>One thread of a PE at a time is inside. It leaves by the store of a field, which needs no stack.
 */
abstract class AllOrNothing implements Section {
    private static final int LIFE_SHIFT = 16;
    private static final long OWNER_MASK = (1 << LIFE_SHIFT) - 1;
    private static final int RELEASES_SHIFT = 32;
    /** Polls of a lock between two checks of its owner. */
    private static final int PATIENCE = 64;
    private static final VarHandle INSIDE;
    private static final long SHUT_NAP_NANOS = 50_000;
    /** Number of naps until the thread inside counts as stopped. Naps don't count while the process is stopped. */
    private static final long SHUT_NAPS = Times.SHUT_NANOS / SHUT_NAP_NANOS;

    static {
        try {
            INSIDE = MethodHandles.lookup().findVarHandle(AllOrNothing.class, "inside", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The thread inside, or null. {@link #enter} sets it; a {@code finally} of the caller clears it. */
    volatile Thread inside;
    final Region region;
    final int me;
    final int n;
    private final Slots slots;
    private final IntPredicate alive;
    /** The life that locks of this PE name. */
    private long life;
    private boolean recovered;
    /** Whether an operation is running, or an exception has interrupted one that is not repaired yet. */
    private boolean unfinished;
    private volatile boolean shut;

    /**
     * Uses words that are zero, or that an earlier incarnation has used.
     *
     * @param alive whether a PE is alive; a restarted PE is once all PEs know its new incarnation
     */
    AllOrNothing(Region region, Region slots, int me, int n, IntPredicate alive) {
        this.region = region;
        this.slots = new Slots(slots, me);
        this.me = me;
        this.n = n;
        this.alive = alive;
        beginLife();
    }

    private void beginLife() {
        slots.beginLife(region.deaths(me));
    }

    /** Restores all words of a part that derive from its deciding words, for the owner of its lock. */
    abstract void repair(int pe, long lock);

    /** Waits until no other thread of this PE is inside, up to the thread's time limit. */
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

    /** Ends the operation that an exception has interrupted, as a death would. */
    final void abandon() {
        unfinished = true;
        // The first try may throw the late Error of an earlier store.
        for (int tries = 0; tries < 2 && unfinished; tries++) {
            try {
                region.complete();
                beginLife();
                recover();
            } catch (RuntimeException | VirtualMachineError _) {
                // This PE's next operation repairs.
            }
        }
    }

    @Override
    public final void mend() {
        if (inside == null && unfinished) {
            try {
                last();
            } catch (RuntimeException | VirtualMachineError _) {
                // The library's thread tries again.
            }
        }
    }

    @Override
    public final void shut() {
        shut = true;
        for (int naps = 0; inside != null && naps < SHUT_NAPS; naps++) {
            Waiter.park(SHUT_NAP_NANOS);
        }
        if (inside == null && unfinished) {
            abandon();
        }
    }

    /**
     * Settles this PE's last operation, and releases its lock, if a death or an exception has interrupted it.
     *
     * @throws IllegalStateException if this PE was restarted and has not met the others yet
     */
    private void recover() {
        if (recovered && !unfinished) {
            return;
        }
        if (!alive.test(me)) {
            throw new IllegalStateException(Fault.where() + ": this PE was restarted; call recover() before it changes"
                + " a container");
        }
        life = slots.life(me);
        long held = slots.holds();
        if (held != 0) {
            long seen = region.get(Slots.lockOf(held), Slots.peOf(held));
            if (owner(seen) == me && takeOver(Slots.peOf(held), Slots.lockOf(held), seen)) {
                settleAll(Slots.peOf(held), Slots.lockOf(held));
                unlock(Slots.peOf(held), Slots.lockOf(held));
            }
        }
        if (!slots.isSettled(me) && !slots.hasNamed(me)) {
            slots.settle(false);
        }
        if (!slots.isSettled(me)) {
            long where = slots.where(me);
            lock(Slots.peOf(where), Slots.lockOf(where));
            if (!slots.isSettled(me)) {
                slots.settle(me, region, Slots.peOf(where));
            }
            unlock(Slots.peOf(where), Slots.lockOf(where));
        }
        unfinished = false;
        recovered = true;
    }

    /** {@return the outcome of this PE's last operation, perhaps of an earlier incarnation} */
    final LastOperation last() {
        enter();
        try {
            recover();
            return slots.last();
        } finally {
            inside = null;
        }
    }

    /** Announces an operation and acquires its lock. */
    final void begin(int pe, long lock) {
        recover();
        slots.announce(pe, lock);
        unfinished = true;
        lock(pe, lock);
    }

    /** Acquires a lock without an operation; {@link #release} ends that. */
    final void hold(int pe, long lock) {
        recover();
        unfinished = true;
        lock(pe, lock);
    }

    final void release(int pe, long lock) {
        unlock(pe, lock);
        unfinished = false;
    }

    /** Makes the operation happen, by storing a value that the word does not have. */
    final void commit(long word, long value, int pe) {
        slots.name(word, value);
        region.set(word, value, pe);
    }

    /** Ends an operation, so that all PEs see its outcome before the caller continues. */
    final void end(boolean happened, int pe, long lock) {
        slots.settle(happened);
        unlock(pe, lock);
        region.complete();
        unfinished = false;
    }

    private void lock(int pe, long lock) {
        slots.setHolds(Slots.where(pe, lock));
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
            } else if (isDead(seen, round)) {
                if (takeOver(pe, lock, seen)) {
                    settleAll(pe, lock);
                    return;
                }
            } else {
                region.pause(round);
            }
        }
    }

    private void unlock(int pe, long lock) {
        region.set(lock, releases(pe, lock) + 1 << RELEASES_SHIFT, pe);
        slots.setHolds(0);
    }

    /** {@return the value of a lock when it is free} Takes it over from a dead owner. */
    final long awaitFree(int pe, long lock) {
        for (int round = 0;; round++) {
            long seen = region.get(lock, pe);
            int owner = owner(seen);
            if (owner < 0) {
                return seen;
            }
            if (isDead(seen, round)) {
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
            abandon();
            throw e;
        } finally {
            inside = null;
        }
    }

    final long releases(int pe, long lock) {
        return region.get(lock, pe) >>> RELEASES_SHIFT;
    }

    /** {@return whether the owner of a lock is dead} Checks this every {@link #PATIENCE} rounds only. */
    private boolean isDead(long lock, int round) {
        int owner = owner(lock);
        if (round % PATIENCE != PATIENCE - 1) {
            return false;
        }
        long named = slots.life(owner);
        return !alive.test(owner) || owner == me && inside == null
            || (short) (named - (lock >>> LIFE_SHIFT)) > 0 || named >>> Integer.SIZE < region.deaths(owner);
    }

    private boolean takeOver(int pe, long lock, long seen) {
        return region.compareAndSet(lock, seen, seen >>> RELEASES_SHIFT << RELEASES_SHIFT | own(), pe);
    }

    private long own() {
        return (life & OWNER_MASK) << LIFE_SHIFT | me + 1;
    }

    /** Settles the operations under a lock that was taken over, then repairs. */
    private void settleAll(int pe, long lock) {
        long where = Slots.where(pe, lock);
        for (int other = 0; other < n; other++) {
            // Its PE is dead, or it is of this PE's earlier life: otherwise that PE would own the lock.
            if (slots.where(other) == where && !slots.isSettled(other) && slots.hasNamed(other)) {
                slots.settle(other, region, pe);
            }
        }
        repair(pe, lock);
    }

    /** {@return the PE that owns a lock, negative if it is free} */
    private static int owner(long lock) {
        return (int) (lock & OWNER_MASK) - 1;
    }
}
