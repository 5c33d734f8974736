// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.Team;
import io.shmem4j.ThreadLevel;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.NotInitializedException;
import io.shmem4j.error.ShmemException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Records between the PEs of a team: sends them, handles those that arrive, and finds out when none is left anywhere.
 *
 * <p>One thread at a time owns the lanes, by a lock. A thread that waits for something of the courier handles what
 * arrives meanwhile. A helper thread does it while the PE computes or waits elsewhere; where there can be none, on
 * simulated machines and below {@link ThreadLevel#MULTIPLE}, records are handled in calls only.
 *
 * <p>No deadlock by full rings: whoever finds a ring full handles what arrives at itself, and handling never waits,
 * because a record that is sent while another one is handled is kept in the stage, which grows. So each PE that waits
 * for room empties its own rings, and some PE can always go on.
 *
 * <p>Why {@link #finish} is right. It is the counting of four numbers by Mattern. In a wave each PE that is in finish
 * reports how many records it has sent and how many it has handled, in all its life; PE 0 adds them up when all have
 * reported, and then begins the next wave. Let H be the sum of handled ones of one wave, S the sum of sent ones of the
 * next, and T the time between them, at which PE 0 has all reports of the first and has begun no other. The counts only
 * grow, so H is at most what had been handled at T, which is at most what had been sent at T, which is at most S. Where
 * H equals S all four are equal: at T every record that had been sent had been handled. A record counts as handled
 * after its handler has returned, and what the handler sends counts before that, so at T no handler ran. All PEs were
 * in finish at T, and send nothing there but from handlers. So from T on nothing is sent, until a PE leaves finish,
 * which is after it has read that all is done. A PE empties its outbox before it reports, so what lay there counts.
 */
public final class Courier {
    private static final VarHandle LOCK;
    private static final long TICK_NANOS = 200_000;
    /** A yield that takes longer has given the core to another thread, which has it until the end of its slice. */
    private static final long SHARED_NANOS = 20_000;
    /** How often the helper then sleeps, where it would yield, before it tries again. */
    private static final int SLEEPS = 2000;
    /** Looks of the helper, with a yield after each, before it sleeps; and of a thread that waits, before it pauses. */
    private static final int HELPER_LOOKS = 100;
    private static final int LOOKS = 200;
    private static final int REPORT = 3;

    private final Shmem shmem;
    private final Lanes lanes;
    private final Handling handling;
    private final String name;
    private final int n;
    private final int looks;
    private final int verdictWord;
    private final int reports;
    private Outbox outbox;
    private int lock;
    /** Its thread's number, read without the lock: only the holder itself can find itself here. */
    private long holder;
    private int depth;
    private boolean busy;
    /** How often the lanes have been looked at; the helper reads it without the lock, to see whether others do. */
    private int polls;
    /** Threads that wait for a change of the lanes and then look at them; the helper reads it without the lock. */
    private int waiting;
    private long sent;
    private long handled;
    private long wave;
    private long handledBefore;
    private RuntimeException failure;
    private Thread helper;
    private volatile boolean stopped;

    static {
        try {
            LOCK = MethodHandles.lookup().findVarHandle(Courier.class, "lock", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What a record is to those who send it. */
    public interface Handling {
        /** {@return number of words of the record that begins at a place of an array} */
        int length(long[] words, int at);

        /**
         * Handles records of a sender, by its number in the team. They are the first words of an array, one record
         * behind the other. It may send others, and must not wait. {@return how many records there were}
         */
        int handle(int from, long[] words, int count);
    }

    /**
     * Makes the courier between the PEs of a team; collective over all PEs, also those outside of it. The name is for
     * reports; {@code prompt} says whether {@link #quiet} is used.
     */
    public Courier(Shmem shmem, Team team, String name, boolean prompt, Handling handling) {
        this.shmem = shmem;
        this.handling = handling;
        this.name = name;
        this.lanes = new Lanes(shmem, team, name, prompt, 1 + REPORT * shmem.nPes(), new Lanes.Sink() {
            @Override
            public int length(long[] words, int at) {
                return handling.length(words, at);
            }

            @Override
            public void receive(int from, long[] words, int count) {
                handled += handling.handle(from, words, count);
            }
        });
        this.n = lanes.size();
        this.looks = shmem.simulated() ? 0 : LOOKS;
        this.verdictWord = lanes.firstExtra();
        this.reports = verdictWord + 1;
    }

    /** Lets the helper begin, where there may be one. What this PE has to handle must be known by now. */
    public void start() {
        if (n > 0 && !shmem.simulated() && shmem.threadLevel() == ThreadLevel.MULTIPLE) {
            helper = new Thread(this::help, "shmem4j " + name);
            helper.setDaemon(true);
            helper.start();
        }
    }

    /** {@return a place for messages of this thread that need no lock} It is made once, before any record is sent. */
    public Outbox outbox() {
        outbox = new Outbox(n);
        return outbox;
    }

    /** {@return number of PEs of the team, 0 on PEs outside of it} */
    public int size() {
        return n;
    }

    /** {@return this PE's number in the team} */
    public int me() {
        return lanes.me();
    }

    /** {@return the context with the team's numbers} */
    public Context context() {
        return lanes.context();
    }

    /** {@return whether this PE reaches the memory of another one by load and store} */
    public boolean near(int pe) {
        return lanes.near(pe);
    }

    /** {@return the most words that a record may have} */
    public int longest() {
        return lanes.longest();
    }

    /** Begins a call of this thread; the same thread may call it again before it has left. */
    public void enter() {
        long current = Thread.currentThread().threadId();
        if (holder == current) {
            depth++;
            return;
        }
        if (!LOCK.compareAndSet(this, 0, 1)) {
            contend();
        }
        holder = current;
        depth = 1;
        if (failure != null) {
            leave();
            throw new IllegalStateException(failure.getMessage(), failure);
        }
    }

    private void contend() {
        for (int looks = 0; !LOCK.compareAndSet(this, 0, 1); looks++) {
            if (looks < LOOKS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    private boolean tryEnter() {
        if (!LOCK.compareAndSet(this, 0, 1)) {
            return false;
        }
        holder = Thread.currentThread().threadId();
        depth = 1;
        return true;
    }

    /** Ends a call. */
    public void leave() {
        if (--depth == 0) {
            holder = 0;
            LOCK.setRelease(this, 0);
        }
    }

    /**
     * {@return the place in {@link #stage} where the words of a new record go} Only between enter and leave. Where the
     * ring of the target is full it handles what arrives, except while a record is handled. It leaves where that fails.
     */
    public int claim(int pe, int count) {
        if (outbox != null) {
            sent += outbox.drain(lanes, pe);
        }
        if (lanes.full(pe)) {
            makeRoom(pe);
        }
        sent++;
        return lanes.claim(pe, count);
    }

    /** {@return the words that {@link #claim} has given a place in} */
    public long[] stage(int pe) {
        return lanes.stage(pe);
    }

    /** {@return where the next record of a stage will begin, if the last one can still be made longer} */
    public int end(int pe) {
        return lanes.end(pe);
    }

    /** {@return how often places in a stage have changed} */
    public int flushes(int pe) {
        return lanes.flushes(pe);
    }

    /**
     * Makes the last record of a stage longer by some words, where that has room for it at the same place, and
     * {@return whether it has}
     */
    public boolean extend(int pe, int count) {
        return lanes.extend(pe, count);
    }

    /** Whoever sends much also handles in between, so that rings are emptied while their words are in the cache. */
    private void makeRoom(int pe) {
        boolean room = lanes.flush(pe);
        if (busy) {
            return;
        }
        try {
            if (!room) {
                await(() -> lanes.flush(pe));
            } else if (lanes.arriving()) {
                stepInside();
            }
        } catch (RuntimeException | Error e) {
            leave();
            throw e;
        }
    }

    /** Sends what has gathered, and handles what has arrived. Returns whether anything had. */
    public boolean step() {
        enter();
        try {
            return stepInside();
        } finally {
            leave();
        }
    }

    private boolean stepInside() {
        flushAll();
        if (busy) {
            return false;
        }
        busy = true;
        polls++;
        try {
            return lanes.poll();
        } catch (RuntimeException | Error e) {
            failure = e instanceof RuntimeException known ? known : new IllegalStateException(e);
            throw e;
        } finally {
            busy = false;
            flushAll();
        }
    }

    /** {@return whether nothing is left to be sent} */
    private boolean flushAll() {
        if (outbox != null) {
            sent += outbox.drain(lanes);
        }
        return lanes.flushAll();
    }

    /** Refuses a call that waits, where a record is being handled. */
    public void requireOutside(String call) {
        if (holder == Thread.currentThread().threadId() && busy) {
            throw new IllegalStateException("PE " + shmem.myPe() + ": " + call + " waits, which a handler must not do");
        }
    }

    /**
     * Handles records until something is true, by a record, a count of another PE, or a call of this one; it is asked
     * inside the courier. Other threads may have their turn in between.
     */
    public void await(BooleanSupplier done) {
        await(done, null);
    }

    /** The text is asked for the name of what is waited for, when the wait gets long. */
    private void await(BooleanSupplier done, Supplier<String> text) {
        enter();
        try {
            int idle = 0;
            while (!done.getAsBoolean()) {
                if (idle >= looks) {
                    lanes.look();
                }
                if (stepInside()) {
                    idle = 0;
                } else if (!done.getAsBoolean()) {
                    pause(idle++, text);
                } else {
                    return;
                }
            }
        } finally {
            leave();
        }
    }

    /** Lets other threads enter, and waits for a change since the last look; spins at first. */
    private void pause(int idle, Supplier<String> text) {
        if (idle < looks) {
            Thread.onSpinWait();
            return;
        }
        if (text != null) {
            lanes.words().named(text.get());
        }
        int before = depth;
        waiting++;
        depth = 0;
        holder = 0;
        LOCK.setRelease(this, 0);
        try {
            lanes.awaitChange();
        } finally {
            contend();
            holder = Thread.currentThread().threadId();
            depth = before;
            waiting--;
        }
    }

    /** Completes this PE's records: all have been handled, and {@code answered} is true, too. */
    public void quiet(BooleanSupplier answered) {
        requireOutside("quiet");
        await(() -> lanes.allTaken() && answered.getAsBoolean());
    }

    /** Waits until all PEs of the team are in this call and all records have been handled, and those sent by them. */
    public void finish() {
        requireOutside("finish");
        if (n == 0) {
            return;
        }
        handledBefore = -1;
        long first = wave;
        Wave own = new Wave();
        await(own::over, lanes.me() == 0 ? own::outstanding : null);
        if (lanes.me() == 0 && wave > first) {
            lanes.words().named(name);
        }
    }

    /** The waves of one finish. */
    private final class Wave {
        private long reported = wave;

        /** Takes part in the waves that are due, as PE 0 decides, and {@return whether the last one is over}. */
        boolean over() {
            while (true) {
                if (reported == wave && flushAll()) {
                    report();
                }
                if (lanes.me() == 0) {
                    decide();
                }
                long verdict = lanes.words().getAcquire(verdictWord);
                if (verdict >> 1 != wave + 1) {
                    return false;
                }
                wave++;
                if ((verdict & 1) == 1) {
                    return true;
                }
                stepInside();
            }
        }

        private void report() {
            reported = wave + 1;
            int at = reports + REPORT * lanes.me();
            lanes.context().p(lanes.words(), at, sent, 0);
            lanes.context().p(lanes.words(), at + 1L, handled, 0);
            lanes.publish(at + 2, reported, 0);
        }

        private void decide() {
            long allSent = 0;
            long allHandled = 0;
            for (int pe = 0; pe < n; pe++) {
                int at = reports + REPORT * pe;
                if (lanes.words().getAcquire(at + 2L) != wave + 1) {
                    return;
                }
                allSent += lanes.words().get(at);
                allHandled += lanes.words().get(at + 1L);
            }
            if (lanes.words().getAcquire(verdictWord) >> 1 == wave + 1) {
                return;
            }
            long done = handledBefore == allSent ? 1 : 0;
            handledBefore = allHandled;
            for (int pe = 0; pe < n; pe++) {
                lanes.publish(verdictWord, 2 * (wave + 1) + done, pe);
            }
        }

        /** {@return what keeps the end away, for the hang report} */
        String outstanding() {
            StringBuilder missing = new StringBuilder();
            long open = 0;
            for (int pe = 0; pe < n; pe++) {
                int at = reports + REPORT * pe;
                open += lanes.words().getAcquire(at) - lanes.words().getAcquire(at + 1L);
                if (lanes.words().getAcquire(at + 2L) != wave + 1) {
                    missing.append(missing.isEmpty() ? "" : ",").append(pe);
                }
            }
            return name + ": finish" + (missing.isEmpty() ? "" : " without PE " + missing) + "; " + open
                + " not handled";
        }
    }

    /**
     * The helper's life. It does nothing while another thread looks at the lanes now and then, or waits for them. It
     * looks without the lock, so that it is in nobody's way while nothing arrives, and takes it only where it is free.
     * After it has handled something it looks for more, as long as it has a core. Where it shares the one of its PE it
     * sleeps instead: the scheduler gives the core at once to a thread that wakes, but to one that yields only at the
     * end of the other's slice, some milliseconds later.
     */
    private void help() {
        int known = 0;
        int sleeps = 0;
        while (!stopped) {
            LockSupport.parkNanos(TICK_NANOS);
            try {
                shmem.myPe();
                int seen = polls;
                for (int idle = 0; seen == known && waiting == 0 && idle < HELPER_LOOKS && !stopped; idle++) {
                    if (!lanes.arriving() && (outbox == null || !outbox.holds())) {
                        if (idle == 0) {
                            break;
                        }
                    } else if (tryEnter()) {
                        idle = helped() ? 0 : idle;
                        seen = polls;
                        known = seen;
                    }
                    if (sleeps > 0 || shared()) {
                        sleeps = sleeps > 0 ? sleeps - 1 : SLEEPS;
                        break;
                    }
                }
                known = seen;
            } catch (RuntimeException e) {
                if (failure == null && !over(e)) {
                    throw e;
                }
                return;
            }
        }
    }

    /** Yields, and {@return whether another thread needs the core}. */
    private static boolean shared() {
        long start = System.nanoTime();
        Thread.yield();
        return System.nanoTime() - start > SHARED_NANOS;
    }

    /** {@return whether an exception says that the job has ended, or the session} */
    private static boolean over(Throwable e) {
        return e instanceof ShmemException || e instanceof NotInitializedException || e instanceof FreedObjectException;
    }

    private boolean helped() {
        try {
            return failure == null && !stopped && stepInside();
        } catch (RuntimeException | Error e) {
            if (over(e)) {
                throw e;
            }
            e.printStackTrace();
            System.err.flush();
            shmem.globalExit(1);
            return false;
        } finally {
            leave();
        }
    }

    /** Waits for the end of all records, ends the helper and frees the memory; collective over all PEs. */
    public void free() {
        if (failure == null) {
            finish();
        }
        enter();
        stopped = true;
        failure = new FreedObjectException("PE " + shmem.myPe() + ": " + name + ": freed already; make a new one");
        leave();
        lanes.free();
    }
}
