// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

import io.shmem4j.Shmem;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock that admits one thread at a time, and which no Error leaves held: {@link #acquire} returns the thread's id, or
 * 0 in a nested call, and its caller finally stores 0 in {@link #holder} if the holder is the returned id. A store
 * needs no stack.
 */
public abstract sealed class Gate permits Courier {
    /** Maximum number of polls before a waiting thread sleeps. */
    static final int LOOKS = 200;

    private static final VarHandle HOLDER;

    /** The id of the thread inside, or 0. */
    public volatile long holder;
    final Shmem shmem;

    static {
        try {
            HOLDER = MethodHandles.lookup().findVarHandle(Gate.class, "holder", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    Gate(Shmem shmem) {
        this.shmem = shmem;
    }

    final long acquire() {
        long current = Thread.currentThread().threadId();
        if (holder == current) {
            return 0;
        }
        if (!tryAcquire(current)) {
            contend(current, false);
        }
        return current;
    }

    final boolean tryAcquire(long current) {
        return HOLDER.compareAndSet(this, 0L, current);
    }

    final boolean isInside() {
        return holder == Thread.currentThread().threadId();
    }

    /** Acquires the lock. Inside a call not even an abort interrupts this, because the call releases the lock. */
    final void contend(long current, boolean inside) {
        for (int looks = 0; !tryAcquire(current); looks++) {
            if (looks < LOOKS) {
                Thread.onSpinWait();
            } else if (inside) {
                Thread.yield();
            } else {
                shmem.pause(looks);
            }
        }
    }
}
