// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.collective.team.Calls;
import io.shmem4j.collective.team.Group;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SystemLayout;
import java.util.StringJoiner;

/**
 * Compares, at the end of a session, which collectives the PEs have called of the world: a root does not wait in a
 * broadcast, so one that only the root has called is seen by nobody before.
 *
 * <p>Every PE writes a record before it arrives at the session's end; the last one to arrive reads all of them.
 * <pre>
 *   0 history (long) | 8 last root (int) | 12 how often each routine was called (int each)
 * </pre>
 */
public final class CallComparison {
    private static final Routine[] ROUTINES = Routine.values();
    private static final long ROOT = 8;
    private static final long COUNTS = 12;

    static {
        assert COUNTS + (long) Integer.BYTES * ROUTINES.length <= SystemLayout.CALL_RECORD_BYTES;
    }

    private final Group world;
    private final Backend backend;

    public CallComparison(Group world) {
        this.world = world;
        this.backend = world.backend();
    }

    /** Writes this PE's record. */
    public void publish() {
        Calls calls = world.calls();
        long at = SystemLayout.CALL_RECORD;
        backend.putLong(world.me(), at, calls.history());
        backend.putInt(world.me(), at + ROOT, calls.lastRoot());
        for (Routine routine : ROUTINES) {
            backend.putInt(world.me(), at + counter(routine), calls.count(routine));
        }
    }

    /** {@return what the PEs have called, where they differ; empty where all have called the same} */
    public String difference() {
        long first = backend.getLong(0, SystemLayout.CALL_RECORD);
        for (int pe = 1; pe < world.size(); pe++) {
            if (backend.getLong(pe, SystemLayout.CALL_RECORD) != first) {
                return report();
            }
        }
        return "";
    }

    private String report() {
        boolean[] differs = new boolean[ROUTINES.length];
        for (Routine routine : ROUTINES) {
            for (int pe = 1; pe < world.size(); pe++) {
                differs[routine.ordinal()] |= count(pe, routine) != count(0, routine);
            }
        }
        StringBuilder text = new StringBuilder(Fault.where()).append(": the PEs did not call the same collectives of"
            + " the world team in the same order, with the same roots; SHMEM_CHECK=2 tells at which line:");
        for (int first = 0, next; first < world.size(); first = next) {
            String words = words(first, differs);
            next = first + 1;
            while (next < world.size() && words(next, differs).equals(words)) {
                next++;
            }
            text.append(System.lineSeparator()).append("  ")
                .append(next == first + 1 ? "PE " + first : "PEs " + first + " to " + (next - 1)).append(": ")
                .append(words);
        }
        return text.append(System.lineSeparator()).toString();
    }

    private String words(int pe, boolean[] differs) {
        StringJoiner words = new StringJoiner(", ");
        for (Routine routine : ROUTINES) {
            if (differs[routine.ordinal()]) {
                int count = count(pe, routine);
                words.add(routine.text() + (count == 0 ? " never" : count == 1 ? " once" : " " + count + " times"));
            }
        }
        int root = backend.getInt(pe, SystemLayout.CALL_RECORD + ROOT);
        if (root >= 0) {
            words.add("the last root was PE " + root);
        }
        return words.length() == 0 ? "as often as the others, in another order or with other roots" : words.toString();
    }

    private int count(int pe, Routine routine) {
        return backend.getInt(pe, SystemLayout.CALL_RECORD + counter(routine));
    }

    private static long counter(Routine routine) {
        return COUNTS + (long) Integer.BYTES * routine.ordinal();
    }
}
