// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.Waiter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that advances the requests of a PE that computes, because UCX advances them only within calls. It sleeps
 * while no request is open, and lets each request age by 0.1 ms, because most PEs wait for theirs at once.
 */
final class Driver implements Runnable {
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final Wire wire;
    private volatile boolean awake;
    private Thread thread;

    Driver(Wire wire) {
        this.wire = wire;
    }

    /** Wakes the thread for a new request, or to end. The caller holds the wire's lock. */
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
                    // A set interrupt flag would keep the thread from sleeping.
                    Thread.interrupted();
                    LockSupport.park(this);
                }
            }
        } catch (ShmemException e) {
            // The PE's own next call fails in the same way and reports it.
            awake = true;
        }
    }

    private boolean drive() {
        synchronized (wire) {
            awake = true;
            try {
                awake = wire.drive();
            } catch (VirtualMachineError e) {
                // The next round tries again.
            }
            return awake;
        }
    }
}
