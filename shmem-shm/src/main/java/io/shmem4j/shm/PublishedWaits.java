// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import java.util.ArrayList;
import java.util.List;

/**
 * The waits of a PE's threads. The control file shows one of them: the latest that has not ended.
 *
 * <p>Readers detect changes by the wait's start time, so it is moved by some nanoseconds whenever a wait is shown.
 * Threads write to the control file without a lock. A thread whose choice has become outdated writes again, so the last
 * write is correct.
 */
final class PublishedWaits {
    private final ControlFile control;
    private final int pe;
    private final List<ShmWaiter> waits = new ArrayList<>();
    private long changes;

    PublishedWaits(ControlFile control, int pe) {
        this.control = control;
        this.pe = pe;
    }

    void add(ShmWaiter wait) {
        synchronized (this) {
            waits.add(wait);
            changes++;
        }
        show();
    }

    void remove(ShmWaiter wait) {
        synchronized (this) {
            waits.remove(wait);
            changes++;
        }
        show();
    }

    void update(ShmWaiter wait, String facts) {
        if (!facts.equals(wait.shownFacts)) {
            synchronized (this) {
                wait.shownFacts = facts;
                changes++;
            }
            show();
        }
    }

    synchronized boolean awaitStarts() {
        return waits.stream().anyMatch(ShmWaiter::awaitsStarts);
    }

    private void show() {
        long shown;
        do {
            ShmWaiter latest;
            synchronized (this) {
                shown = changes;
                latest = waits.isEmpty() ? null : waits.getLast();
            }
            if (latest == null) {
                control.publishNoWait(pe);
            } else {
                control.publishWait(pe, latest, shown);
            }
        } while (shown != changes());
    }

    private synchronized long changes() {
        return changes;
    }
}
