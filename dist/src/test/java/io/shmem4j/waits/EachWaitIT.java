// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.waits;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.Shmem;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.explore.Explore;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import waits.Situations;
import waits.Together;
import waits.Wait;
import waits.Wait.Trait;
import waits.Waits;

/**
 * Each call that may wait for other PEs: it serves what its PE has left, and limits, deaths, the end of the job and
 * deadlocks end it.
 */
@ResourceLock("jobs of this JVM")
class EachWaitIT {
    private static final int FEW = 2;
    private static final int SCHEDULES = Integer.getInteger("explore.schedules", 20);
    private static final String DEADLOCK = "nobody can go on: PE 0 waits in ";

    /** Calls without a row, as patterns, and why. */
    private static final String REASONS = """
        Allocation[.]allocate.*: as of longs
        Symmetric(Elements|Longs2D|Records|Strings|Structs)[.](allocate.*|free): as of longs
        (ShmemLock|Signals?|Symmetric2D)[.](free|halo): as of longs
        SymmetricLongs[.]lock: an allocation before, and then as of locks
        ShmemLock[.](tryLock[(][)]|unlock): for a PE that is entering or leaving the queue
        Context[.]close: as free of teams
        Shmem[.](init|join|activeSet): before or beside a session
        Shmem[.](recover|survivors): meet the living PEs
        Shmem[.](close|closeAtExit): only in a job that outlives its PEs, for those that leave
        Join[.]init: before a session
        Team[.]split.*: as those with fewer parameters
        Team(Reductions)?[.](and|complex.*|max|min|or|prod|umax|umin|xor)Reduce: as sumReduce
        TeamReductions[.]sumExscan: as sumInscan
        LegacyShmem[.](sh.*|startPes): as those of Shmem
        LegacyShmem[.](alltoalls?64|fcollect64|.*ToAll): as collect64 and sumToAll
        NonBlocking(Reductions[.].*Reduce|Team[.](alltoall|broadcast|fcollect)): start as sumReduce does
        NonBlocking(Team[.]free|[.]on): as allocation and free of longs
        Pending[.]test: advances what is left, without a wait
        (Channel|Feed)[.](allocate|close|free): as free of longs
        Channel[.](offer|poll)|Claim[.]commit: without a wait, after which they send what is kept
        Feed[$]Reader[.]poll: without a wait, but a fence for the position that it reports
        Selector[.]add: tests the condition
        Messages[.](allocate|close|poll): as free of longs, or without a wait
        Messages[.](send|ask): as of other contents
        Batch[.](allocate|close|poll): as free of longs, or without a wait
        BatchedAccess[.].*: make room as sends of messages do
        GlobalLongs[.](?!barrier|free).*: as those of a batch
        Global(Map|Queue)[.].*: for a lock whose holder is in a call, or its death
        WorkPool[.](allocate|add|free|last): as those of queues
        mpi[.](Prequest[.][Ss]tart.*|Request[.](test.*|Test.*|[Cc]ancel)): without a wait
        mpi[.]Request[.]wait.*: as Wait and its like
        mpi[.](MPI[.](Init.*|init.*|.*etach.*)|(Inter|Intra|Cart|Graph|Dist)?[cC]omm[.].*|GraphComm[.].*): as dup, Split
        mpi[.](Messages|Collectives|Neighbours)[.].*: as others
        """;

    @Test
    void eachMethodHasARowOrAReason() throws IOException {
        Set<String> called = WaitingMethods.called();
        List<Pattern> reasons = REASONS.lines().map(line -> Pattern.compile(line.substring(0, line.indexOf(": "))))
            .collect(Collectors.toCollection(ArrayList::new));
        Set<String> missing = new TreeSet<>();
        Set<Pattern> used = new HashSet<>();
        for (String method : WaitingMethods.all()) {
            List<Pattern> matching = reasons.stream().filter(each -> each.matcher(method).matches()
                || each.matcher(method.substring(0, method.indexOf('('))).matches()).toList();
            used.addAll(matching);
            if (matching.isEmpty() && !called.contains(method)) {
                missing.add(method);
            }
        }
        reasons.removeAll(used);
        assertEquals(Set.of(), missing, "these have neither a row nor a reason");
        assertEquals(List.of(), reasons, "these reasons are of no method");
    }

    /** {@return how the exploration of a row fails, in one line, or nothing} */
    private static String failure(Explore explore, Situations situation, Wait row) {
        try {
            explore.explore(2, () -> situation.run(row));
            return "";
        } catch (JobFailedException e) {
            return e.getMessage().lines().findFirst().orElseThrow();
        }
    }

    /** Explores rows in a situation, in which each has to pass. */
    private static void explore(Situations situation, int schedules, Stream<Wait> rows) {
        Explore standard = Explore.standard().bounds(schedules, 3600, 20_000);
        Explore explore = switch (situation) {
            case DEATH -> standard.crash(1, false);
            case RETURN -> standard.crash(1, true);
            default -> standard;
        };
        assertNone(rows.collect(Collectors.toMap(Wait::label, row -> failure(explore, situation, row))));
    }

    private static void assertNone(Map<String, String> failures) {
        Map<String, String> found = new TreeMap<>(failures);
        found.values().removeIf(String::isEmpty);
        assertEquals("", found.entrySet().stream().map(each -> each.getKey() + " " + each.getValue())
            .collect(Collectors.joining("\n")));
    }

    /** {@return the rows that have a situation} */
    private static Stream<Wait> rows(Situations situation) {
        List<String> lasting = Waits.lasting().map(Wait::label).toList();
        Predicate<Wait> has = switch (situation) {
            // The explorer has no time, which a loop of the program would ask for.
            case CUT -> row -> !row.is(Trait.POLLS) && !(row.is(Trait.LAST) && row.is(Trait.MPI));
            case ARRIVALS -> row -> row.is(Trait.ROOM);
            case DEATH -> row -> !row.is(Trait.MORTAL);
            case DEADLOCK -> row -> !row.is(Trait.LIMITED) && !row.is(Trait.POLLS);
            case RETURN -> row -> lasting.contains(row.label());
            // Waits for a variable hear of no death unless they name the PE, and teams of their own end with one.
            case KILLED -> row -> lasting.contains(row.label()) && !row.is(Trait.VARIABLE);
            default -> _ -> true;
        };
        return Waits.rows().filter(has);
    }

    @Test
    void whatThePeHasLeftLeaves() {
        explore(Situations.LEFT, FEW, rows(Situations.LEFT));
    }

    @Thorough
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"DEADLOCK", "KILLED"})
    void eachSituationEnds(Situations situation) {
        explore(situation, SCHEDULES, rows(situation));
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"--pes-per-jvm 1", "--pes-per-jvm 1 --split 2"})
    void aKilledProcessComesBackToEachWait(String options) {
        if (options.contains("split")) {
            SeveralMachines.assume();
        }
        assertNone(rows(Situations.KILLED).collect(Collectors.toMap(Wait::label, row -> {
            Oshrun.Result result = Oshrun.run(Oshrun.words(2, Oshrun.program(Situations.class, row.label()),
                ("--respawn 1 --timeout 60 " + options).split(" ")));
            return result.status() == 0 ? "" : result.status() + ": " + result.err();
        })));
    }

    @Thorough
    @Test
    void aDeadlockIsReported() {
        assertNone(rows(Situations.DEADLOCK).collect(Collectors.toMap(Wait::label, row -> {
            String failure = failure(Explore.standard().bounds(1, 3600, 20_000), Situations.DEADLOCK, row);
            return failure.startsWith(DEADLOCK) ? "" : "no report, but: " + failure;
        })));
    }

    /** All in one job, which a row without an end would end by a report. */
    @Thorough
    @Test
    void threadsWaitBesideEachOtherAndInterruptsStay() {
        List<Wait> rows = Waits.rows().filter(row -> !row.is(Trait.LAST)).toList();
        Shmem.run(2, () -> Together.run(rows));
    }

    @Thorough
    @Test
    void theEndOfTheJobEndsEachWait() {
        Map<String, String> failures = new TreeMap<>();
        Waits.rows().filter(row -> !row.is(Trait.LAST)).forEach(row -> {
            boolean[] aborted = new boolean[1];
            try {
                Shmem.run(2, () -> Together.ended(row, aborted));
                failures.put(row.label(), "no failure");
            } catch (JobFailedException e) {
                failures.put(row.label(), !e.getMessage().contains("the end") ? e.getMessage()
                    : aborted[0] || row.is(Trait.EARLY) ? "" : "no exception");
            }
        });
        assertNone(failures);
    }
}
