// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Judges whether PEs that all wait can still go on; the one judge of all kinds of jobs.
 *
 * <p>A deadlock is certain when every remaining PE waits, no wait has begun or ended for a while, and two searches, a
 * moment apart, find no code that could still store an awaited value ({@link Storers}). A false verdict would end
 * somebody's job, so any doubt keeps from it. Since a plain store takes a moment to be noticed, its thread may be gone
 * when the stacks are looked at: the second look finds that the wait has ended, so nobody has to be found twice.
 *
 * <p>While there is a doubt the search is repeated, less often with time.
 */
public final class Judge {
    /** First line of a report on a deadlock. */
    public static final String DEADLOCK = "deadlock: every PE waits and none can go on";

    /** Age of a standstill on one of several nodes: by then what was on its way to it has come. */
    public static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** A doubtful thread is asked again soon at first, so that a deadlock is found 5 seconds after its begin. */
    private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(3);
    /** Several times as long as a sleeping waiter leaves its variable alone, or a message travels between nodes. */
    private static final long NOTICE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /** Age of a standstill in which a rare doubt is reported. */
    private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final long firstNanos;
    private final long reportNanos;
    private long[] standing;
    private long since;
    private long next;
    /** Waits in which the last search has found nobody. */
    private long[] certain;
    private Doubt doubt;
    private boolean reported;

    /** Judgement of a standstill. */
    public enum Verdict {
        /** A PE may go on, or the next search decides. */
        OPEN,
        /** Only the {@link #doubt} keeps from a deadlock, which the user should read now. */
        DOUBTFUL,
        /** No PE can go on. */
        DEADLOCK
    }

    /**
     * A judge who has seen nothing yet.
     *
     * @param firstNanos age of a standstill in which doubts are first searched for
     * @param before     age of a standstill that {@link #isDue} hears of first
     */
    public Judge(long firstNanos, long before) {
        this.firstNanos = firstNanos;
        this.reportNanos = REPORT_NANOS - before;
    }

    /**
     * {@return whether to search for doubts now and hand them to {@link #judge}}
     *
     * @param waits present waits, see {@link JobState#standing}; null where a PE does not wait
     */
    public boolean isDue(long[] waits, long now) {
        if (waits == null || !Arrays.equals(waits, standing)) {
            standing = waits;
            since = now;
            next = now + firstNanos;
            certain = null;
            doubt = null;
            reported = false;
            return false;
        }
        return now - next >= 0;
    }

    /**
     * {@return the verdict after a search}
     *
     * @param waits waits after the search; null where a PE does not wait
     * @param found reason to doubt that no PE can go on, or null
     */
    public Verdict judge(long[] waits, Doubt found, long now) {
        next = now + Math.clamp((now - since) / 4, SOON_NANOS, LATE_NANOS);
        doubt = found;
        if (waits == null || found != null) {
            certain = null;
            boolean report = waits != null && found.rare() && !reported && now - since >= reportNanos;
            reported |= report;
            return report ? Verdict.DOUBTFUL : Verdict.OPEN;
        }
        if (Arrays.equals(waits, certain)) {
            return Verdict.DEADLOCK;
        }
        certain = waits;
        next = now + NOTICE_NANOS;
        return Verdict.OPEN;
    }

    /** {@return the last doubt about the present waits, or null} */
    public Doubt doubt() {
        return doubt;
    }

    /** {@return whether the user may still have to read the doubt, so that a search may not stop at it} */
    public boolean reportsLater() {
        return doubt != null && doubt.rare() && !reported;
    }

    /** {@return first line of a report on the doubt} */
    public String doubtful() {
        return "every PE waits; the job goes on, because " + doubt.why();
    }
}
