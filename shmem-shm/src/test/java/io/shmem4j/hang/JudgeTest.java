// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.hang.Judge.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JudgeTest {
    private static final long SECOND = 1_000_000_000;
    private static final long[] WAITS = {5, 6};
    private static final Doubt FREE = new Doubt(1, "a thread may go on", false);
    private static final Doubt RARE = new Doubt(1, "a timer may go on", true);

    private final Judge judge = new Judge(2 * SECOND, 0);

    /** {@return all verdicts in some seconds of a standstill with a doubt, by a judge who looks ten times a second} */
    private List<Verdict> verdicts(int from, int to, Doubt doubt) {
        List<Verdict> verdicts = new ArrayList<>();
        for (long now = from * SECOND; now <= to * SECOND; now += SECOND / 10) {
            if (judge.isDue(WAITS.clone(), now)) {
                verdicts.add(judge.judge(WAITS.clone(), doubt, now));
            }
        }
        return verdicts;
    }

    @Test
    void aStandstillIsADeadlockWhenNobodyIsFoundTwice() {
        assertEquals(List.of(), verdicts(0, 1, null));
        assertEquals(List.of(Verdict.OPEN, Verdict.DEADLOCK), verdicts(1, 3, null).subList(0, 2));
    }

    @Test
    void aWaitThatEndsBetweenTheSearchesIsNone() {
        assertEquals(List.of(Verdict.OPEN), verdicts(0, 2, null));
        assertEquals(Verdict.OPEN, judge.judge(new long[] {5, 7}, null, 2 * SECOND));
        assertEquals(Verdict.OPEN, judge.judge(null, null, 2 * SECOND));
        assertFalse(judge.isDue(null, 3 * SECOND));
        assertEquals(List.of(), verdicts(3, 4, null));
    }

    @Test
    void aDoubtIsSearchedForAgainAndKeepsFromTheVerdict() {
        List<Verdict> verdicts = verdicts(0, 60, FREE);
        assertTrue(verdicts.size() > 15 && verdicts.size() < 30, verdicts::toString);
        assertEquals(Set.of(Verdict.OPEN, Verdict.LONG_DOUBTFUL), Set.copyOf(verdicts));
        assertEquals(List.of(Verdict.OPEN, Verdict.DEADLOCK), verdicts(60, 65, null).subList(0, 2));
    }

    /** A program that stands often by design is mentioned a few times only. */
    @Test
    void anyDoubtIsMentionedAfterAWhileWhichDoubles() {
        List<Integer> mentioned = new ArrayList<>();
        for (int seconds : new int[] {8, 14, 14, 30, 30, 50}) {
            assertFalse(judge.isDue(null, 0));
            mentioned.add((int) verdicts(0, seconds, FREE).stream().filter(Verdict.LONG_DOUBTFUL::equals).count());
        }
        assertEquals(List.of(0, 1, 0, 1, 0, 1), mentioned);
        assertEquals("every PE waits; the job goes on, because a thread may go on", judge.doubtful());
    }

    @Test
    void aRareDoubtIsReportedOnceInAStandstill() {
        assertFalse(verdicts(0, 4, RARE).contains(Verdict.DOUBTFUL));
        assertTrue(judge.reportsLater());
        List<Verdict> verdicts = verdicts(4, 60, RARE);
        assertEquals(1, verdicts.stream().filter(verdict -> verdict == Verdict.DOUBTFUL).count());
        assertEquals("every PE waits; the job goes on, because a timer may go on", judge.doubtful());
        assertFalse(judge.isDue(null, 60 * SECOND));
        assertTrue(verdicts(61, 90, RARE).contains(Verdict.DOUBTFUL));
    }
}
