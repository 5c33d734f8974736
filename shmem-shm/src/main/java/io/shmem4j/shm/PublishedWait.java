// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.Comparison;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.WaitKind;
import java.io.Serializable;

/**
 * A PE's published wait, from the calls of its {@link io.shmem4j.spi.Waiter}. A PE that does not wait, or has not for
 * long, has the kind NONE; {@code wide} says whether the variable is a long or an int; {@code since} is nanoTime of any
 * process on this machine. No peer or root is -1, no group has the size 0, and no comparison and no collective is null.
 */
public record PublishedWait(WaitKind kind, int peer, long detail, long since, int cellPe, long cell, int start,
    int stride, int size, Comparison cmp, boolean wide, long right, Routine routine, int root) implements Serializable {
    private static final Comparison[] COMPARISONS = Comparison.values();
    private static final Routine[] ROUTINES = Routine.values();

    /** {@return the comparison of a published number, 1 more than its place} */
    static Comparison comparison(int number) {
        return number < 1 || number > COMPARISONS.length ? null : COMPARISONS[number - 1];
    }

    /** {@return the collective of a published number, 1 more than its place} */
    static Routine routine(int number) {
        return number < 1 || number > ROUTINES.length ? null : ROUTINES[number - 1];
    }

    public static PublishedWait none() {
        return new PublishedWait(WaitKind.NONE, -1, 0, 0, 0, 0, 0, 0, 0, null, false, 0, null, -1);
    }

    /** {@return the same wait by a clock that shows some nanoseconds more} */
    public PublishedWait later(long nanos) {
        return new PublishedWait(kind, peer, detail, since + nanos, cellPe, cell, start, stride, size, cmp, wide, right,
            routine, root);
    }

    /** {@return the call that waits, as the specification names it, with its root} */
    public String call() {
        return kind != WaitKind.COLLECTIVE || routine == null ? kind.text()
            : routine.text() + (root < 0 ? "" : " with root PE " + root);
    }

    /** {@return the bytes of the variable that is compared, 0 where they are not known} */
    public int bytes() {
        return cmp == null ? 0 : wide ? Long.BYTES : Integer.BYTES;
    }

    public boolean waits() {
        return kind != WaitKind.NONE;
    }

    /** {@return whether another PE waits for the same event} */
    public boolean same(PublishedWait other) {
        return waits() && other.waits() && cellPe == other.cellPe && cell == other.cell && detail == other.detail;
    }
}
