// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import java.util.concurrent.locks.LockSupport;

/**
 * Turns of threads: the PEs of a run, and the thread that asked for the run.
 *
 * <p>Ordering: the baton is one volatile field. Only its holder writes it, and the others wait until they read their
 * own number there, so all plain memory is handed over with it.
 */
final class Turns {
    /** Number of the thread that asked for the run. */
    static final int CALLER = -1;

    private final Thread[] threads;
    private final Thread caller = Thread.currentThread();
    private volatile int holder = CALLER;

    Turns(int pes) {
        threads = new Thread[pes];
    }

    /** Makes a PE's thread, which begins when it gets its first turn. */
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

    /** Waits for a turn; interrupts do not end the wait. */
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
}
