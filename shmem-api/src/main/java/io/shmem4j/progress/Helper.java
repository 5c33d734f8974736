// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.progress;

import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.NotInitializedException;
import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.Backend;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread of a PE's progress. It handles messages and advances pending collectives while the PE computes or waits
 * elsewhere, and repairs sections. It exists while there are any of these.
 *
 * <p>It sleeps between polls, for longer while nothing arrives; senders of its PE wake it. After it has found work it
 * keeps polling if it has a core of its own. If it shares one with the PE, it sleeps: the scheduler runs a waking
 * thread at once, but a yielding one only after the other thread's time slice of some milliseconds.
 */
final class Helper {
    private static final long FIRST_NAP_NANOS = 200_000;
    private static final long LAST_NAP_NANOS = 4_000_000;
    private static final long REPAIR_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Number of polls, each followed by a yield, before it sleeps. */
    private static final int LOOKS = 100;
    /** A longer yield means that another thread has used the core. */
    private static final long SHARED_NANOS = 20_000;
    /** Number of sleeps before it tries to yield again. */
    private static final int SLEEPS = 2000;

    private final Backend backend;
    private final List<Served> clients = new CopyOnWriteArrayList<>();
    private final Set<Section> sections = Collections.newSetFromMap(new WeakHashMap<>());
    /** Null while there are neither clients nor sections, and if only a PE's own thread may call the library. */
    private Thread thread;
    /** Whether it sleeps for longer than a message should wait. */
    private volatile boolean dozes;
    private int sleeps;

    Helper(Backend backend) {
        this.backend = backend;
    }

    synchronized void help(Progress.Helped client) {
        start();
        clients.add(new Served(client));
        wake();
    }

    void remove(Progress.Helped client) {
        clients.removeIf(served -> served.client == client);
        wake();
    }

    synchronized void repair(Section section) {
        if (backend.anyThread()) {
            start();
        }
        sections.add(section);
    }

    private void start() {
        if (thread == null) {
            Thread made = new Thread(this::run, "shmem4j helper");
            made.setDaemon(true);
            made.start();
            thread = made;
        }
    }

    /** Forgets the sections; {@return them} */
    synchronized List<Section> removeSections() {
        List<Section> all = List.copyOf(sections);
        sections.clear();
        wake();
        return all;
    }

    /** Ends a long sleep, because there will be work. */
    void wake() {
        if (dozes) {
            dozes = false;
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        long nap = FIRST_NAP_NANOS;
        long repaired = System.nanoTime();
        while (!ended()) {
            dozes = true;
            boolean idle = clients.isEmpty();
            dozes = idle || nap > FIRST_NAP_NANOS;
            LockSupport.parkNanos(idle ? REPAIR_NANOS : nap);
            // An interrupted thread could not sleep.
            Thread.interrupted();
            try {
                nap = tick() ? FIRST_NAP_NANOS : Math.min(nap + nap / 8, LAST_NAP_NANOS);
                if (System.nanoTime() - repaired >= REPAIR_NANOS) {
                    repairAll();
                    repaired = System.nanoTime();
                }
            } catch (VirtualMachineError e) {
                nap = LAST_NAP_NANOS;
            }
        }
    }

    private synchronized boolean ended() {
        boolean ends = clients.isEmpty() && sections.isEmpty();
        if (ends) {
            thread = null;
        }
        return ends;
    }

    private void repairAll() {
        List<Section> all;
        synchronized (this) {
            all = List.copyOf(sections);
        }
        for (Section section : all) {
            try {
                section.mend();
            } catch (Throwable _) {
                // The next round tries again.
            }
        }
    }

    /** Helps where no other thread does; {@return whether there was work, or may be soon} */
    private boolean tick() {
        boolean moved = false;
        for (Served served : clients) {
            try {
                moved |= served.tick();
            } catch (RuntimeException e) {
                drop(served, e);
            }
        }
        for (int idle = 0; idle < LOOKS; idle++) {
            boolean waits = false;
            for (Served served : clients) {
                try {
                    if (served.deserted && served.client.needsHelp()) {
                        waits = true;
                        idle = served.help() ? 0 : idle;
                    }
                } catch (RuntimeException e) {
                    drop(served, e);
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

    /** Helps a client no more, whose object, session or job has ended. */
    private void drop(Served served, RuntimeException e) {
        // Another thread may have freed the client meanwhile.
        if (clients.remove(served) && !isEnd(e) && !served.client.failed()) {
            abort(e);
        }
    }

    private static boolean isEnd(Throwable e) {
        return e instanceof ShmemException || e instanceof NotInitializedException || e instanceof FreedObjectException;
    }

    private void abort(Throwable e) {
        e.printStackTrace();
        System.err.flush();
        backend.abort(1, e.toString());
    }

    /** A client, which this thread helps if no other thread of the PE polls it. */
    private final class Served {
        private final Progress.Helped client;
        /** Number of polls at the last tick, or after this thread's own. */
        private int known;
        /** Whether no other thread had polled between the last two ticks. */
        private boolean deserted;

        Served(Progress.Helped client) {
            this.client = client;
        }

        /** {@return whether another thread has polled since the last tick, and may leave urgent work} */
        boolean tick() {
            int seen = client.polls();
            deserted = seen == known;
            known = seen;
            return !deserted && client.isUrgent();
        }

        /** {@return whether there was work} */
        boolean help() {
            try {
                boolean any = client.help();
                known = client.polls();
                return any;
            } catch (RuntimeException | Error e) {
                if (isEnd(e)) {
                    throw e;
                }
                // Without a page, stack or memory the step stays undone; the next step, of any thread, makes it.
                if (!(e instanceof VirtualMachineError) || client.failed()) {
                    abort(e);
                }
                return false;
            }
        }
    }
}
