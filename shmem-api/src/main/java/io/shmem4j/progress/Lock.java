// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.progress;

import io.shmem4j.spi.Backend;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock between the threads of a PE. No Error leaves it held: {@link #acquire} returns the thread's id, or 0 in a
 * nested call, and its caller finally stores 0 in {@link #holder} if the holder is the returned id. A store needs no
 * stack.
 */
public final class Lock {
    /** Number of attempts before a thread gives its core away. */
    private static final int SPINS = 200;

    private static final VarHandle HOLDER;

    /** The id of the owner, or 0. */
    public volatile long holder;
    private final Backend backend;

    static {
        try {
            HOLDER = MethodHandles.lookup().findVarHandle(Lock.class, "holder", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    Lock(Backend backend) {
        this.backend = backend;
    }

    /** {@return the value for the release, see the class} */
    public long acquire() {
        long current = Thread.currentThread().threadId();
        if (holder == current) {
            return 0;
        }
        for (int round = 0; !tryAcquire(current); round++) {
            if (round < SPINS) {
                Thread.onSpinWait();
            } else {
                backend.pause(round);
            }
        }
        return current;
    }

    /** Acquires the lock for the calling thread, whose id this is, unless it is held. */
    public boolean tryAcquire(long current) {
        return holder == 0 && HOLDER.compareAndSet(this, 0L, current);
    }

    /** {@return whether the calling thread is the owner} */
    public boolean isOwn() {
        return holder == Thread.currentThread().threadId();
    }
}
