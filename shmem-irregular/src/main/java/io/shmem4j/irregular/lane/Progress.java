// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

import io.shmem4j.Shmem;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.NotInitializedException;
import io.shmem4j.error.ShmemException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread of a PE that handles records of all its couriers while the PE computes or waits elsewhere.
 *
 * <p>It sleeps between looks, longer and longer while nothing is on its way, and is woken by a sender of its own PE.
 * After it has handled something it looks for more, as long as it has a core. If it shares the one of its PE it sleeps
 * instead: the scheduler gives the core at once to a thread that wakes, but to one that yields only at the end of the
 * other's slice, some milliseconds later.
 */
final class Progress {
    private static final long FIRST_NAP_NANOS = 200_000;
    private static final long LAST_NAP_NANOS = 4_000_000;
    /** Looks, with a yield after each, before it sleeps. */
    private static final int LOOKS = 100;
    /** A longer yield has given the core to another thread until the end of its slice. */
    private static final long SHARED_NANOS = 20_000;
    /** How often it then sleeps, where it would yield, before it tries again. */
    private static final int SLEEPS = 2000;

    private static final Map<Shmem, Progress> ALL = new IdentityHashMap<>();

    private final Shmem shmem;
    private final Thread thread;
    private final List<Courier> couriers = new CopyOnWriteArrayList<>();
    /** Whether it sleeps longer than a message should wait. */
    private volatile boolean dozes;
    private int sleeps;

    private Progress(Shmem shmem) {
        this.shmem = shmem;
        this.thread = new Thread(this::run, "shmem4j messages");
        thread.setDaemon(true);
    }

    /** {@return the thread of a courier's PE, which serves the courier from now on} */
    static Progress of(Shmem shmem, Courier courier) {
        synchronized (ALL) {
            Progress progress = ALL.get(shmem);
            if (progress == null) {
                progress = new Progress(shmem);
                ALL.put(shmem, progress);
                progress.thread.start();
            }
            progress.couriers.add(courier);
            progress.wake();
            return progress;
        }
    }

    void remove(Courier courier) {
        couriers.remove(courier);
        wake();
    }

    /** Ends a long sleep, because something is about to be sent. */
    void wake() {
        if (dozes) {
            dozes = false;
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        long nap = FIRST_NAP_NANOS;
        while (!ended()) {
            dozes = nap > FIRST_NAP_NANOS;
            LockSupport.parkNanos(nap);
            // An interrupted thread would not sleep any more.
            Thread.interrupted();
            try {
                shmem.myPe();
                nap = tick() ? FIRST_NAP_NANOS : Math.min(nap + nap / 8, LAST_NAP_NANOS);
            } catch (RuntimeException e) {
                end();
                // The PE may end its job after its last courier, while this thread wakes up.
                if (!couriers.isEmpty() && !isEnd(e) && couriers.stream().noneMatch(Courier::failed)) {
                    throw e;
                }
                return;
            }
        }
    }

    private boolean ended() {
        synchronized (ALL) {
            return couriers.isEmpty() && ALL.remove(shmem, this);
        }
    }

    private void end() {
        synchronized (ALL) {
            ALL.remove(shmem, this);
        }
    }

    /** Handles what has arrived, and {@return whether records of a courier have moved since the last tick}. */
    private boolean tick() {
        boolean moved = false;
        for (Courier courier : couriers) {
            moved |= courier.tick();
        }
        for (int idle = 0; idle < LOOKS; idle++) {
            boolean waits = false;
            for (Courier courier : couriers) {
                if (courier.needsHelp()) {
                    waits = true;
                    idle = courier.help() ? 0 : idle;
                }
            }
            moved |= waits;
            if (!waits && idle == 0) {
                return moved;
            }
            if (sleeps > 0 || shared()) {
                sleeps = sleeps > 0 ? sleeps - 1 : SLEEPS;
                return true;
            }
        }
        return true;
    }

    /** Yields, and {@return whether another thread needs the core}. */
    private static boolean shared() {
        long start = System.nanoTime();
        Thread.yield();
        return System.nanoTime() - start > SHARED_NANOS;
    }

    /** {@return whether an exception says that the job has ended, or the session} */
    static boolean isEnd(Throwable e) {
        return e instanceof ShmemException || e instanceof NotInitializedException || e instanceof FreedObjectException;
    }
}
