// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import io.shmem4j.spi.Times;
import java.util.Arrays;

/**
 * Decides whether PEs that all wait are in a deadlock. Used for every kind of job.
 *
 * <p>The verdict is a deadlock if all remaining PEs wait, no wait has begun or ended for a while, and two successive
 * searches find no code that could still store an awaited value (see {@link Storers}). Any doubt prevents the verdict,
 * because it ends the job. Two searches are necessary because a waiter notices a plain store with delay: the storing
 * thread may have ended before the first search, and then the second search sees that the wait is over.
 *
 * <p>While there is a doubt, searches are repeated with growing intervals.
 */
public final class Judge {
    /** First line of a deadlock report. */
    public static final String DEADLOCK = "deadlock: every PE waits and none can go on";

    private final long firstNanos;
    private final long before;
    /** Doubles with each mention, because a program may stand often by design. */
    private long mentionNanos = Times.LONG_DOUBT_NANOS;
    private long[] standing;
    private long since;
    private long next;
    /** Waits for which the last search found no doubt. */
    private long[] certain;
    private Doubt doubt;
    private boolean reported;

    /** Result of a search. */
    public enum Verdict {
        /** A PE may make progress, or the second search is pending. */
        OPEN,
        /** A rare {@link #doubt} prevents a deadlock verdict; report it now. */
        DOUBTFUL,
        /** A doubt has prevented a deadlock verdict for long; mention it now in one line. */
        LONG_DOUBTFUL,
        /** No PE can make progress. */
        DEADLOCK
    }

    /**
     * Creates a judge without observations.
     *
     * @param firstNanos age of a standstill at the first search
     * @param before     age of a standstill when {@link #isDue} is first called with it
     */
    public Judge(long firstNanos, long before) {
        this.firstNanos = firstNanos;
        this.before = before;
    }

    /**
     * {@return whether to search for doubts and call {@link #judge} now}
     *
     * @param waits current waits, see {@link JobState#standing}; null if some PE does not wait
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
     * @param waits waits after the search; null if some PE does not wait
     * @param found a doubt, or null
     */
    public Verdict judge(long[] waits, Doubt found, long now) {
        next = now + Math.clamp((now - since) / 4, Times.SEARCH_NANOS, Times.LATER_SEARCH_NANOS);
        doubt = found;
        if (waits == null || found != null) {
            certain = null;
            return waits == null || reported ? Verdict.OPEN : report(now - since + before);
        }
        if (Arrays.equals(waits, certain)) {
            return Verdict.DEADLOCK;
        }
        certain = waits;
        next = now + Times.SECOND_SEARCH_NANOS;
        return Verdict.OPEN;
    }

    private Verdict report(long age) {
        boolean mention = age >= mentionNanos;
        reported = doubt.rare() && age >= Times.DOUBT_NANOS || mention;
        mentionNanos <<= mention ? 1 : 0;
        return !reported ? Verdict.OPEN : doubt.rare() ? Verdict.DOUBTFUL : Verdict.LONG_DOUBTFUL;
    }

    /** {@return the doubt about the current waits, or null} */
    public Doubt doubt() {
        return doubt;
    }

    /** {@return whether a rare doubt has not been reported yet, so that searches must be complete} */
    public boolean reportsLater() {
        return doubt != null && doubt.rare() && !reported;
    }

    /** {@return the first line of a report about the doubt, or the only one} */
    public String doubtful() {
        return "every PE waits; the job goes on, because " + doubt.why();
    }
}
