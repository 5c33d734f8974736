// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nonblocking;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The collectives that this PE has not completed.
 *
 * <p>Why no wake-up is lost: a member that sets a flag adds to this PE's {@code events} afterwards, and this PE reads
 * that count before it looks at the flags. So it waits only for a count that was current when the flags were not yet
 * set.
 */
final class Progress {
    private final Shmem shmem;
    private final SymmetricLongs events;
    private final List<Pending> running = new ArrayList<>();

    Progress(Shmem shmem) {
        this.shmem = shmem;
        this.events = shmem.allocateSignals(1).named("events of non-blocking collectives");
    }

    /** Makes a PE check its flags. Call it after a fence that follows the flags. */
    void wake(int pe) {
        shmem.signalAdd(events.signal(0), 1, pe);
    }

    void begin(Pending operation) {
        running.add(operation);
        advance();
    }

    /** Makes progress without waiting. */
    void advance() {
        for (Iterator<Pending> all = running.iterator(); all.hasNext();) {
            if (all.next().advance()) {
                all.remove();
            }
        }
    }

    void await(Pending operation) {
        while (!operation.done()) {
            long seen = events.getAcquire(0);
            advance();
            if (!operation.done()) {
                events.waitUntil(0, Cmp.NE, seen);
            }
        }
    }

    int pending() {
        return running.size();
    }

    void close() {
        events.close();
    }

    void free() {
        events.free();
    }
}
