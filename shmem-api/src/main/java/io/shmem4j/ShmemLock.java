// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.engine.Library;
import io.shmem4j.engine.PeLock;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.Waiter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A lock shared by all threads of all PEs of the job.
 *
 * <p>A thread owns it, and is the only one that may unlock it. The lock is not reentrant: a thread that asks for a lock
 * that it owns gets an exception. {@link #lock} is fair: while a PE waits, each other PE gets the lock at most once.
 * Threads of one PE get it in the order of arrival. {@link #tryLock()} succeeds only if no thread owns or awaits the
 * lock. The timed and the interruptible form retry that among PEs, so they can fail for as long as other PEs keep the
 * lock busy.
 *
 * <p>All handles of one word are the same lock, so {@code array.lock(i)} may be called for each use.
 *
 * <p>A call that ends in an exception leaves the lock unlocked. That includes {@link #unlock} if an error such as a
 * StackOverflowError comes from inside: other threads and PEs get the lock within a second.
 */
public final class ShmemLock implements Lock, AutoCloseable {
    private final SymmetricLongs word;
    private final Library library;
    private final PeLock lock;

    ShmemLock(SymmetricLongs word) {
        this.word = word;
        this.library = word.block.library();
        this.lock = word.block.lock(word.offset);
    }

    /**
     * Waits for the lock and takes it, {@code shmem_set_lock}.
     *
     * @throws IllegalStateException if this thread owns the lock
     */
    @Override
    public void lock() {
        lock(Routine.SET_LOCK, Waiter.FOREVER, false);
    }

    /**
     * Waits for the lock and takes it, unless the thread is interrupted. A sleeping thread notices the interrupt when
     * it wakes for its next attempt, after 64 ms at most.
     *
     * @throws IllegalStateException if this thread owns the lock
     */
    @Override
    public void lockInterruptibly() throws InterruptedException {
        tryLock(Waiter.FOREVER, TimeUnit.NANOSECONDS);
    }

    /**
     * Takes the lock if no thread owns or awaits it. This is {@code shmem_test_lock}, whose result 0 is {@code true}
     * here.
     *
     * @return whether this thread owns the lock now
     * @throws IllegalStateException if this thread owned the lock before
     */
    @Override
    public boolean tryLock() {
        return lock(Routine.TEST_LOCK, 0, false);
    }

    /**
     * Waits for the lock no longer than a time limit, unless the thread is interrupted; see {@link #lockInterruptibly}.
     *
     * @param time the time limit; zero and less makes one attempt
     * @return whether this thread owns the lock now
     * @throws IllegalStateException if this thread owned the lock before
     */
    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        long nanos = Math.min(Fault.required(unit, "unit").toNanos(time), Waiter.FOREVER);
        boolean locked = !Thread.currentThread().isInterrupted() && lock(Routine.SET_LOCK, nanos, true);
        if (!locked && Thread.interrupted()) {
            throw new InterruptedException();
        }
        return locked;
    }

    /**
     * Completes this PE's updates and passes the lock to the next PE in the queue, {@code shmem_clear_lock}.
     *
     * @throws IllegalStateException if this thread does not own the lock
     */
    @Override
    public void unlock() {
        try {
            long address = word.address(0);
            if (!lock.isOwner()) {
                throw new IllegalStateException(Fault.where() + ": this thread does not own " + this);
            }
            long token = Hook.ON ? Hook.enter(library, Routine.CLEAR_LOCK, -1, 0) : 0;
            if (Hook.ON) {
                library.complete();
            }
            if (Check.RACES) {
                RaceDetector.of(library.backend()).unlocks(address);
            }
            lock.unlock();
            if (Hook.ON) {
                Hook.leave(library, Routine.CLEAR_LOCK, -1, 0, token);
            }
        } catch (VirtualMachineError e) {
            if (lock.isOwner()) {
                lock.unlock();
            }
            throw e;
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
        return lock.ownerDied();
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

    private boolean lock(Routine routine, long nanos, boolean interruptibly) {
        long token = Hook.ON ? Hook.enter(library, routine, -1, 0) : 0;
        long address = word.address(0);
        boolean locked = lock.lock(this, routine == Routine.TEST_LOCK, nanos, interruptibly);
        if (Hook.ON) {
            try {
                if (locked && Check.RACES) {
                    RaceDetector.of(library.backend()).locked(address);
                }
                Hook.leave(library, routine, -1, 0, token);
            } catch (Throwable e) {
                if (locked) {
                    lock.unlock();
                }
                throw e;
            }
        }
        return locked;
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
