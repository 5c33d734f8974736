// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Backend.Update;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * One PE's side of a lock, shared by all handles of the lock's word. A subclass has the protocol between PEs.
 *
 * <p>Threads: a protocol knows only PEs, so one thread of a PE at a time uses it, the {@link #owner}. A compare-and-set
 * makes a thread the owner. The owner's last store before it leaves clears the field, after a release fence. Other
 * threads of the PE queue up and become owners in the order of arrival.
 *
 * <p>Errors: every call may throw a StackOverflowError, even in handlers. So a protocol records each step in a field
 * right after its atomic, since a store needs no stack; an atomic that throws has not happened. {@link #release}
 * continues from these fields and may be repeated until it returns. If the owner's stack is too full even for that, it
 * leaves the lock {@link #abandoned}: the next thread of the PE that asks for the lock releases it, or the library's
 * thread within a second.
 */
public abstract class PeLock {
    static final int NODE = Integer.BYTES;

    private static final VarHandle OWNER;

    static {
        try {
            OWNER = MethodHandles.lookup().findVarHandle(PeLock.class, "owner", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Backend backend;
    final int me;
    /** Offset of the lock's word. */
    final long address;
    /** The PE with the part of the word that all PEs share; consecutive locks have different homes. */
    final int home;
    boolean owned;
    /** Whether the previous owner died while it had the lock. */
    boolean ownerDied;
    private final Block block;
    private Thread owner;
    private volatile boolean abandoned;
    /** Threads that wait for the owner; null until there is one. */
    private volatile Queue<Turn> line;

    PeLock(Block block, long address) {
        this.block = block;
        this.backend = block.library().backend();
        this.me = backend.pe();
        this.address = address;
        this.home = (int) (address / Long.BYTES % backend.nPes());
        Pages.requireAll(me, address, Long.BYTES);
        Pages.requireAll(home, address, Long.BYTES);
    }

    static PeLock of(Block block, long address) {
        return block.library().backend().lives() == null ? new QueueLock(block, address)
            : new MortalLock(block, address);
    }

    /** Takes the lock, unless the time passes or, if permitted, an interrupt comes first; sets {@link #owned}. */
    abstract boolean take(long nanos, boolean interruptibly);

    /** Takes the lock if no PE has it or waits for it; sets {@link #owned}. */
    abstract boolean tryTake();

    /** Completes this PE's updates and releases the lock if this PE has it, or leaves its queue. */
    abstract void release();

    /**
     * Takes the lock for the calling thread; {@return whether it has the lock}
     *
     * @param handle describes the lock, for the exception of a thread that already owns it
     * @param tries  whether to return at once if the lock is not free
     */
    public final boolean lock(Object handle, boolean tries, long nanos, boolean interruptibly) {
        boolean waits = !isFirst(null) || !OWNER.compareAndSet(this, null, Thread.currentThread());
        long start = waits && nanos != Waiter.FOREVER ? backend.nanoTime() : 0;
        if (waits && !awaitOwner(handle, tries, nanos, interruptibly)) {
            return false;
        }
        try {
            long left = start == 0 ? nanos : nanos - (backend.nanoTime() - start);
            if (tries ? tryTake() : take(left, interruptibly)) {
                return true;
            }
            leave();
            return false;
        } catch (Throwable e) {
            try {
                leave();
            } catch (Throwable _) {
                abandoned = true;
                block.abandonedLock = true;
            }
            throw e;
        }
    }

    /** Releases the lock, even if it throws; only for the owner. */
    public final void unlock() {
        try {
            leave();
        } catch (Throwable e) {
            try {
                leave();
            } catch (Throwable _) {
                abandoned = true;
                block.abandonedLock = true;
            }
            throw e;
        }
    }

    /** {@return whether the calling thread has the lock} */
    public final boolean isOwner() {
        return owner == Thread.currentThread() && !abandoned;
    }

    /** {@return whether the previous owner died while it had the lock} */
    public final boolean ownerDied() {
        return ownerDied;
    }

    /** Releases the lock and admits the next thread; throws nothing after that. */
    private void leave() {
        release();
        VarHandle.releaseFence();
        if (abandoned) {
            abandoned = false;
        }
        owner = null;
        Queue<Turn> waiting = line;
        if (waiting != null) {
            try {
                backend.fetchBitsInt(Update.OR, me, address + NODE, 0);
            } catch (Throwable _) {
                // A sleeper also wakes by its timeout.
            }
        }
    }

    /** Releases an abandoned lock, in another thread or on a shorter stack. */
    final void mend() {
        if (abandoned) {
            synchronized (this) {
                if (abandoned) {
                    leave();
                }
            }
        }
    }

    private boolean awaitOwner(Object handle, boolean tries, long nanos, boolean interruptibly) {
        Thread thread = Thread.currentThread();
        mend();
        if (owner == thread) {
            throw new IllegalStateException(Fault.where() + ": this thread owns " + handle
                + " already; locks are not re-entrant");
        }
        if (tries) {
            return isFirst(null) && OWNER.compareAndSet(this, null, thread);
        }
        Turn turn = new Turn();
        boolean owns = false;
        Waiter waiter = backend.waiter();
        try {
            try {
                line().add(turn);
                waiter.begin(me, SystemLayout.BELL, WaitKind.LOCK, address, -1);
                waiter.limit(nanos);
                while (!(owns = isFirst(turn) && OWNER.compareAndSet(this, null, thread)) && !waiter.expired()
                    && !(interruptibly && thread.isInterrupted())) {
                    waiter.pause();
                    mend();
                }
            } finally {
                turn.finished = true;
                waiter.end();
            }
            return owns;
        } catch (Throwable e) {
            if (owns) {
                owner = null;
            }
            throw e;
        }
    }

    private synchronized Queue<Turn> line() {
        if (line == null) {
            line = new ConcurrentLinkedQueue<>();
        }
        return line;
    }

    /** {@return whether a turn is the first in line; with null, whether no thread waits} */
    private boolean isFirst(Turn turn) {
        Queue<Turn> waiting = line;
        if (waiting == null) {
            return true;
        }
        Turn first;
        while ((first = waiting.peek()) != null && first.finished) {
            waiting.remove(first);
        }
        return first == turn;
    }

    private static final class Turn {
        volatile boolean finished;
    }
}
