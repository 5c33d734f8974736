// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.PublishedWait;
import io.shmem4j.spi.PeState;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** A snapshot of the PEs' states and waits in the control file, which yields the wait-for graph. */
public record JobState(List<PeStatus> pes) implements Serializable {
    /** A PE's library state, its published wait, and whether the PE has ended. */
    public record PeStatus(PeState state, PublishedWait published, boolean ended) implements Serializable {
    }

    /** {@return the current state of the first {@code nPes} PEs} */
    public static JobState of(ControlFile control, int nPes, IntPredicate over) {
        List<PeStatus> pes = new ArrayList<>();
        for (int pe = 0; pe < nPes; pe++) {
            pes.add(new PeStatus(control.state(pe), control.wait(pe), over.test(pe)));
        }
        return new JobState(pes);
    }

    public int size() {
        return pes.size();
    }

    public boolean ended(int pe) {
        return pes.get(pe).ended;
    }

    public PublishedWait waitOf(int pe) {
        return pes.get(pe).published;
    }

    /** {@return the first PE that has not ended, or -1} */
    public int firstLeft() {
        return IntStream.range(0, size()).filter(pe -> !ended(pe)).findFirst().orElse(-1);
    }

    /** {@return whether a PE has not ended and is waiting} */
    public boolean waits(int pe) {
        return !ended(pe) && waitOf(pe).waits();
    }

    /** {@return the duration of the longest wait that began after the given time} */
    public long longest(long after, long now) {
        long longest = 0;
        for (int pe = 0; pe < size(); pe++) {
            if (waits(pe) && waitOf(pe).since() - after > 0) {
                longest = Math.max(longest, now - waitOf(pe).since());
            }
        }
        return longest;
    }

    /** {@return whether all remaining PEs wait; PEs before init or after finalize don't count as waiting} */
    public boolean allWait() {
        boolean any = false;
        for (int pe = 0; pe < size(); pe++) {
            if (!ended(pe)) {
                if (!waits(pe) || pes.get(pe).state != PeState.RUNNING) {
                    return false;
                }
                any = true;
            }
        }
        return any;
    }

    /** {@return the {@link #signature} if all remaining PEs wait, otherwise null} */
    public long[] standing() {
        return allWait() ? signature() : null;
    }

    /** {@return a number per PE that changes when the PE begins or ends a wait} */
    public long[] signature() {
        long[] since = new long[size()];
        for (int pe = 0; pe < since.length; pe++) {
            since[pe] = waits(pe) ? waitOf(pe).since() : ended(pe) ? 0 : -1;
        }
        return since;
    }

    /** {@return the PEs that a PE waits for, as far as known} */
    List<Integer> targets(int pe) {
        PublishedWait wait = waitOf(pe);
        if (!waits(pe)) {
            return List.of();
        }
        if (wait.peer() >= 0) {
            return wait.peer() < size() ? List.of(wait.peer()) : List.of();
        }
        return wait.members().limit(size()).filter(member -> member >= 0 && member < size()
            && (ended(member) || !arrived(pe, wait, waitOf(member)))).boxed().toList();
    }

    /** {@return whether a member has entered the waiter's call, or waits for the waiter there} */
    private static boolean arrived(int pe, PublishedWait wait, PublishedWait other) {
        return wait.same(other)
            || other.waits() && other.peer() == pe && other.kind() == wait.kind() && other.detail() == wait.detail();
    }

    /** {@return the end of a chain of PEs that wait for each other in the same call, or -1 if it is a cycle} */
    int lastBehind(int pe) {
        int at = pe;
        for (int steps = 0; steps < size(); steps++) {
            int next = waitOf(at).peer();
            if (next < 0 || next >= size()) {
                return -1;
            }
            if (!waits(next) || !waitOf(next).call().equals(waitOf(pe).call())) {
                return next;
            }
            at = next;
        }
        return -1;
    }

    /** {@return a cycle in the wait-for graph, or an empty list} */
    List<Integer> cycle() {
        boolean[] done = new boolean[size()];
        for (int pe = 0; pe < size(); pe++) {
            List<Integer> path = new ArrayList<>();
            List<Integer> found = follow(pe, path, done);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return List.of();
    }

    private List<Integer> follow(int pe, List<Integer> path, boolean[] done) {
        int at = path.indexOf(pe);
        if (at >= 0) {
            return List.copyOf(path.subList(at, path.size()));
        }
        if (done[pe]) {
            return List.of();
        }
        path.add(pe);
        for (int target : targets(pe)) {
            List<Integer> found = follow(target, path, done);
            if (!found.isEmpty()) {
                return found;
            }
        }
        path.removeLast();
        done[pe] = true;
        return List.of();
    }
}
