// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.spi.Routine;
import io.shmem4j.spi.Routine.Group;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Finds the longest calls that wait for other PEs: collectives, reductions, and waiting itself.
 *
 * <p>A barrier of the world ends when the last PE has come. All PEs make the same sequence of these calls, so the k-th
 * calls of all PEs belong together. All others have waited for the PE whose call began last.
 */
final class TraceWaits {
    /** Not known which PE came last. */
    static final int UNKNOWN = -1;
    /** Some PEs have not come. */
    static final int MISSING = -2;

    private static final int KEPT = 20;

    private final PriorityQueue<Wait> longest = new PriorityQueue<>(Comparator.comparingLong(Wait::nanos));
    private final List<Arrival> barriers = new ArrayList<>();
    private final List<Arrival> syncs = new ArrayList<>();
    private final int nPes;
    private int pe = -1;
    private int barrier;
    private int sync;

    /** One long call; of barriers and syncs of the world, which of its routine's calls of the PE. */
    private record Wait(int pe, Routine routine, long begin, long nanos, boolean open, int number) {
    }

    /** The last PE to come to a barrier. */
    private record Arrival(int pe, long begin, int count) {
    }

    /** What the page tells of a long call; the last is the PE that came last, {@link #UNKNOWN} or {@link #MISSING}. */
    record Row(int pe, Routine routine, long begin, long nanos, boolean open, int last) {
    }

    TraceWaits(int nPes) {
        this.nPes = nPes;
    }

    void add(TracePart.Call call) {
        if (call.pe != pe) {
            pe = call.pe;
            barrier = 0;
            sync = 0;
        }
        int number = switch (call.routine) {
            case BARRIER_ALL -> arrive(barriers, barrier++, call);
            case SYNC_ALL -> arrive(syncs, sync++, call);
            default -> -1;
        };
        if (call.routine.group() != Group.REMOTE && (longest.size() < KEPT
            || call.nanos() > longest.element().nanos())) {
            longest.add(new Wait(call.pe, call.routine, call.begin, call.nanos(), call.open, number));
            if (longest.size() > KEPT) {
                longest.remove();
            }
        }
    }

    private static int arrive(List<Arrival> all, int number, TracePart.Call call) {
        if (number == all.size()) {
            all.add(new Arrival(call.pe, call.begin, 1));
        } else {
            Arrival last = all.get(number);
            boolean later = call.begin > last.begin;
            all.set(number, new Arrival(later ? call.pe : last.pe, later ? call.begin : last.begin, last.count + 1));
        }
        return number;
    }

    /** {@return the longest, the longest first} */
    List<Row> rows() {
        return longest.stream().sorted(Comparator.comparingLong(Wait::nanos).reversed())
            .map(wait -> new Row(wait.pe, wait.routine, wait.begin, wait.nanos, wait.open, last(wait))).toList();
    }

    private int last(Wait wait) {
        if (wait.number < 0) {
            return UNKNOWN;
        }
        Arrival last = (wait.routine == Routine.BARRIER_ALL ? barriers : syncs).get(wait.number);
        return last.count < nPes ? MISSING : last.pe;
    }
}
