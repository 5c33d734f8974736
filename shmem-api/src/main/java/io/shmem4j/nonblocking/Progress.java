// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nonblocking;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.spi.Comparison;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The pending collectives of this PE.
 *
 * <p>No wake-up is lost: a member that sets a flag adds to this PE's {@code events} afterwards, and this PE reads
 * {@code events} before it checks the flags. So it waits only on a value that was current while the flags were not set.
 */
final class Progress {
    private final Shmem shmem;
    private final SymmetricLongs events;
    private final List<Pending> running = new ArrayList<>();
    private final boolean mortal = Library.outlives();
    /** A death has interrupted the collectives with numbers up to this one. */
    private long cut;
    /** Whether an error has cut off a call, so that this PE and the others differ in what it has done. */
    boolean failed;

    Progress(Shmem shmem, SymmetricLongs events) {
        this.shmem = shmem;
        this.events = events;
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

    void begin(Pending operation) {
        running.add(operation);
        advance();
    }

    /** Makes progress without waiting. */
    void advance() {
        requireUnfailed();
        try {
            for (Iterator<Pending> all = running.iterator(); all.hasNext();) {
                Pending next = all.next();
                if (next.number <= cut || next.advance()) {
                    all.remove();
                }
            }
        } catch (Error e) {
            failed = true;
            throw e;
        }
    }

    void requireUnfailed() {
        if (failed) {
            throw new IllegalStateException(Fault.where() + ": an error has cut off a non-blocking collective of this "
                + "PE, which may have ended on others, so the PE makes none any more");
        }
    }

    void await(Pending operation) {
        while (!operation.done()) {
            require(operation);
            long seen = events.getAcquire(0);
            advance();
            if (!operation.done() && mortal) {
                Library.await(events.heapOffset(), Comparison.NE, seen, operation.flags.members);
            } else if (!operation.done()) {
                events.waitUntil(0, Cmp.NE, seen);
            }
        }
    }

    int pending() {
        first();
        running.removeIf(operation -> operation.number <= cut);
        return running.size();
    }
}
