// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.Comparison;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.WaitKind;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A PE's published wait, see {@link io.shmem4j.spi.Waiter}. The kind is NONE if the PE does not wait, or has only begun
 * to. {@code wide} means that the variable is a long, otherwise an int; {@code since} is nanoTime, which all processes
 * of a machine share. The table has the members of a group that start and stride don't give. Missing values: -1 for
 * peer and root, 0 for the size of a group, null for comparison and collective, no text for facts.
 */
public record PublishedWait(WaitKind kind, int peer, long detail, long since, int cellPe, long cell, int start,
    int stride, int size, Comparison cmp, boolean wide, long right, Routine routine, int root, List<Integer> table,
    String facts) implements Serializable {
    private static final Comparison[] COMPARISONS = Comparison.values();
    private static final Routine[] ROUTINES = Routine.values();

    /** {@return the comparison with this ordinal plus 1, or null} */
    static Comparison comparison(int number) {
        return number < 1 || number > COMPARISONS.length ? null : COMPARISONS[number - 1];
    }

    /** {@return the collective with this ordinal plus 1, or null} */
    static Routine routine(int number) {
        return number < 1 || number > ROUTINES.length ? null : ROUTINES[number - 1];
    }

    public static PublishedWait none() {
        return new PublishedWait(WaitKind.NONE, -1, 0, 0, 0, 0, 0, 0, 0, null, false, 0, null, -1, List.of(), "");
    }

    /** {@return the same wait by a clock that is ahead by some nanoseconds} */
    public PublishedWait later(long nanos) {
        return new PublishedWait(kind, peer, detail, since + nanos, cellPe, cell, start, stride, size, cmp, wide, right,
            routine, root, table, facts);
    }

    /** {@return the world numbers of the members that have to arrive} */
    public IntStream members() {
        return table.isEmpty() ? IntStream.range(0, Math.max(0, size)).map(index -> start + index * stride)
            : table.stream().mapToInt(Integer::intValue);
    }

    /** {@return the waiting call by its name in the specification, with its root} */
    public String call() {
        return kind != WaitKind.COLLECTIVE || routine == null ? kind.text()
            : routine.text() + (root < 0 ? "" : " with root PE " + root);
    }

    /** {@return the size of the compared variable, or 0 if there is none} */
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
