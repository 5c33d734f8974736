// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.NotInitializedException;
import io.shmem4j.error.ShmemException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * A PE's thread that handles messages and advances pending collectives while the PE computes or waits elsewhere.
 *
 * <p>It sleeps between polls, for longer while nothing arrives; senders of its PE wake it. After it has found work it
 * keeps polling if it has a core of its own. If it shares one with the PE, it sleeps: the scheduler runs a waking
 * thread at once, but a yielding one only after the other thread's time slice of some milliseconds.
 */
public final class Helper {
    private static final long FIRST_NAP_NANOS = 200_000;
    private static final long LAST_NAP_NANOS = 4_000_000;
    /** Number of polls, each followed by a yield, before it sleeps. */
    private static final int LOOKS = 100;
    /** A longer yield means that another thread has used the core. */
    private static final long SHARED_NANOS = 20_000;
    /** Number of sleeps before it tries to yield again. */
    private static final int SLEEPS = 2000;

    private static final Map<Object, Helper> ALL = new IdentityHashMap<>();

    private final Object session;
    private final Thread thread;
    private final List<Served> clients = new CopyOnWriteArrayList<>();
    /** Whether it sleeps for longer than a message should wait. */
    private volatile boolean dozes;
    private int sleeps;

    private Helper(Object session) {
        this.session = session;
        this.thread = new Thread(this::run, "shmem4j helper");
        thread.setDaemon(true);
    }

    /** Something with work that must not wait until a thread of the PE calls it again. */
    public interface Helped {
        /**
         * {@return a number that changes whenever a thread of the PE, or the helper, has looked for work} Throws if the
         * session has ended.
         */
        int polls();

        /** {@return whether work is urgent as soon as no thread looks for it} Then the helper looks more often. */
        boolean isUrgent();

        /** {@return whether there may be work that no waiting thread notices} Called without a lock. */
        boolean needsHelp();

        /** Works, unless another thread does; {@return whether there was work} */
        boolean help();

        /** {@return whether an error has cut off work that can't be done again} */
        boolean failed();
    }

    /** {@return the thread of a PE's session, which now helps a client as well} */
    public static Helper of(Object session, Helped client) {
        synchronized (ALL) {
            Helper helper = ALL.get(session);
            if (helper == null) {
                helper = new Helper(session);
                ALL.put(session, helper);
                helper.thread.start();
            }
            helper.clients.add(new Served(client));
            helper.wake();
            return helper;
        }
    }

    public void remove(Helped client) {
        clients.removeIf(served -> served.client == client);
        wake();
    }

    /** Ends a long sleep, because there will be work. */
    public void wake() {
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
                // Throws when the PE's job has ended.
                Library.currentPe();
                nap = tick() ? FIRST_NAP_NANOS : Math.min(nap + nap / 8, LAST_NAP_NANOS);
            } catch (VirtualMachineError e) {
                nap = LAST_NAP_NANOS;
            } catch (RuntimeException e) {
                end();
                // The PE may have freed its last client and ended its session meanwhile.
                if (!clients.isEmpty() && !isEnd(e) && clients.stream().noneMatch(served -> served.client.failed())) {
                    throw e;
                }
                return;
            }
        }
    }

    private boolean ended() {
        synchronized (ALL) {
            return clients.isEmpty() && ALL.remove(session, this);
        }
    }

    private void end() {
        synchronized (ALL) {
            ALL.remove(session, this);
        }
    }

    /** Helps where no other thread does; {@return whether there was work, or may be soon} */
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
    private static boolean isEnd(Throwable e) {
        return e instanceof ShmemException || e instanceof NotInitializedException || e instanceof FreedObjectException;
    }

    /** A client, which this thread helps if no other thread of the PE polls it. */
    private static final class Served {
        private final Helped client;
        /** Number of polls at the last tick, or after this thread's own. */
        private int known;
        /** Whether no other thread had polled between the last two ticks. */
        private boolean deserted;

        Served(Helped client) {
            this.client = client;
        }

        /** {@return whether another thread has polled since the last tick, and may leave urgent work} */
        boolean tick() {
            int seen = client.polls();
            deserted = seen == known;
            known = seen;
            return !deserted && client.isUrgent();
        }

        boolean needsHelp() {
            try {
                return deserted && client.needsHelp();
            } catch (FreedObjectException e) {
                // Another thread is freeing the client.
                return false;
            }
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
                if (e instanceof VirtualMachineError && !client.failed()) {
                    // Without a page, stack or memory the step stays undone; the next step, of any thread, makes it.
                    return false;
                }
                e.printStackTrace();
                System.err.flush();
                Library.currentBackend().abort(1, e.toString());
                return false;
            }
        }
    }
}
