// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nonblocking;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.ThreadLevel;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Helper;
import io.shmem4j.engine.Library;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.spi.Comparison;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The pending collectives of this PE. One thread at a time advances them: one of the program's, or the helper. No tool
 * sees the helper's accesses, and a death would have to stop it, so it helps only where neither is possible.
 *
 * <p>No wake-up is lost: a member that sets a flag adds to this PE's {@code events} afterwards, and this PE reads
 * {@code events} before it checks the flags. So it waits only on a value that was current while the flags were not set.
 */
final class Progress implements Helper.Client {
    private final Shmem shmem;
    private final SymmetricLongs events;
    private final List<Pending> running = new ArrayList<>();
    private final boolean mortal = Library.outlives();
    /** Null until a collective does not complete at its start. */
    private Helper helper;
    private final boolean helped;
    /** The events before the last step. */
    private volatile long seen;
    private volatile int polls;
    private volatile boolean waits;
    private boolean ended;
    /** A death has interrupted the collectives with numbers up to this one. */
    private long cut;
    /** Whether an error has cut off a call, so that this PE and the others differ in what it has done. */
    volatile boolean failed;

    Progress(Shmem shmem, SymmetricLongs events) {
        this.shmem = shmem;
        this.events = events;
        this.helped = !mortal && !Library.watchesAccesses() && shmem.threadLevel() == ThreadLevel.MULTIPLE;
    }

    /** {@return the number that the next collectives follow} Throws if one of the members has died. */
    long first(int... members) {
        if (mortal) {
            Library.requireAlive(members);
            cut = (long) Library.recoveries() << Integer.SIZE;
        }
        return cut;
    }

    /** Refuses a collective that can't complete any more. */
    void require(Pending operation) {
        if (operation.number <= first(operation.flags.members)) {
            throw new IllegalStateException(Fault.where() + ": a PE has died in " + operation + "; start it again on "
                + "all members");
        }
    }

    /** Makes a PE check its flags; called after the flags and a fence. */
    void wake(int pe) {
        shmem.signalAdd(events.signal(0), 1, pe);
    }

    synchronized void begin(Pending operation) {
        running.add(operation);
        advance();
        if (helped && helper == null && !operation.done()) {
            helper = Helper.of(shmem, this);
        }
    }

    /** Makes progress without waiting; {@return the events before, after which there may be more} */
    synchronized long advance() {
        requireUnfailed();
        polls++;
        try {
            seen = events.getAcquire(0);
            for (Iterator<Pending> all = running.iterator(); all.hasNext();) {
                Pending next = all.next();
                if (next.number <= cut || next.advance()) {
                    all.remove();
                }
            }
            return seen;
        } catch (Error e) {
            failed = true;
            throw e;
        }
    }

    @Override
    public int polls() {
        shmem.myPe();
        return polls;
    }

    /** {@return false, for brief naps would slow collectives down that the PE completes itself} */
    @Override
    public boolean isUrgent() {
        return false;
    }

    @Override
    public boolean needsHelp() {
        return !waits && !failed && events.getAcquire(0) != seen;
    }

    @Override
    public synchronized boolean help() {
        try {
            boolean can = !ended && !failed;
            if (can) {
                advance();
            }
            return can;
        } catch (FreedObjectException e) {
            // The PE's next call says so.
            return false;
        }
    }

    /** {@return false, since the PE's next call says it} */
    @Override
    public boolean failed() {
        return false;
    }

    /** Ends the helper's part. */
    synchronized void end() {
        if (helper != null) {
            helper.remove(this);
        }
        ended = true;
    }

    void requireUnfailed() {
        if (failed) {
            throw new IllegalStateException(Fault.where() + ": an error has cut off a non-blocking collective of this "
                + "PE, which may have ended on others, so the PE makes none any more");
        }
    }

    void await(Pending operation) {
        try {
            while (!operation.done()) {
                require(operation);
                waits = true;
                long last = advance();
                if (!operation.done() && mortal) {
                    Library.await(events.heapOffset(), Comparison.NE, last, operation.flags.members);
                } else if (!operation.done()) {
                    events.waitUntil(0, Cmp.NE, last);
                }
            }
        } finally {
            waits = false;
        }
    }

    synchronized int pending() {
        first();
        running.removeIf(operation -> operation.number <= cut);
        return running.size();
    }
}
