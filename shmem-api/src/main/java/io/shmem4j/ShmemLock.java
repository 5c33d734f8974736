// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.engine.Library;
import io.shmem4j.error.WaitTimeoutException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Comparison;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.time.Duration;

/**
 * A lock of the whole job, granted first come first served; a PE owns it, not a thread, and it is not re-entrant.
 *
 * <p>While a PE waits, each other PE gets the lock at most once. {@link #test} joins no queue:
 * it takes a lock that nobody has or waits for, and may fail for as long as others keep coming.
 *
 * <p>A queue of PEs: the tail lies on one PE, and each PE waits for its own copy of the word.
 * <pre>
 *   low 32 bits, on the home PE:  1 + number of the last PE in the queue, 0 when the lock is free
 *   high 32 bits, on every PE:    ENGAGED while it waits or owns | GRANTED once its turn has come | 1 + its successor
 * </pre>
 * Ordering: all changes are sequentially consistent atomics. A PE engages before it swaps itself into the tail, so its
 * predecessor can only add a successor to, and grant, a word that is ready; {@code clear} completes the owner's updates
 * before it grants. Jobs that outlive their PEs have {@link MortalLock}, in which the
 * queue closes over the dead.
 */
public final class ShmemLock {
    private static final int ENGAGED = 1 << 30;
    private static final int GRANTED = 1 << 31;
    private static final int SUCCESSOR = ENGAGED - 1;
    private static final int NODE = 4;

    private final SymmetricLongs word;
    private final Library library;
    private final Backend backend;
    private final int me;
    /** The lock of a job that outlives its PEs, else null. */
    private final MortalLock mortal;

    ShmemLock(SymmetricLongs word) {
        this.word = word;
        this.library = word.block.library();
        this.backend = library.backend();
        this.me = backend.pe();
        this.mortal = backend.lives() == null ? null : new MortalLock(backend);
    }

    /**
     * Waits for the lock for a time at most. It joins no queue, as {@link #test} does not, but in jobs that outlive
     * their PEs.
     *
     * @param limit the time; nothing and less is to look once
     * @return whether this PE has the lock
     */
    public boolean set(Duration limit) {
        Waiter waiter = backend.waiter();
        long before = waiter.bound(Variables.limit(limit));
        try {
            set();
            return true;
        } catch (WaitTimeoutException e) {
            if (Check.FULL) {
                ((SessionLibrary) library).leaveThread();
            }
            return false;
        } finally {
            waiter.unbound(before);
        }
    }

    /** Waits for the lock and takes it, {@code shmem_set_lock}. */
    public void set() {
        long token = Hook.ON ? Hook.enter(library, Routine.SET_LOCK, -1, 0) : 0;
        long address = word.address(0);
        if (mortal != null) {
            setMortal(address, home(address));
        } else if (engage(address).bounded()) {
            takeInTime(address);
        } else {
            int last = backend.swapInt(home(address), address, me + 1);
            if (last != 0) {
                backend.fetchOrInt(last - 1, address + NODE, me + 1);
                await(address, GRANTED, last - 1);
            }
        }
        if (Check.RACES) {
            RaceDetector.of(backend).locked(address);
        }
        if (Hook.ON) {
            Hook.leave(library, Routine.SET_LOCK, -1, 0, token);
        }
    }

    /** {@return whether the lock was free and is taken now, the opposite of {@code shmem_test_lock}'s result} */
    public boolean test() {
        long token = Hook.ON ? Hook.enter(library, Routine.TEST_LOCK, -1, 0) : 0;
        long address = word.address(0);
        boolean taken = mortal != null ? testMortal(address, home(address)) : testQueue(address);
        if (taken && Check.RACES) {
            RaceDetector.of(backend).locked(address);
        }
        if (Hook.ON) {
            Hook.leave(library, Routine.TEST_LOCK, -1, 0, token);
        }
        return taken;
    }

    /** Completes this PE's updates and gives the lock to the next in the queue, {@code shmem_clear_lock}. */
    public void clear() {
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
        } else if (!mortal.clear(address, home(address))) {
            throw notOwned();
        }
        if (Hook.ON) {
            Hook.leave(library, Routine.CLEAR_LOCK, -1, 0, token);
        }
    }

    /**
     * {@return whether the PE that had the lock before this one has died with it, in a job that outlives its PEs} Then
     * what the lock guards may be half changed. Holds from {@link #set} or {@link #test} until {@link #clear}.
     */
    public boolean ownerDied() {
        return mortal != null && mortal.ownerDied();
    }

    /** Takes the lock when nobody has it or waits for it. */
    private void takeInTime(long address) {
        int home = home(address);
        boolean taken = false;
        Waiter waiter = backend.waiter();
        waiter.begin(me, SystemLayout.BELL, WaitKind.LOCK, address, -1);
        try {
            while (!(taken = backend.compareSwapInt(home, address, 0, me + 1) == 0)) {
                waiter.pause();
            }
        } finally {
            waiter.end();
            if (!taken) {
                backend.putInt(me, address + NODE, 0);
            }
        }
    }

    private void grant(long address, int owned) {
        int node = owned;
        if ((node & SUCCESSOR) == 0) {
            if (backend.compareSwapInt(home(address), address, me + 1, 0) == me + 1) {
                backend.putInt(me, address + NODE, 0);
                return;
            }
            node = await(address, SUCCESSOR, -1);
        }
        backend.putInt(me, address + NODE, 0);
        backend.fetchOrInt((node & SUCCESSOR) - 1, address + NODE, GRANTED);
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

    private Waiter engage(long address) {
        if ((backend.getInt(me, address + NODE) & ENGAGED) != 0) {
            throw engaged();
        }
        backend.putInt(me, address + NODE, ENGAGED);
        return backend.waiter();
    }

    private boolean testQueue(long address) {
        engage(address);
        boolean taken = !backend.failsTest() && backend.compareSwapInt(home(address), address, 0, me + 1) == 0;
        if (!taken) {
            backend.putInt(me, address + NODE, 0);
        }
        return taken;
    }

    private void setMortal(long address, int home) {
        int seen = mortal.takeFree(address, home);
        if (seen != 0) {
            if (mortal.engaged(address, seen)) {
                throw engaged();
            }
            mortal.queue(address, home);
        }
    }

    private boolean testMortal(long address, int home) {
        if (backend.failsTest()) {
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

    /** Spreads the queues' tails over the PEs. */
    private int home(long address) {
        return (int) (address / Long.BYTES % backend.nPes());
    }

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
}
