// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.join;

import io.shmem4j.hang.Doubt;
import io.shmem4j.hang.HangReport;
import io.shmem4j.hang.JobState;
import io.shmem4j.hang.ThreadDump;
import io.shmem4j.hang.WaitedVariables;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.ControlLayout;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Finds out that the PEs of a job wait for ever, which a launcher does for the jobs that it starts.
 *
 * <p>Each JVM looks at its own threads when all PEs that are left have waited for a while, and vouches for the present
 * waits of its PEs if none of the threads could end a wait. A thread that could, and has made a store before its JVM
 * vouched, has ended a wait that another JVM had vouched for; that shows within a moment, so it is a deadlock only when
 * all waits have stayed the same for a moment after the last JVM has vouched.
 */
final class Standstill {
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Several times as long as a sleeping waiter leaves its variable alone. */
    private static final long NOTICE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final JoinedJob job;
    private final ControlFile control;
    /** When the wait of each PE began, 0 for one that has left. */
    private long[] waits;
    private long next;
    private boolean certain;

    Standstill(JoinedJob job) {
        this.job = job;
        this.control = job.control();
    }

    /** {@return the report of a deadlock, or null} */
    synchronized String look(long now) {
        JobState state = JobState.of(control, control.nPes(), pe -> control.membership(pe) == ControlLayout.LEFT);
        long[] seen = state.signature();
        if (!state.allWait() || !Arrays.equals(seen, waits)) {
            waits = seen;
            next = now + FIRST_NANOS;
            certain = false;
            return null;
        }
        if (now - next < 0) {
            return null;
        }
        boolean vouched = vouch() && allVouch();
        if (!vouched || !certain) {
            certain = vouched;
            next = now + NOTICE_NANOS;
            return null;
        }
        return "deadlock: every PE waits and none can go on\n" + String.join("\n", HangReport.ofWaits(state,
            WaitedVariables.of(job.files(), control, state), control::pid, now));
    }

    private boolean vouch() {
        boolean stuck = Doubt.of(0, new ThreadDump(null, Thread.getAllStackTraces())) == null;
        for (int pe = 0; pe < waits.length; pe++) {
            if (job.living().owns(pe)) {
                control.vouch(pe, stuck ? waits[pe] : 0);
            }
        }
        return stuck;
    }

    private boolean allVouch() {
        for (int pe = 0; pe < waits.length; pe++) {
            if (waits[pe] != 0 && control.vouched(pe) != waits[pe]) {
                return false;
            }
        }
        return true;
    }
}
