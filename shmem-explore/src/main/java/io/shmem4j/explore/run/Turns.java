// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import java.util.concurrent.locks.LockSupport;

/**
 * Passes the turn between the threads of the PEs and the thread that requested the run.
 *
 * <p>Ordering: the holder is a volatile field, written only by the thread that has the turn and read by all waiting
 * threads. Passing the turn therefore publishes all plain stores.
 */
final class Turns {
    /** Number of the requesting thread. */
    static final int CALLER = -1;

    private final Thread[] threads;
    private final Thread caller = Thread.currentThread();
    private volatile int holder = CALLER;

    Turns(int pes) {
        threads = new Thread[pes];
    }

    /** Creates a PE's thread, which starts at its first turn. */
    void add(int pe, Runnable body) {
        threads[pe] = Thread.ofVirtual().name("PE " + pe).unstarted(body);
    }

    boolean isHolder(int pe) {
        return threads[pe] == Thread.currentThread() && holder == pe;
    }

    int holder() {
        return holder;
    }

    void give(int to) {
        holder = to;
        if (to == CALLER) {
            LockSupport.unpark(caller);
        } else if (threads[to].getState() == Thread.State.NEW) {
            threads[to].start();
        } else {
            LockSupport.unpark(threads[to]);
        }
    }

    /** {@return the thread that has the turn, or null if it is the caller} */
    Thread running() {
        int pe = holder;
        return pe == CALLER ? null : threads[pe];
    }

    /** Waits for a turn; interrupts don't end the wait. */
    void await(int me) {
        boolean interrupted = false;
        while (holder != me) {
            LockSupport.park();
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for a turn, for a time at most, and {@return whether it has come} May return early. */
    boolean await(int me, long nanos) {
        if (holder != me) {
            LockSupport.parkNanos(nanos);
        }
        return holder == me;
    }
}
