// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.spi.Routine;
import io.shmem4j.spi.Routine.Group;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Adds up over all calls: time by PE and group, bytes from PE to PE, and calls by routine. */
final class TraceTotals {
    private static final int GROUPS = Group.values().length;

    private final long[][] groupNanos;
    private final long[][] moved;
    private final long[] calls = new long[Routine.values().length];
    private final long[] bytes = new long[calls.length];
    private final long[] nanos = new long[calls.length];

    TraceTotals(int nPes) {
        this.groupNanos = new long[nPes][GROUPS];
        this.moved = new long[nPes][nPes];
    }

    void add(TracePart.Call call) {
        int routine = call.routine.ordinal();
        calls[routine]++;
        bytes[routine] += call.bytes;
        nanos[routine] += call.nanos();
        groupNanos[call.pe][call.routine.group().ordinal()] += call.nanos();
        if (call.peer >= 0) {
            moved[call.pe][call.peer] += call.bytes;
        }
    }

    /** {@return nanoseconds of a PE in calls of each group} */
    long[] groupNanos(int pe) {
        return groupNanos[pe];
    }

    /** {@return bytes that a PE has put to or got from each PE} */
    long[] moved(int pe) {
        return moved[pe];
    }

    /** All calls of one routine. */
    record Row(Routine routine, long calls, long bytes, long nanos) {
    }

    /** {@return the routines that were called, the longest first} */
    List<Row> routines() {
        return Arrays.stream(Routine.values())
            .map(r -> new Row(r, calls[r.ordinal()], bytes[r.ordinal()], nanos[r.ordinal()]))
            .filter(row -> row.calls > 0).sorted(Comparator.comparingLong(Row::nanos).reversed()).toList();
    }
}
