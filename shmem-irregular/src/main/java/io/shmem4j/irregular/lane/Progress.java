// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

import io.shmem4j.Shmem;
import io.shmem4j.engine.Library;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.NotInitializedException;
import io.shmem4j.error.ShmemException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * A PE's thread that handles records of all couriers while the PE computes or waits elsewhere.
 *
 * <p>It sleeps between polls, for longer while nothing arrives; senders of its PE wake it. After it has handled records
 * it keeps polling if it has a core of its own. If it shares one with the PE, it sleeps: the scheduler runs a waking
 * thread at once, but a yielding one only after the other thread's time slice of some milliseconds.
 */
final class Progress {
    private static final long FIRST_NAP_NANOS = 200_000;
    private static final long LAST_NAP_NANOS = 4_000_000;
    /** Number of polls, each followed by a yield, before it sleeps. */
    private static final int LOOKS = 100;
    /** A longer yield means that another thread has used the core. */
    private static final long SHARED_NANOS = 20_000;
    /** Number of sleeps before it tries to yield again. */
    private static final int SLEEPS = 2000;

    private static final Map<Shmem, Progress> ALL = new IdentityHashMap<>();

    private final Shmem shmem;
    private final Thread thread;
    private final List<Served> clients = new CopyOnWriteArrayList<>();
    /** Whether it sleeps for longer than a message should wait. */
    private volatile boolean dozes;
    private int sleeps;

    private Progress(Shmem shmem) {
        this.shmem = shmem;
        this.thread = new Thread(this::run, "shmem4j messages");
        thread.setDaemon(true);
    }

    /** Adds a courier to its PE's thread, starting the thread if necessary; {@return the thread} */
    static Progress of(Shmem shmem, Courier courier) {
        synchronized (ALL) {
            Progress progress = ALL.get(shmem);
            if (progress == null) {
                progress = new Progress(shmem);
                ALL.put(shmem, progress);
                progress.thread.start();
            }
            progress.clients.add(new Served(courier));
            progress.wake();
            return progress;
        }
    }

    void remove(Courier courier) {
        clients.removeIf(served -> served.courier == courier);
        wake();
    }

    /** Ends a long sleep, because a record is about to be sent. */
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
            // An interrupted thread could not sleep.
            Thread.interrupted();
            try {
                shmem.myPe();
                nap = tick() ? FIRST_NAP_NANOS : Math.min(nap + nap / 8, LAST_NAP_NANOS);
            } catch (RuntimeException e) {
                end();
                // The PE may have freed its last courier and ended its session meanwhile.
                if (!clients.isEmpty() && !isEnd(e) && clients.stream().noneMatch(served -> served.courier.failed())) {
                    throw e;
                }
                return;
            }
        }
    }

    private boolean ended() {
        synchronized (ALL) {
            return clients.isEmpty() && ALL.remove(shmem, this);
        }
    }

    private void end() {
        synchronized (ALL) {
            ALL.remove(shmem, this);
        }
    }

    /** Handles arrived records; {@return whether any courier was active since the last tick} */
    private boolean tick() {
        boolean moved = false;
        for (Served served : clients) {
            moved |= served.tick();
        }
        for (int idle = 0; idle < LOOKS; idle++) {
            boolean waits = false;
            for (Served served : clients) {
                if (served.needsHelp()) {
                    waits = true;
                    idle = served.help() ? 0 : idle;
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

    /** {@return whether an exception means that the job or the session has ended} */
    static boolean isEnd(Throwable e) {
        return e instanceof ShmemException || e instanceof NotInitializedException || e instanceof FreedObjectException;
    }

    /** A courier, which this thread helps if no other thread of the PE polls it. */
    private static final class Served {
        private final Courier courier;
        /** Number of polls at the last tick, or after this thread's own. */
        private int known;
        /** Whether no other thread had polled between the last two ticks. */
        private boolean deserted;

        Served(Courier courier) {
            this.courier = courier;
        }

        /** {@return whether another thread has polled since the last tick} */
        boolean tick() {
            int seen = courier.polls();
            deserted = seen == known;
            known = seen;
            return !deserted;
        }

        boolean needsHelp() {
            try {
                return deserted && courier.lacksThread();
            } catch (FreedObjectException e) {
                // Another thread is freeing the courier.
                return false;
            }
        }

        /** Makes a step if the lock is free; {@return whether records had arrived} */
        boolean help() {
            long current = Thread.currentThread().threadId();
            if (!courier.tryAcquire(current)) {
                return false;
            }
            try {
                boolean any = !courier.failed() && courier.stepInside();
                known = courier.polls();
                return any;
            } catch (RuntimeException | Error e) {
                if (isEnd(e)) {
                    throw e;
                }
                if (e instanceof VirtualMachineError && !courier.failed()) {
                    // Without a page, stack or memory the step stays undone; the next step, of any thread, makes it.
                    return false;
                }
                e.printStackTrace();
                System.err.flush();
                Library.currentBackend().abort(1, e.toString());
                return false;
            } finally {
                if (courier.holder == current) {
                    courier.holder = 0;
                }
            }
        }
    }
}
