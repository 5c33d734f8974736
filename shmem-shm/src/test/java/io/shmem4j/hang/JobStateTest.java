// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.hang.JobState.PeStatus;
import io.shmem4j.shm.PublishedWait;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.WaitKind;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Waits of PEs for each other. */
class JobStateTest {
    private static final PublishedWait NONE = new PublishedWait(WaitKind.NONE, 3, 9, 9, 0, 5, 0, 1, 9, null, false, 0,
        null, -1, List.of(), "");

    private static PublishedWait lock(int peer) {
        return new PublishedWait(WaitKind.LOCK, peer, 64, 1, 0, 0, 0, 0, 0, null, false, 0, null, -1, List.of(), "");
    }

    private static PublishedWait barrier(long round, int start, int stride, int size) {
        return new PublishedWait(WaitKind.BARRIER, -1, round, 1, start, 4096, start, stride, size, null, false, 0, null,
            -1, List.of(), "");
    }

    private static PublishedWait behind(int peer, int cellPe) {
        return new PublishedWait(WaitKind.BARRIER, peer, 7, 1, cellPe, 0, 0, 0, 0, null, false, 0, null, -1, List.of(),
            "");
    }

    private static PublishedWait broadcast(int root) {
        return new PublishedWait(WaitKind.COLLECTIVE, root, 1, 1, root, 0, 0, 0, 0, null, false, 0,
            Routine.BROADCAST, root, List.of(), "");
    }

    private static PublishedWait variable() {
        return new PublishedWait(WaitKind.VARIABLE, -1, 64, 1, 0, 0, 0, 0, 0, null, false, 0, null, -1, List.of(), "");
    }

    private static JobState state(PublishedWait... waits) {
        return new JobState(Arrays.stream(waits).map(wait -> new PeStatus(PeState.RUNNING, wait, false)).toList());
    }

    @Test
    void barrierWaitsForThoseWhoAreNotThere() {
        JobState state = state(barrier(7, 0, 1, 4), NONE, barrier(7, 0, 1, 4), variable());
        assertEquals(List.of(1, 3), state.targets(0));
        assertEquals(List.of(), state.targets(1));
        assertEquals(List.of(), state.targets(3));
        assertEquals(List.of(), state.cycle());
        assertFalse(state.allWait());
    }

    @Test
    void anotherRoundIsAnotherBarrier() {
        assertEquals(List.of(1), state(barrier(7, 0, 1, 2), barrier(6, 0, 1, 2)).targets(0));
    }

    @Test
    void onlyMembersOfTheTeamAreMissing() {
        JobState state = state(NONE, barrier(2, 1, 2, 3), NONE, NONE, NONE, barrier(2, 1, 2, 3));
        assertEquals(List.of(3), state.targets(1));
    }

    @Test
    void aTableHasTheMembersOfAnUnevenTeam() {
        PublishedWait wait = new PublishedWait(WaitKind.SYNC, -1, 2, 1, 0, 4096, 0, 0, 3, null, false, 0, null, -1,
            List.of(0, 2, 3), "");
        assertEquals(List.of(2), state(wait, NONE, NONE, wait).targets(0));
    }

    @Test
    void endedMembersAreMissing() {
        JobState state = new JobState(List.of(new PeStatus(PeState.RUNNING, barrier(3, 0, 1, 2), false),
            new PeStatus(PeState.FINISHED, barrier(3, 0, 1, 2), true)));
        assertEquals(List.of(1), state.targets(0));
        assertTrue(state.allWait());
    }

    @Test
    void cycleThroughLocksAndABarrier() {
        assertEquals(List.of(0, 1), state(lock(1), lock(0), variable()).cycle());
        assertEquals(List.of(1, 2), state(lock(1), barrier(1, 1, 1, 2), lock(1)).cycle());
        assertEquals(List.of(), state(lock(1), lock(2), variable()).cycle());
    }

    @Test
    void chainOfPartnersEndsAtTheAbsentOne() {
        PublishedWait behind1 = behind(1, 0);
        PublishedWait behind2 = behind(2, 1);
        assertEquals(2, state(behind1, behind2, NONE).lastBehind(0));
        assertEquals(2, state(behind1, behind2, variable()).lastBehind(0));
        assertEquals(-1, state(behind1, behind2, behind1).lastBehind(0));
    }

    @Test
    void chainEndsWhereAnotherRootIsWaitedFor() {
        PublishedWait behind1 = broadcast(1);
        assertEquals(1, state(behind1, broadcast(0)).lastBehind(0));
        assertEquals(-1, state(behind1, behind1).lastBehind(0));
    }

    @Test
    void nonsenseFromABrokenFileIsNoCrash() {
        PublishedWait broken = new PublishedWait(WaitKind.BARRIER, -1, 0, 0, 77, 1, -3, 1000,
            Integer.MAX_VALUE, null, false, 0, null, -1, List.of(), "");
        assertEquals(List.of(), state(broken, lock(99)).targets(0));
        assertEquals(List.of(), state(broken, lock(99)).targets(1));
        assertEquals(List.of(), state(broken, lock(99)).cycle());
    }
}
