// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import java.util.ArrayList;
import java.util.List;

/**
 * The waits of a PE's threads, of which the control file shows one: the latest, and once that is over the latest of
 * those that go on.
 *
 * <p>Readers see by a wait's begin whether threads have begun or ended one since they looked, so each time that one is
 * shown its begin is some nanoseconds later. Threads store into the control file without a lock. One whose choice is no
 * longer right stores again, so the last of all stores is right.
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
