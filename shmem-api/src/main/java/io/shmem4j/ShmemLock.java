// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.engine.Library;
import io.shmem4j.engine.MortalLock;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Backend.Update;
import io.shmem4j.spi.Comparison;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A lock shared by all PEs of the job.
 *
 * <p>A PE owns it, not a thread: any thread of the PE may unlock it, and {@link #lock} is refused while the PE owns the
 * lock or waits for it, so it is not reentrant. {@link #lock} is fair: while a PE waits, each other PE gets the lock at
 * most once. {@link #tryLock()} succeeds only if no PE owns the lock or waits for it, and the timed and the
 * interruptible form retry that, so they can fail for as long as other PEs keep the lock busy.
 *
 * <p>The lock is a queue of PEs. Its tail is on one PE, the home; each PE waits on its own copy of the word.
 * <pre>
 *   low 32 bits, on the home PE:  1 + number of the last PE in the queue, 0 when the lock is free
 *   high 32 bits, on every PE:    ENGAGED while it waits or owns | GRANTED once its turn has come | 1 + its successor
 * </pre>
 * Ordering: a PE sets its own word by a release, and every other change is a sequentially consistent atomic. A PE sets
 * ENGAGED before it swaps itself into the tail, so its predecessor finds the word ready when it adds the successor or
 * grants the lock. {@link #unlock} completes the owner's updates before it grants. Jobs that survive deaths of PEs use
 * {@link MortalLock} instead, whose queue needs nothing from a dead PE.
 */
public final class ShmemLock implements Lock, AutoCloseable {
    private static final int ENGAGED = 1 << 30;
    private static final int GRANTED = 1 << 31;
    private static final int SUCCESSOR = ENGAGED - 1;
    private static final int NODE = 4;

    private final SymmetricLongs word;
    private final Library library;
    private final Backend backend;
    private final int me;
    /** The algorithm for a job that survives deaths, else null. */
    private final MortalLock mortal;

    ShmemLock(SymmetricLongs word) {
        this.word = word;
        this.library = word.block.library();
        this.backend = library.backend();
        this.me = backend.pe();
        this.mortal = backend.lives() == null ? null : new MortalLock(backend);
        if (mortal != null) {
            long address = word.address(0);
            mortal.forgetEarlier(address, home(address));
        }
    }

    /**
     * Waits for the lock and takes it, {@code shmem_set_lock}.
     *
     * @throws IllegalStateException if this PE owns the lock or waits for it
     */
    @Override
    public void lock() {
        lock(Waiter.FOREVER, false);
    }

    /**
     * Waits for the lock and takes it, unless the thread is interrupted. A sleeping thread notices the interrupt when
     * it wakes for its next attempt, after 64 ms at most.
     *
     * @throws IllegalStateException if this PE owns the lock or waits for it
     */
    @Override
    public void lockInterruptibly() throws InterruptedException {
        tryLock(Waiter.FOREVER, TimeUnit.NANOSECONDS);
    }

    /**
     * Takes the lock if no PE owns it or waits for it. This is {@code shmem_test_lock}, whose result 0 is {@code true}
     * here.
     *
     * @return whether this PE owns the lock now
     * @throws IllegalStateException if this PE owned the lock before or waits for it
     */
    @Override
    public boolean tryLock() {
        long token = Hook.ON ? Hook.enter(library, Routine.TEST_LOCK, -1, 0) : 0;
        long address = word.address(0);
        boolean locked = mortal != null ? tryMortal(address, home(address)) : tryQueue(address);
        if (locked && Check.RACES) {
            RaceDetector.of(backend).locked(address);
        }
        if (Hook.ON) {
            Hook.leave(library, Routine.TEST_LOCK, -1, 0, token);
        }
        return locked;
    }

    /**
     * Waits for the lock no longer than a time limit, unless the thread is interrupted; see {@link #lockInterruptibly}.
     *
     * @param time the time limit; zero and less makes one attempt
     * @return whether this PE owns the lock now
     * @throws IllegalStateException if this PE owned the lock before or waits for it
     */
    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        long nanos = Math.min(Fault.required(unit, "unit").toNanos(time), Waiter.FOREVER);
        boolean locked = !Thread.currentThread().isInterrupted() && lock(nanos, true);
        if (!locked && Thread.interrupted()) {
            throw new InterruptedException();
        }
        return locked;
    }

    /**
     * Completes this PE's updates and passes the lock to the next PE in the queue, {@code shmem_clear_lock}.
     *
     * @throws IllegalStateException if this PE does not own the lock
     */
    @Override
    public void unlock() {
        long address = word.address(0);
        int node = mortal == null ? backend.getInt(me, address + NODE) : ENGAGED;
        if ((node & ENGAGED) == 0) {
            throw notOwned();
        }
        long token = Hook.ON ? Hook.enter(library, Routine.CLEAR_LOCK, -1, 0) : 0;
        library.complete();
        if (Check.RACES) {
            RaceDetector.of(backend).unlocks(address);
        }
        if (mortal == null) {
            grant(address, node);
        } else if (!mortal.unlock(address, home(address))) {
            throw notOwned();
        }
        if (Hook.ON) {
            Hook.leave(library, Routine.CLEAR_LOCK, -1, 0, token);
        }
    }

    /**
     * Not supported, as {@link Lock} permits: a condition would need a queue of waiting PEs beside the lock's, and
     * OpenSHMEM has none. Wait for a {@link Signal} or with {@code waitUntil} instead, without owning the lock.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException(Fault.where()
            + ": a ShmemLock has no conditions; wait for a Signal or with waitUntil instead");
    }

    /**
     * {@return whether the previous owner died while it owned the lock, in a job that survives deaths} The data that
     * the lock guards may then be half changed. Valid from taking the lock until {@link #unlock}.
     */
    public boolean ownerDied() {
        return mortal != null && mortal.ownerDied();
    }

    /**
     * Names the lock for reports.
     *
     * @param name the name
     * @return this
     */
    public ShmemLock named(String name) {
        word.named(name);
        return this;
    }

    /** {@return the word as a symmetric object, to free it} */
    public SymmetricLongs word() {
        return word;
    }

    @Override
    public String toString() {
        return "lock " + word.name();
    }

    /**
     * Takes the lock unless the time passes or, if permitted, an interrupt comes first; {@return whether it has the
     * lock}
     */
    private boolean lock(long nanos, boolean interruptibly) {
        long token = Hook.ON ? Hook.enter(library, Routine.SET_LOCK, -1, 0) : 0;
        long address = word.address(0);
        int home = home(address);
        boolean locked = mortal != null ? lockMortal(address, home, nanos, interruptibly)
            : lockQueue(address, home, nanos, interruptibly);
        if (locked && Check.RACES) {
            RaceDetector.of(backend).locked(address);
        }
        if (Hook.ON) {
            Hook.leave(library, Routine.SET_LOCK, -1, 0, token);
        }
        return locked;
    }

    private boolean lockQueue(long address, int home, long nanos, boolean interruptibly) {
        Waiter waiter = engage(address);
        if (interruptibly || waiter.bounded()) {
            return poll(waiter, address, home, nanos, interruptibly);
        }
        int last = backend.swapInt(home, address, me + 1);
        if (last != 0) {
            backend.fetchBitsInt(Update.OR, last - 1, address + NODE, me + 1);
            await(address, GRANTED, last - 1);
        }
        return true;
    }

    /** Retries without joining the queue, which a PE could not leave before its turn. */
    private boolean poll(Waiter waiter, long address, int home, long nanos, boolean interruptibly) {
        boolean locked = false;
        waiter.begin(me, SystemLayout.BELL, WaitKind.LOCK, address, -1);
        waiter.limit(nanos);
        try {
            while (!(locked = backend.compareSwapInt(home, address, 0, me + 1) == 0) && !waiter.expired()
                && !(interruptibly && Thread.currentThread().isInterrupted())) {
                waiter.pause();
            }
            return locked;
        } finally {
            waiter.end();
            if (!locked) {
                library.own().setIntRelease(address + NODE, 0);
            }
        }
    }

    private void grant(long address, int owned) {
        int node = owned;
        if ((node & SUCCESSOR) == 0) {
            if (backend.compareSwapInt(home(address), address, me + 1, 0) == me + 1) {
                library.own().setIntRelease(address + NODE, 0);
                return;
            }
            node = await(address, SUCCESSOR, -1);
        }
        library.own().setIntRelease(address + NODE, 0);
        backend.fetchBitsInt(Update.OR, (node & SUCCESSOR) - 1, address + NODE, GRANTED);
    }

    private Waiter engage(long address) {
        if ((backend.getInt(me, address + NODE) & ENGAGED) != 0) {
            throw engaged();
        }
        library.own().setIntRelease(address + NODE, ENGAGED);
        return backend.waiter();
    }

    private boolean tryQueue(long address) {
        engage(address);
        boolean locked = !backend.observer().failsTest()
            && backend.compareSwapInt(home(address), address, 0, me + 1) == 0;
        if (!locked) {
            library.own().setIntRelease(address + NODE, 0);
        }
        return locked;
    }

    private boolean lockMortal(long address, int home, long nanos, boolean interruptibly) {
        int seen = mortal.takeFree(address, home);
        if (seen != 0 && mortal.engaged(address, seen)) {
            throw engaged();
        }
        return seen == 0 || mortal.queue(address, home, nanos, interruptibly);
    }

    private boolean tryMortal(long address, int home) {
        if (backend.observer().failsTest()) {
            return false;
        }
        int seen = mortal.takeFree(address, home);
        if (seen != 0 && mortal.engaged(address, seen)) {
            throw engaged();
        }
        return seen == 0 || mortal.takeIdle(address, home, seen);
    }

    private IllegalStateException engaged() {
        return new IllegalStateException(Fault.where() + ": this PE owns or waits for " + this
            + " already; locks are not re-entrant");
    }

    private IllegalStateException notOwned() {
        return new IllegalStateException(Fault.where() + ": this PE does not own " + this);
    }

    /** {@return the PE with the tail of the queue; consecutive locks have different ones} */
    private int home(long address) {
        return (int) (address / Long.BYTES % backend.nPes());
    }

    /** Waits until one of some bits of this PE's word is set; {@return the word} */
    private int await(long address, int bits, int peer) {
        int node = backend.getInt(me, address + NODE);
        if ((node & bits) != 0) {
            return node;
        }
        Waiter waiter = backend.waiter();
        waiter.begin(me, SystemLayout.BELL, WaitKind.LOCK, address, peer);
        waiter.until(address + NODE, false, bits, 0, Comparison.NE, 0);
        try {
            while (((node = backend.getInt(me, address + NODE)) & bits) == 0) {
                waiter.pause();
            }
            return node;
        } finally {
            waiter.end();
        }
    }

    /** Frees the memory of the lock; collective over all PEs. */
    public void free() {
        word.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        word.close();
    }
}
