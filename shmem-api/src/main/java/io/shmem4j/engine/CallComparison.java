// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.collective.team.Calls;
import io.shmem4j.collective.team.Group;
import io.shmem4j.collective.team.SystemCells;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SystemLayout;
import java.util.StringJoiner;

/**
 * Compares the collectives that the members of a group have called, at the end of a session or of a team. It detects a
 * broadcast that only the root has called, which no wait reveals, because a root does not wait.
 *
 * <p>Every member writes a record before it arrives at the end; the last member to arrive reads all records.
 * <pre>
 *   0 history (long) | 8 last root (int) | 12 number of calls of each routine (int each)
 * </pre>
 * Members of an ended team continue, and may reuse its slot for another team. So each member also adds its history to a
 * sum at the first member, which keeps the slot until all have left. The last member reads the records only if the sum
 * differs from its own history times the number of members.
 */
public final class CallComparison {
    private static final Routine[] ROUTINES = Routine.values();
    private static final long ROOT = 8;
    private static final long COUNTS = 12;

    static {
        assert COUNTS + (long) Integer.BYTES * ROUTINES.length
            <= Math.min(SystemLayout.CALL_RECORD_BYTES, SystemLayout.CHECK_RECORD_BYTES);
    }

    private final Group group;
    private final Backend backend;
    private final long record;
    private final String team;
    private final String member;

    private CallComparison(Group group, long record, String team, String member) {
        this.group = group;
        this.backend = group.backend();
        this.record = record;
        this.team = team;
        this.member = member;
    }

    public static CallComparison ofWorld(Group world) {
        return new CallComparison(world, SystemLayout.CALL_RECORD, "the world team", "");
    }

    /** {@return a comparison of the collectives of a team that the program has made} */
    public static CallComparison ofTeam(Group group, String name) {
        long record = SystemLayout.checkRecord(group.slot(), group.backend().nPes());
        return new CallComparison(group, record, name, " of the team");
    }

    public void publish() {
        Calls calls = group.calls();
        int self = group.world(group.me());
        backend.putLong(self, record, calls.history());
        backend.putInt(self, record + ROOT, calls.lastRoot());
        for (Routine routine : ROUTINES) {
            backend.putInt(self, record + counter(routine), calls.count(routine));
        }
    }

    /** {@return a report of the members' calls, empty if all have made the same calls} */
    public String difference() {
        long first = backend.getLong(group.world(0), record);
        for (int i = 1; i < group.size(); i++) {
            if (backend.getLong(group.world(i), record) != first) {
                return report();
            }
        }
        return "";
    }

    /** {@return a report of a team's calls, empty unless this is the last member to leave and the calls differ} */
    public String leave() {
        publish();
        int holder = group.world(0);
        long history = group.calls().history();
        backend.cellAdd(holder, group.syncCell(SystemCells.HISTORIES), history);
        boolean last = backend.cellAdd(holder, group.syncCell(SystemCells.COMPARED), 1) + 1 == group.size();
        return last && sum(holder) != history * group.size() ? report() : "";
    }

    /** Reads by adding 0, because {@code cellGet} reads this node's copy, which has only published values. */
    private long sum(int holder) {
        return backend.cellAdd(holder, group.syncCell(SystemCells.HISTORIES), 0);
    }

    private String report() {
        boolean[] differs = new boolean[ROUTINES.length];
        for (Routine routine : ROUTINES) {
            for (int i = 1; i < group.size(); i++) {
                differs[routine.ordinal()] |= count(i, routine) != count(0, routine);
            }
        }
        return Fault.where() + ": the PEs did not call the same collectives of " + team
            + " in the same order, with the same roots; SHMEM_CHECK=2 names the line:"
            + Fault.lines(group.size(), i -> words(i, differs), (pes, words) -> pes + member + ": " + words)
            + System.lineSeparator();
    }

    private String words(int index, boolean[] differs) {
        StringJoiner words = new StringJoiner(", ");
        for (Routine routine : ROUTINES) {
            if (differs[routine.ordinal()]) {
                int count = count(index, routine);
                words.add(routine.text() + ' ' + switch (count) {
                    case 0 -> "never";
                    case 1 -> "once";
                    case 2 -> "twice";
                    default -> count + " times";
                });
            }
        }
        int root = backend.getInt(group.world(index), record + ROOT);
        if (root >= 0) {
            words.add("the last root was PE " + root + member);
        }
        return words.length() == 0 ? "as often as the others, in another order or with other roots" : words.toString();
    }

    private int count(int index, Routine routine) {
        return backend.getInt(group.world(index), record + counter(routine));
    }

    private static long counter(Routine routine) {
        return COUNTS + (long) Integer.BYTES * routine.ordinal();
    }
}
