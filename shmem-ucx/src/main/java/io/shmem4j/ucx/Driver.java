// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.Waiter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Calls UCX for a PE that computes, because requests advance only within calls. The thread sleeps while no request is
 * open. It wakes 0.1 ms after a request has begun, because most PEs wait for theirs at once.
 */
final class Driver implements Runnable {
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final Wire wire;
    private volatile boolean awake;
    private Thread thread;

    Driver(Wire wire) {
        this.wire = wire;
    }

    /** A request is open, or the thread is to end; called with the wire's lock. */
    void wake() {
        if (awake || thread == null && wire.isClosed()) {
            return;
        }
        awake = true;
        if (thread == null) {
            thread = Thread.ofPlatform().daemon().name("shmem4j driver").start(this);
        } else {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        try {
            while (!wire.isClosed()) {
                Waiter.park(PAUSE_NANOS);
                while (!drive() && !wire.isClosed()) {
                    // An interrupted thread would not sleep any more.
                    Thread.interrupted();
                    LockSupport.park(this);
                }
            }
        } catch (ShmemException e) {
            // The PE's own next call meets the same failure, and says so.
            awake = true;
        }
    }

    private boolean drive() {
        synchronized (wire) {
            awake = wire.drive();
            return awake;
        }
    }
}
