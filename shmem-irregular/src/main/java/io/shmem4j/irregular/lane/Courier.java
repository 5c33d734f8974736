// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

import io.shmem4j.Shmem;
import io.shmem4j.Team;
import io.shmem4j.ThreadLevel;
import io.shmem4j.channel.ring.Finish;
import io.shmem4j.engine.Helper;
import io.shmem4j.engine.Library;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.progress.Progress;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Waiter;
import java.util.function.BooleanSupplier;

/**
 * Sends records between the PEs of a team, handles arriving ones, and detects when no record is left on any PE.
 *
 * <p>A lock admits one thread at a time to the lanes. A thread that waits in the courier handles arriving records.
 * A {@link Helper} handles them while the PE computes or waits elsewhere. On simulated machines and below {@link
 * ThreadLevel#MULTIPLE} there is no such thread, and records are handled in calls only.
 *
 * <p>Full rings cause no deadlock. A sender that finds a ring full handles its own arrivals, and handling never waits,
 * because the stage grows for the records that a handler sends. So each PE that waits for room empties its own rings,
 * and some PE can always continue.
 *
 * <p>No wake-up is lost. A waiting thread tests its condition under the lock after it has registered for wake-ups. A
 * later change of the condition follows an arrival at this PE, whose sender wakes it, or a nudge.
 */
public final class Courier extends Gate implements Helper.Helped, Progress.Client {
    private final Lanes lanes;
    private final String name;
    private final int n;
    private final int looks;
    private final Finish finish;
    private final Progress progress;
    private Outbox outbox;
    private boolean busy;
    /** Number of polls of the lanes; the helper reads it without the lock. */
    private int polls;
    /** Number of threads that sleep until the lanes change; also read without the lock. */
    private int waiting;
    /** Number of answers sent; the PEs that asked wait for them. */
    private long answers;
    /** Number of records sent, except answers, that are known to be handled. */
    private long settled;
    private RuntimeException failure;
    /** Failure of calls during a renewal, and after a death has interrupted it. */
    private RuntimeException renewal;
    private Helper helper;

    /** Interprets the contents of records. */
    @FunctionalInterface
    public interface Handling {
        /**
         * Handles records of a PE of the team, which are the first words of an array. It may send records, and must not
         * wait.
         */
        void handle(int from, long[] words, int count);
    }

    /**
     * Makes the courier between the PEs of a team; collective over all PEs, even those outside of the team.
     *
     * @param name   name for reports
     * @param prompt whether {@link #quiet} is used
     */
    public Courier(Shmem shmem, Team team, String name, boolean prompt, Handling handling) {
        super(shmem);
        this.name = name;
        this.lanes = new Lanes(shmem, team, name, prompt, handling);
        this.n = lanes.ends().size();
        this.looks = JobMemory.direct(shmem.myPe()) ? LOOKS : 0;
        this.finish = lanes.ends().finish();
        this.progress = Progress.of(Library.currentBackend());
        progress.add(this);
    }

    /** Lets the PE's helper serve it, if there can be one. All handlers must be registered. */
    public void start() {
        helper = n > 0 && shmem.threadLevel() == ThreadLevel.MULTIPLE ? Helper.of(shmem, this) : null;
        if (outbox != null) {
            outbox.served(helper);
        }
    }

    /** {@return an outbox for the calling thread, which needs no lock to send} Called once, before the first record. */
    public Outbox outbox() {
        outbox = new Outbox(n);
        return outbox;
    }

    /** {@return the lanes, to whose stages the holder of the lock writes records} */
    public Lanes lanes() {
        return lanes;
    }

    /** Begins a call and acquires the lock; {@return the value for its end, see {@link Gate}} */
    public long enter() {
        long entered = acquire();
        if (entered != 0 && failed()) {
            holder = 0;
            throw refusal();
        }
        return entered;
    }

    /** Refuses a call after the end, and after an exception of a handler. Needs no lock. */
    public void requireOpen() {
        if (failure != null) {
            throw refusal();
        }
    }

    private IllegalStateException refusal() {
        shmem.myPe();
        return new IllegalStateException(failure == null ? cutOff() : failure.getMessage(), failure);
    }

    private String cutOff() {
        return "PE " + shmem.myPe() + ": " + name + ": an error has cut off a handler on this PE, so it can handle no "
            + "more";
    }

    /**
     * {@return the index in {@link Lanes#stage} for a new record, which the caller commits} The caller has the lock. If
     * the target's ring is full, this handles arrivals, except within a handler.
     */
    public int claim(int pe, int count) {
        if (outbox != null) {
            outbox.drain(lanes, pe);
        }
        if (lanes.full(pe)) {
            makeRoom(pe);
        }
        if (helper != null) {
            helper.wake();
        }
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

    /** Flushes a stage, and handles arrivals while they are in the cache. */
    private void makeRoom(int pe) {
        boolean room = lanes.flush(pe);
        if (busy) {
            return;
        }
        if (!room) {
            lanes.requirePages();
            await(() -> lanes.flush(pe), null);
        } else if (lanes.arriving()) {
            stepInside();
        }
    }

    /** Sends staged records and handles arrived ones; {@return whether any had arrived} */
    public boolean step() {
        long entered = enter();
        try {
            boolean any = stepInside();
            lanes.requirePages();
            return any;
        } finally {
            if (holder == entered) {
                holder = 0;
            }
        }
    }

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
            if (lanes.handling) {
                failure = e instanceof RuntimeException known ? known : new IllegalStateException(cutOff() + ": " + e,
                    e);
                lanes.handling = false;
                nudgeAfter(e);
            }
            throw e;
        } finally {
            busy = false;
            flushAll();
        }
    }

    /** Wakes the waiting threads, which then throw. */
    private void nudgeAfter(Throwable e) {
        try {
            nudge();
        } catch (RuntimeException second) {
            e.addSuppressed(second);
        }
    }

    /** Sends staged records; {@return whether all are sent} */
    boolean flushAll() {
        if (outbox != null) {
            outbox.drain(lanes);
        }
        return lanes.flushAll();
    }

    /** Refuses a waiting call in a handler. */
    public void requireOutside(String call) {
        if (isInside() && busy) {
            throw new IllegalStateException("PE " + shmem.myPe() + ": " + call + " waits, which a handler must not do");
        }
    }

    /**
     * Handles records until a condition holds. It may depend on records, words of the rings, and calls of this PE.
     * Other threads may use the courier meanwhile.
     *
     * @param done        the condition, tested under the lock
     * @param beforeSleep runs before each sleep, or null
     */
    public void await(BooleanSupplier done, Runnable beforeSleep) {
        waitFor(done, Waiter.FOREVER, beforeSleep);
    }

    /**
     * Handles records until a condition holds or a time has passed.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void await(BooleanSupplier done, long nanos, Runnable beforeSleep) throws InterruptedException {
        Thread current = Thread.currentThread();
        waitFor(() -> done.getAsBoolean() || current.isInterrupted(), nanos, beforeSleep);
        if (!done.getAsBoolean() && Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private void waitFor(BooleanSupplier done, long nanos, Runnable beforeSleep) {
        double end = nanos == Waiter.FOREVER ? 0 : shmem.time() + nanos / 1e9;
        long entered = enter();
        try {
            for (int idle = 0; !done.getAsBoolean(); idle++) {
                boolean any = stepInside();
                lanes.requirePages();
                if (any) {
                    idle = 0;
                } else if (done.getAsBoolean()) {
                    return;
                } else if (idle < looks) {
                    Thread.onSpinWait();
                } else if (!sleep(done, nanos == Waiter.FOREVER ? nanos : (long) ((end - shmem.time()) * 1e9),
                    beforeSleep)) {
                    return;
                }
            }
        } finally {
            if (holder == entered) {
                holder = 0;
            }
        }
    }

    /** Releases the lock, and sleeps until there is something to do; {@return whether there is} */
    private boolean sleep(BooleanSupplier done, long nanos, Runnable beforeSleep) {
        if (beforeSleep != null) {
            beforeSleep.run();
        }
        long current = holder;
        waiting++;
        holder = 0;
        boolean woken;
        try {
            woken = lanes.ends().await(nanos, () -> wakes(current, done));
        } finally {
            try {
                if (holder != current) {
                    contend(current, true);
                }
            } finally {
                waiting--;
            }
        }
        if (failed()) {
            throw refusal();
        }
        if (!woken) {
            Library.currentBackend().waiter().requireTime();
        }
        return woken;
    }

    /** {@return whether a waiting thread has something to do} Acquires the lock, and keeps it in this case. */
    private boolean wakes(long current, BooleanSupplier done) {
        contend(current, true);
        boolean wakes = true;
        try {
            // A wait that begins completes this PE's stores, which the awaited change may answer.
            long before = failed() ? -1 : lanes.ends().stores();
            wakes = failed() || !flushAll() && lanes.lacksPages() || done.getAsBoolean() || lanes.ends().arrived()
                || lanes.ends().stores() != before;
        } finally {
            if (!wakes) {
                holder = 0;
            }
        }
        return wakes;
    }

    /** Waits until all records of this PE have been handled and {@code answered} holds. */
    public void quiet(BooleanSupplier answered) {
        requireOutside("quiet");
        long entered = enter();
        try {
            await(() -> lanes.allTaken() && answered.getAsBoolean(), null);
            settled = lanes.records - answers;
        } finally {
            if (holder == entered) {
                holder = 0;
            }
        }
    }

    /**
     * Waits until all PEs of the team are in this call and no record is left, even of those that handlers send. Another
     * call continues it until {@link #endFinish}.
     */
    public void finish() {
        requireOutside("finish");
        if (n == 0) {
            return;
        }
        long entered = enter();
        try {
            finish.begin();
            await(() -> finish.step(flushAll()), null);
            settled = lanes.records - answers;
        } finally {
            if (holder == entered) {
                holder = 0;
            }
        }
    }

    public void endFinish() {
        finish.end();
    }

    /** Wakes waiting threads of this PE to test their conditions, after an event without a record. */
    public void nudge() {
        lanes.ends().nudge();
    }

    /**
     * Restarts after deaths, and discards unhandled records. Collective over the team; no PE sends records during the
     * call.
     */
    public void renew() {
        long entered = acquire();
        try {
            if (lanes.handling || failure != null && failure != renewal) {
                throw refusal();
            }
            renewal = new IllegalStateException("PE " + shmem.myPe() + ": " + name + ": open them again on all PEs");
            failure = renewal;
            flushAll();
            shmem.syncAll();
            lanes.reset();
            answers = 0;
            settled = 0;
            shmem.syncAll();
            failure = null;
        } finally {
            if (holder == entered) {
                holder = 0;
            }
        }
    }

    /** {@return whether all further calls are refused} A handler that an error cuts off may leave no exception. */
    @Override
    public boolean failed() {
        return failure != null || lanes.handling;
    }

    @Override
    public int polls() {
        shmem.myPe();
        return polls;
    }

    @Override
    public boolean isUrgent() {
        return true;
    }

    /** Reads without the lock, to avoid contention. A waiting thread does not notice another thread's outbox. */
    @Override
    public boolean needsHelp() {
        return !failed() && (waiting == 0 && lanes.arriving() || outbox != null && outbox.holds());
    }

    @Override
    public boolean help() {
        long current = Thread.currentThread().threadId();
        if (!tryAcquire(current)) {
            return false;
        }
        try {
            return !failed() && stepInside();
        } finally {
            if (holder == current) {
                holder = 0;
            }
        }
    }

    /** Finishes, and frees the memory; collective over all PEs. */
    public void free() {
        requireOpen();
        finish();
        end();
        lanes.free();
    }

    /**
     * Frees the memory without waiting, unless it is free already.
     *
     * @return number of records of this PE that may be lost: those sent since the last {@link #finish} or
     *     {@link #quiet}, except answers and answered questions
     * @throws IllegalStateException after a handler has failed; the memory is freed all the same
     */
    public long close() {
        requireOutside("close");
        RuntimeException earlier = failure;
        if (earlier instanceof FreedObjectException) {
            return 0;
        }
        end();
        lanes.close();
        if (earlier != null) {
            throw new IllegalStateException(earlier.getMessage(), earlier);
        }
        return lanes.records - answers - settled;
    }

    @Override
    public void end() {
        progress.remove(this);
        long entered = acquire();
        try {
            if (outbox != null) {
                outbox.end(lanes);
            }
            if (helper != null) {
                helper.remove(this);
            }
            failure = new FreedObjectException("PE " + shmem.myPe() + ": " + name + ": freed already; make a new one");
        } finally {
            if (holder == entered) {
                holder = 0;
            }
        }
    }
}
