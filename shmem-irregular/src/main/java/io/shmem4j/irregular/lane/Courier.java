// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.Shmem;
import io.shmem4j.Team;
import io.shmem4j.ThreadLevel;
import io.shmem4j.channel.ring.Ends;
import io.shmem4j.channel.ring.Finish;
import io.shmem4j.channel.ring.Sink;
import io.shmem4j.engine.Library;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.progress.Lock;
import io.shmem4j.progress.Progress;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Waiter;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/**
 * Sends records of words between the PEs of a team, handles arriving ones, and detects when no record is left on any
 * PE.
 *
 * <p>The lock of the PE's handlers admits one thread at a time. A thread that waits in the courier handles arriving
 * records. The PE's helper handles them while the PE computes or waits elsewhere. On simulated machines and below
 * {@link ThreadLevel#MULTIPLE} there is no such thread, and records are handled in calls only.
 *
 * <p>Full rings cause no deadlock. What has no room is kept by the PE's progress. A sender waits until nothing is kept
 * for its target, and handles its own arrivals meanwhile; handling never waits. So each PE that waits for room empties
 * its own rings, and some PE can always continue.
 *
 * <p>No wake-up is lost. A waiting thread tests its condition under the lock after it has registered for wake-ups. A
 * later change of the condition follows an arrival at this PE, whose sender wakes it, or a nudge.
 */
public final class Courier implements Progress.Helped {
    /** Bytes of all rings of a PE, unless a ring would be below its minimum. */
    private static final int ALL_BYTES = 1 << 19;
    private static final int LEAST_BYTES = 1 << 12;
    private static final int MOST_BYTES = 1 << 16;
    /** Number of words up to which a message is read one by one. */
    private static final int FEW = 8;

    /** The lock of all handlers of this PE. */
    public final Lock lock;
    private final Shmem shmem;
    private final Backend backend;
    private final Progress progress;
    private final String name;
    private final Ends ends;
    private final boolean prompt;
    private final Handling handler;
    private final Sink sink = this::take;
    private final Finish finish;
    private final Outbox outbox;
    private final long[] reading;
    /** Whether a step handles records, and whether a handler runs. */
    private boolean busy;
    private boolean handling;
    /** Number of polls of the rings; the helper reads it without the lock. */
    private int polls;
    /** Number of answers sent; the PEs that asked wait for them. */
    private long answers;
    /** Number of records sent, except answers, that are known to be handled. */
    private long settled;
    private RuntimeException failure;
    /** Failure of calls during a renewal, and after a death has interrupted it. */
    private RuntimeException renewal;
    private boolean helped;

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
     * @param sender the thread that may send without the lock, or null
     */
    public Courier(Shmem shmem, Team team, String name, boolean prompt, Thread sender, Handling handler) {
        int share = Integer.highestOneBit(ALL_BYTES / shmem.nPes() | 1);
        this.shmem = shmem;
        this.backend = Library.currentBackend();
        this.progress = Progress.of(backend);
        this.lock = progress.handlers();
        this.name = name;
        this.ends = new Ends(shmem, team, name, Math.clamp(share, LEAST_BYTES, MOST_BYTES));
        this.prompt = prompt;
        this.handler = handler;
        this.finish = ends.finish();
        this.outbox = new Outbox(ends, sender);
        this.reading = new long[ends.size() == 0 ? 0 : ends.longest() / Long.BYTES];
        progress.add(this);
    }

    /** Lets the PE's helper serve it, if there can be one. All handlers must be registered. */
    public void start() {
        helped = ends.size() > 0 && shmem.threadLevel() == ThreadLevel.MULTIPLE;
        if (helped) {
            progress.help(this);
            outbox.helped(progress);
        }
    }

    public Outbox outbox() {
        return outbox;
    }

    /** {@return this PE's ends of the rings} */
    public Ends ends() {
        return ends;
    }

    /** Begins a call and acquires the lock; {@return the value for its end, see {@link Lock}} */
    public long enter() {
        long entered = lock.acquire();
        if (failure != null || handling && entered != 0) {
            if (lock.holder == entered) {
                lock.holder = 0;
            }
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
     * Writes a record, under the lock: a header, then the words of an array, or up to two. {@return whether to call
     * {@link #makeRoom} after the release}
     */
    public boolean write(int pe, long head, int count, long first, long second, long[] words) {
        if (helped) {
            progress.wakeHelper();
        }
        return outbox.write(pe, head, count, first, second, words);
    }

    /** Counts the last record as an answer. */
    public void countAnswer() {
        answers++;
    }

    /** Counts a record as handled, because its answer has arrived. */
    public void settle() {
        settled++;
    }

    /** Waits until nothing is kept for a PE, and handles arrivals while they are in the cache; not in a handler. */
    public void makeRoom(int pe) {
        if (lock.isOwn()) {
            return;
        }
        if (ends.keeps(pe)) {
            waitFor(() -> ends.flush(pe), Waiter.FOREVER, null);
        } else if (ends.arriving()) {
            step();
        }
    }

    /** Sends buffered records and handles arrived ones; {@return whether any had arrived} */
    public boolean step() {
        long entered = enter();
        try {
            boolean any = stepInside();
            outbox.requirePages();
            return any;
        } finally {
            if (lock.holder == entered) {
                lock.holder = 0;
            }
        }
    }

    private boolean stepInside() {
        outbox.flush();
        if (busy) {
            return false;
        }
        busy = true;
        polls++;
        boolean any = false;
        try {
            any = ends.handle(sink, Integer.MAX_VALUE) > 0;
            if (prompt) {
                ends.report();
            }
            return any;
        } catch (RuntimeException | Error e) {
            any = true;
            if (handling) {
                failure = e instanceof RuntimeException known ? known : new IllegalStateException(cutOff() + ": " + e,
                    e);
                handling = false;
                nudgeAfter(e);
            }
            throw e;
        } finally {
            busy = false;
            if (any) {
                outbox.flush();
            }
        }
    }

    private void take(int from, long tag, MemorySegment memory, long offset, long length) {
        int count = Math.toIntExact(length / Long.BYTES);
        long[] words = count <= reading.length ? reading : new long[count];
        if (count <= FEW) {
            for (int i = 0; i < count; i++) {
                words[i] = memory.get(JAVA_LONG, offset + (long) i * Long.BYTES);
            }
        } else {
            MemorySegment.copy(memory, JAVA_LONG, offset, words, 0, count);
        }
        handling = true;
        handler.handle(from, words, count);
        handling = false;
    }

    /** Wakes the waiting threads, which then throw. */
    private void nudgeAfter(Throwable e) {
        try {
            ends.nudge();
        } catch (RuntimeException second) {
            e.addSuppressed(second);
        }
    }

    /** Refuses a waiting call in a handler. */
    public void requireOutside(String call) {
        if (lock.isOwn()) {
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
        long end = nanos >= Waiter.FOREVER ? Waiter.FOREVER : backend.nanoTime() + nanos;
        while (!looksUntil(done)) {
            if (beforeSleep != null) {
                beforeSleep.run();
            }
            long left = end == Waiter.FOREVER ? end : end - backend.nanoTime();
            if (!ends.await(left, () -> wakes(done))) {
                backend.waiter().requireTime();
                return;
            }
        }
    }

    /** Handles records until a condition holds, or none arrive for a while; {@return whether it holds} */
    private boolean looksUntil(BooleanSupplier done) {
        long entered = enter();
        try {
            for (int look = 0; look <= progress.looks(); look++) {
                boolean any = stepInside();
                outbox.requirePages();
                if (done.getAsBoolean()) {
                    return true;
                }
                if (any) {
                    look = -1;
                } else {
                    Thread.onSpinWait();
                }
            }
            return false;
        } finally {
            if (lock.holder == entered) {
                lock.holder = 0;
            }
        }
    }

    /** {@return whether a waiting thread has something to do} */
    private boolean wakes(BooleanSupplier done) {
        long entered = enter();
        try {
            // A wait that begins completes this PE's stores, which the awaited change may answer.
            long before = ends.stores();
            return !outbox.flush() && outbox.lacksPages() || done.getAsBoolean() || ends.arrived()
                || ends.stores() != before;
        } finally {
            if (lock.holder == entered) {
                lock.holder = 0;
            }
        }
    }

    /** Waits until all records of this PE have been handled and {@code answered} holds. */
    public void quiet(BooleanSupplier answered) {
        requireOutside("quiet");
        await(() -> !outbox.holds() && ends.taken() && answered.getAsBoolean() && settleAll(), null);
    }

    private boolean settleAll() {
        settled = outbox.records() - answers;
        return true;
    }

    /**
     * Waits until all PEs of the team are in this call and no record is left, even of those that handlers send. Another
     * call continues it until {@link #endFinish}.
     */
    public void finish() {
        requireOutside("finish");
        if (ends.size() == 0) {
            return;
        }
        long entered = enter();
        try {
            finish.begin();
        } finally {
            if (lock.holder == entered) {
                lock.holder = 0;
            }
        }
        await(() -> finish.step(outbox.flush()) && settleAll(), null);
    }

    public void endFinish() {
        finish.end();
    }

    /** Wakes waiting threads of this PE to test their conditions, after an event without a record. */
    public void nudge() {
        ends.nudge();
    }

    /**
     * Restarts after deaths, and discards unhandled records. Collective over the team; no PE sends records during the
     * call.
     */
    public void renew() {
        long entered = lock.acquire();
        try {
            if (handling || failure != null && failure != renewal) {
                throw refusal();
            }
            renewal = new IllegalStateException("PE " + shmem.myPe() + ": " + name + ": open them again on all PEs");
            failure = renewal;
            outbox.reset();
            answers = 0;
            settled = 0;
            ends.reset();
            failure = null;
        } finally {
            if (lock.holder == entered) {
                lock.holder = 0;
            }
        }
    }

    /** {@return whether all further calls are refused} A handler that an error cuts off may leave no exception. */
    @Override
    public boolean failed() {
        return failure != null || handling;
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

    /** Reads without the lock, to avoid contention. */
    @Override
    public boolean needsHelp() {
        return !failed() && (ends.arriving() || outbox.holds());
    }

    @Override
    public boolean help() {
        long current = Thread.currentThread().threadId();
        if (!lock.tryAcquire(current)) {
            return false;
        }
        try {
            return !failed() && stepInside();
        } finally {
            if (lock.holder == current) {
                lock.holder = 0;
            }
        }
    }

    /** Finishes, and frees the memory; collective over all PEs. */
    public void free() {
        requireOpen();
        Library.refuseLimit("free");
        finish();
        end();
        ends.free();
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
        ends.close();
        if (earlier != null) {
            throw new IllegalStateException(earlier.getMessage(), earlier);
        }
        return outbox.records() - answers - settled;
    }

    @Override
    public void end() {
        progress.remove(this);
        long entered = lock.acquire();
        try {
            outbox.end();
            progress.leaveAlone(this);
            failure = new FreedObjectException("PE " + backend.pe() + ": " + name + ": freed already; make a new one");
        } finally {
            if (lock.holder == entered) {
                lock.holder = 0;
            }
        }
    }
}
