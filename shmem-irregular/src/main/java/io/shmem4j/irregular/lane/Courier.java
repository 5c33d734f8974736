// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.Team;
import io.shmem4j.ThreadLevel;
import io.shmem4j.engine.Library;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.spi.JobMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Records between the PEs of a team: sends them, handles those that arrive, and finds out when none is left anywhere.
 *
 * <p>One thread at a time owns the lanes, by a lock. A thread that waits for something of the courier handles what
 * arrives meanwhile. {@link Progress} does it while the PE computes or waits elsewhere; where there is no such thread,
 * on simulated machines and below {@link ThreadLevel#MULTIPLE}, records are handled in calls only.
 *
 * <p>No deadlock by full rings: a sender that finds a ring full handles its own arrivals. Handling never waits, because
 * a record sent meanwhile is kept in the stage, which grows. So each PE that waits for room empties its own rings, and
 * some PE can always go on.
 *
 * <p>No wake-up is lost between threads that wait: each keeps the counts that it has seen with the lock, before it has
 * looked at its condition. A later change of the condition comes with a count, or nudges.
 */
public final class Courier {
    private static final VarHandle LOCK;
    /** Looks of a thread that waits, before it pauses. */
    private static final int LOOKS = 200;
    /** Sleeps of a wait with a limit. */
    private static final long FIRST_NAP_NANOS = 20_000;
    private static final long LAST_NAP_NANOS = 1_000_000;

    private final Shmem shmem;
    private final Lanes lanes;
    private final String name;
    private final int n;
    private final int looks;
    private final Termination termination;
    private Outbox outbox;
    private int lock;
    /** Its thread's number, read without the lock: only the holder itself can find itself here. */
    private long holder;
    private int depth;
    private boolean busy;
    /** How often the lanes have been looked at; the progress thread reads it without the lock. */
    private int polls;
    /** Threads that wait for a change of the lanes and then look at them; read as {@code polls} is. */
    private int waiting;
    /** The counts that the last thread to wait has seen, for the next one to use. */
    private long[] spareCounts;
    private long sent;
    private long handled;
    /** Sent records that answer others; who asked waits for them. */
    private long answers;
    /** Sent records, but for answers, that are known to be handled. */
    private long settled;
    private RuntimeException failure;
    /** Refusal of calls while it begins anew, and after a death has cut that. */
    private RuntimeException renewal;
    private Progress progress;
    /** Polls at the progress thread's last tick, and whether no other thread has polled since. */
    private int known;
    private boolean deserted;

    static {
        try {
            LOCK = MethodHandles.lookup().findVarHandle(Courier.class, "lock", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Meaning of records for their senders. */
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
        this.name = name;
        this.lanes = new Lanes(shmem, team, name, prompt, Termination.words(shmem.nPes()), new Lanes.Sink() {
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
        this.looks = JobMemory.direct(shmem.myPe()) ? LOOKS : 0;
        this.termination = new Termination(this, lanes, name, lanes.firstExtra());
    }

    /** Lets the progress thread begin, where there may be one. The handlers of this PE must be known by now. */
    public void start() {
        if (n > 0 && shmem.threadLevel() == ThreadLevel.MULTIPLE) {
            progress = Progress.of(shmem, this);
            if (outbox != null) {
                outbox.served(progress);
            }
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
            contend(false);
        }
        holder = current;
        depth = 1;
        if (failure != null) {
            leave();
            throw refusal();
        }
    }

    private IllegalStateException refusal() {
        return new IllegalStateException(failure.getMessage(), failure);
    }

    /** Gets the lock. A thread inside of a call gets it also while the job is being ended, because it has to leave. */
    private void contend(boolean inside) {
        for (int looks = 0; !LOCK.compareAndSet(this, 0, 1); looks++) {
            if (looks < LOOKS) {
                Thread.onSpinWait();
            } else if (inside) {
                Thread.yield();
            } else {
                shmem.pause(looks);
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
     * {@return the place in {@link #stage} where the words of a new record go} Only between enter and leave. If the
     * target's ring is full it handles arrivals, except while a record is handled. It leaves where that fails.
     */
    public int claim(int pe, int count) {
        if (outbox != null) {
            sent += outbox.drain(lanes, pe);
        }
        if (lanes.full(pe)) {
            makeRoom(pe);
        }
        if (progress != null) {
            progress.wake();
        }
        sent++;
        return lanes.claim(pe, count);
    }

    /** Counts the last record as an answer. */
    public void countAnswer() {
        answers++;
    }

    /** Counts a record as handled, because its answer has arrived. */
    public void settle() {
        settled++;
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

    /** Handles records in between, so that a busy sender's rings are emptied while their words are in the cache. */
    private void makeRoom(int pe) {
        boolean room = lanes.flush(pe);
        if (busy) {
            return;
        }
        try {
            if (!room) {
                await(() -> lanes.flush(pe), null);
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

    /** Does a step; between {@link #enter} and {@link #leave}. */
    boolean stepInside() {
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
            nudgeAfter(e);
            throw e;
        } finally {
            busy = false;
            flushAll();
        }
    }

    /** Wakes other threads that wait here, which throw. */
    private void nudgeAfter(Throwable e) {
        try {
            lanes.nudge();
        } catch (RuntimeException second) {
            e.addSuppressed(second);
        }
    }

    /** Lets waiting threads look again, after an event without a record. */
    public void nudge() {
        lanes.nudge();
    }

    /** {@return whether nothing is left to be sent} */
    boolean flushAll() {
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
     *
     * @param beforeSleep runs before each sleep, or null
     */
    public void await(BooleanSupplier done, Runnable beforeSleep) {
        enter();
        long[] seen = null;
        try {
            int idle = 0;
            while (!done.getAsBoolean()) {
                if (idle >= looks) {
                    if (seen == null) {
                        seen = spareCounts;
                        spareCounts = null;
                    }
                    seen = lanes.look(seen);
                }
                if (stepInside()) {
                    idle = 0;
                } else if (done.getAsBoolean()) {
                    return;
                } else {
                    pause(idle++, seen, beforeSleep);
                }
            }
        } finally {
            spareCounts = seen == null ? spareCounts : seen;
            leave();
        }
    }

    /**
     * Handles records until something is true, or some nanoseconds have passed.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void await(BooleanSupplier done, long nanos) throws InterruptedException {
        double end = shmem.time() + nanos / 1e9;
        long nap = 0;
        for (int idle = 0; !done.getAsBoolean(); idle++) {
            long left = (long) ((end - shmem.time()) * 1e9);
            if (left <= 0) {
                return;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (step()) {
                idle = 0;
            } else if (idle < LOOKS || looks == 0) {
                nap = FIRST_NAP_NANOS;
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(Math.min(nap, left));
                nap = Math.min(nap + nap / 4, LAST_NAP_NANOS);
            }
        }
    }

    /** Lets other threads enter, and waits for a change since the last look; spins at first. */
    private void pause(int idle, long[] seen, Runnable beforeSleep) {
        if (idle < looks) {
            Thread.onSpinWait();
            return;
        }
        if (beforeSleep != null) {
            beforeSleep.run();
        }
        int before = depth;
        waiting++;
        depth = 0;
        holder = 0;
        LOCK.setRelease(this, 0);
        try {
            lanes.awaitChange(seen);
        } finally {
            contend(true);
            holder = Thread.currentThread().threadId();
            depth = before;
            waiting--;
        }
        if (failure != null) {
            throw refusal();
        }
    }

    /** Completes this PE's records: all have been handled, and {@code answered} is true, too. */
    public void quiet(BooleanSupplier answered) {
        requireOutside("quiet");
        enter();
        try {
            await(() -> lanes.allTaken() && answered.getAsBoolean(), null);
            settled = sent - answers;
        } finally {
            leave();
        }
    }

    /** Waits until all PEs of the team are in this call and all records have been handled, and those sent by them. */
    public void finish() {
        requireOutside("finish");
        if (n == 0) {
            return;
        }
        enter();
        try {
            termination.await();
            settled = sent - answers;
        } finally {
            leave();
        }
    }

    /** {@return how many records this PE has sent in its life} */
    long sent() {
        return sent;
    }

    /** {@return how many records this PE has handled in its life} */
    long handled() {
        return handled;
    }

    /**
     * Begins anew where PEs have died: forgets the records of all PEs that have not been handled. Collective over the
     * team, and no record is sent meanwhile.
     */
    public void renew() {
        if (failure == renewal) {
            failure = null;
        }
        enter();
        try {
            renewal = new IllegalStateException("PE " + shmem.myPe() + ": " + name + ": open them again on all PEs");
            failure = renewal;
            flushAll();
            shmem.syncAll();
            lanes.reset();
            termination.reset();
            sent = 0;
            handled = 0;
            answers = 0;
            settled = 0;
            spareCounts = null;
            shmem.syncAll();
            failure = null;
        } finally {
            leave();
        }
    }

    boolean failed() {
        return failure != null;
    }

    /** The progress thread begins a round. {@return whether the lanes have been looked at since its last one} */
    boolean tick() {
        int seen = polls;
        deserted = seen == known;
        known = seen;
        return !deserted;
    }

    /**
     * {@return whether something waits that no other thread of this PE cares for} It looks without the lock, so that it
     * is in nobody's way while nothing arrives. A waiting thread finds arriving records here, but not another thread's
     * in the outbox.
     */
    boolean needsHelp() {
        try {
            return deserted && failure == null
                && (waiting == 0 && lanes.arriving() || outbox != null && outbox.holds());
        } catch (FreedObjectException e) {
            // Another thread frees this courier.
            return false;
        }
    }

    /** Does a step for a PE that is elsewhere, where the lock is free, and {@return whether anything had arrived}. */
    boolean help() {
        if (!tryEnter()) {
            return false;
        }
        boolean any = helped();
        known = polls;
        return any;
    }

    private boolean helped() {
        try {
            return failure == null && stepInside();
        } catch (RuntimeException | Error e) {
            if (Progress.isEnd(e)) {
                throw e;
            }
            e.printStackTrace();
            System.err.flush();
            Library.currentBackend().abort(1, e.toString());
            return false;
        } finally {
            leave();
        }
    }

    /** Waits for the end of all records, and frees the memory; collective over all PEs. */
    public void free() {
        enter();
        leave();
        finish();
        stop();
        lanes.free();
    }

    /**
     * Gives the memory back without waiting; does nothing if it is free already.
     *
     * @return number of records of this PE that may be lost: those sent since the last {@link #finish} or
     *     {@link #quiet}, without answers and answered ones
     * @throws IllegalStateException after a handler has failed; the memory is given back, too
     */
    public long close() {
        requireOutside("close");
        RuntimeException earlier = failure;
        if (earlier instanceof FreedObjectException) {
            return 0;
        }
        long open = stop();
        lanes.close();
        if (earlier != null) {
            throw new IllegalStateException(earlier.getMessage(), earlier);
        }
        return open;
    }

    /** Makes all later calls throw, and {@return number of records that may not have been handled}. */
    private long stop() {
        contend(false);
        holder = Thread.currentThread().threadId();
        depth = 1;
        try {
            if (outbox != null) {
                sent += outbox.drain(lanes);
            }
            if (progress != null) {
                progress.remove(this);
            }
            failure = new FreedObjectException("PE " + shmem.myPe() + ": " + name + ": freed already; make a new one");
            return sent - answers - settled;
        } finally {
            leave();
        }
    }
}
