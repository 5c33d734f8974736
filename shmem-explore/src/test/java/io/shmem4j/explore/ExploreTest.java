// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import exploretest.Small;
import io.shmem4j.Shmem;
import io.shmem4j.Shmem.Program;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.testing.Thorough;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Explorations of small programs in this JVM. */
class ExploreTest {
    private static final int SCHEDULES_OF_MEETINGS = 300;

    /** Time is no bound on a machine that others load. */
    private static Explore patient() {
        return Explore.standard().bounds(10_000, 3600, 20_000);
    }

    /** {@return programs that are right or wrong, and words of the story where they are wrong} */
    private static Stream<Arguments> programs() {
        return Stream.of(
            program("flag", Small::flag, "PE 0 lacks a fence() between Small.java:"),
            program("count", Small::count, " is overwritten by the next one there (step ",
                ", by a PE that loaded it before (step ", "an addition is lost"),
            program("locks", Small::locks, "nobody can go on: PE 0 waits in ShmemLock.lock for PE 1 for \"locks\""),
            program("signal", Small::signal, "PE 0 lacks a fence() between", "the store to \"block\"[0] of PE 1"),
            program("barrier", Small::barrier, "PE 0 lacks a quiet() behind p of \"data\" of PE 1"),
            program("polls", Small::polls, "PE 1 polls a word that nobody can change any more"),
            program("flags", Small::flags, "lacks a quiet() between Small.java:",
                "has passed the store to the PE's own \"flag\"", " sees 0 ("),
            program("source", Small::source, "PE 0 lacks a quiet() behind putNbi of \"block\"[0] of PE 1 at Small",
                ": the source was changed before the store arrived (step "),
            program("fetch", Small::fetch, "lacks a quiet() behind getNbi at Small.java:"));
    }

    /** {@return programs that outlive deaths or do not, and words of the story where they do not} */
    private static Stream<Arguments> mortals() {
        return Stream.of(
            program("pair", Small::pair, "dies before p goes on (Small.java:", "half a change"),
            program("alone", Small::alone, "is found dead", "nobody can go on: PE 0 waits in waitUntil"));
    }

    @Thorough
    @ParameterizedTest(name = "{0}")
    @MethodSource("mortals")
    void programsThatOutliveADeathPass(String name, Consumer<Boolean> program, Set<String> words) {
        boolean returns = name.equals("pair");
        Explore.Tried tried = patient().bounds(returns ? 500 : 10_000, 3600, 20_000).crash(1, returns)
            .explore(2, () -> program.accept(true));
        assertTrue(tried.complete() || returns, tried.toString());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mortals")
    void programsThatDoNotOutliveADeathAreFound(String name, Consumer<Boolean> program, Set<String> words) {
        for (String strategy : List.of("auto", "random")) {
            String story = assertThrows(JobFailedException.class, () -> patient().strategy(strategy, 1)
                .crash(1, name.equals("pair")).explore(2, () -> program.accept(false))).getMessage();
            words.forEach(word -> assertTrue(story.contains(word), story));
        }
    }

    /** Each access to the words of a meeting is a step, and a PE may die before it, also as the leader. */
    @ParameterizedTest
    @ValueSource(strings = {"pos", "random"})
    void meetingsOutliveDeathsAtEachOfTheirAccesses(String strategy) {
        Explore explore = patient().ofLibrary().withoutLateStores().strategy(strategy, 3).crash(2, true)
            .bounds(SCHEDULES_OF_MEETINGS, 3600, 20_000);
        assertEquals(SCHEDULES_OF_MEETINGS, explore.explore(3, Small::meetings).schedules());
    }

    private static Arguments program(String name, Consumer<Boolean> program, String... words) {
        return Arguments.of(name, program, Set.of(words));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void allSchedulesOfRightProgramsPass(String name, Consumer<Boolean> program, Set<String> words) {
        Explore.Tried tried = patient().explore(2, () -> program.accept(true));
        assertTrue(tried.complete(), tried.toString());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void wrongProgramsAreFoundAndToldOf(String name, Consumer<Boolean> program, Set<String> words) {
        String story = assertThrows(JobFailedException.class, () -> patient().explore(2, () -> program.accept(false)))
            .getMessage();
        words.forEach(word -> assertTrue(story.contains(word), story));
    }

    /** The polls are more steps than a schedule may have. */
    @ParameterizedTest
    @CsvSource({"g, 3", "own, 2", "test, 2", "fetch, 2", "swap, 2", "two, 2", "quiet, 3"})
    void pollsOfAllPesAreAHang(String way, int pes) {
        String story = assertThrows(JobFailedException.class, () -> patient().bounds(10, 3600, 1000)
            .explore(pes, () -> Small.allPoll(way, false))).getMessage();
        String all = IntStream.range(1, pes).mapToObj(pe -> ", PE " + pe + " too").collect(Collectors.joining());
        assertTrue(story.startsWith("PE 0 polls a word that nobody can change any more" + all + ", after 1 schedule"),
            story);
        // Two words, or a quiet and a word, are a line each.
        assertTrue(story.lines().filter(line -> line.contains(" times (Small.java:")).count() <= 2 * pes, story);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"g, 4", "g, 5", "own, 5", "test, 3", "fetch, 4", "swap, 3", "swap, 5", "two, 5", "quiet, 5"})
    void pollsOfManyPesAreAHang(String way, int pes) {
        pollsOfAllPesAreAHang(way, pes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"g", "own", "test", "fetch", "swap", "two", "quiet", "tries"})
    void pollsOfASetFlagEnd(String way) {
        patient().bounds(100, 3600, 20_000).explore(2, () -> Small.allPoll(way, true));
    }

    /** The number of tries is within what a poll may have before it counts as a hang. */
    @Test
    void pollsThatEndAfterSomeTriesAreNoHang() {
        patient().bounds(2, 3600, 20_000).explore(3, () -> Small.allPoll("tries", false));
        String story = assertThrows(JobFailedException.class, () -> patient().explore(2, Small::triesOfBoth))
            .getMessage();
        assertTrue(story.contains("both have stopped looking"), story);
    }

    @ParameterizedTest
    @ValueSource(strings = {"p", "put", "putNbi", "atomicSet", "add"})
    void storesToThePesOwnMemoryAreLate(String kind) {
        assertTrue(patient().explore(2, () -> Small.ownFlag(kind, true)).complete());
        String story = assertThrows(JobFailedException.class, () -> patient().explore(2, () ->
            Small.ownFlag(kind, false))).getMessage();
        assertTrue(story.contains("no data behind the flag"), story);
        assertTrue(story.contains("PE 0 lacks a fence() between Small.java:"), story);
    }

    @Test
    void signalsThatAreAddedPassEachOther() {
        String story = assertThrows(JobFailedException.class, () -> patient().explore(2, Small::signalAdd))
            .getMessage();
        assertTrue(story.contains("PE 0 lacks a fence() between Small.java:"), story);
    }

    /** No fence mends it, so the story has a schedule without late stores. */
    @Test
    void aStoreThatNobodyWaitsForIsNamed() {
        String story = assertThrows(JobFailedException.class, () -> patient().explore(2, Small::flagTooEarly))
            .getMessage();
        assertFalse(story.contains("lacks") || story.contains("on its way"), story);
        assertTrue(story.contains("PE 1 does not wait for PE 0's store to \"data\" of PE 1 at Small.java:"), story);
    }

    @Test
    void theLastSynchronizationBeforeAnEarlyLoadIsNamed() {
        String story = assertThrows(JobFailedException.class, () -> patient().explore(2, Small::storeBehindSync))
            .getMessage();
        Matcher lines = Pattern.compile("loads that at Small.java:(\\d+) \\(step \\d+\\): it has last synchronized with"
            + " PE 0 in syncAll at Small.java:(\\d+) \\(step \\d+\\)\\.").matcher(story);
        assertTrue(lines.find(), story);
        assertEquals(Integer.parseInt(lines.group(1)) - 1, Integer.parseInt(lines.group(2)), story);
    }

    @Test
    void atomicsThatChangeNothingAreToldAsSuch() {
        String story = assertThrows(JobFailedException.class, () -> patient().explore(2, Small::owners)).getMessage();
        assertTrue(story.matches("(?s).*compareSwap \"owner\"[^\\n]* becomes ([12]) .*compareSwap \"owner\"[^\\n]*"
            + " stays \\1 .*"), story);
    }

    @Thorough
    @Test
    void storiesSayThatShrinkingHasStopped() {
        String story = assertThrows(JobFailedException.class, () -> patient().strategy("random", 1)
            .explore(2, () -> Small.turns(1000, 400))).getMessage();
        assertTrue(story.contains("shrinking stopped after 2,000 schedules or 2,000,000 steps"), story);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dpor", "pct", "pct:2", "pos", "random"})
    void eachStrategyFindsTheMissingFence(String strategy) {
        Explore explore = patient().strategy(strategy, 7);
        JobFailedException failure = assertThrows(JobFailedException.class,
            () -> explore.explore(2, () -> Small.flag(false)));
        assertInstanceOf(AssertionError.class, failure.getCause());
    }

    @Test
    void operationsThatAreNotAtomicAreFound() {
        Explore explore = patient().linearizable();
        assertTrue(explore.explore(2, () -> Small.counter(true)).complete());
        String story = assertThrows(JobFailedException.class, () -> explore.explore(2, () -> Small.counter(false)))
            .getMessage();
        assertTrue(story.contains("no order explains the results of the operations on counter, key [0]: PE "), story);
        assertTrue(story.contains("change = null from "), story);
    }

    /** A later life begins with as many steps as the earlier one has made, so its death could be taken for that. */
    @Test
    void aDeathIsRunAgainOnce() {
        String story = assertThrows(JobFailedException.class, () -> patient().crash(2, true)
            .explore(1, Small::lives)).getMessage();
        assertTrue(story.startsWith("PE 0 throws java.lang.AssertionError: the third life"), story);
    }

    @Test
    void testsThatFailForNothingAreFound() {
        Explore explore = patient().bounds(300, 3600, 20_000).spurious();
        explore.explore(2, () -> Small.tests(true));
        assertTrue(patient().explore(2, () -> Small.tests(false)).complete());
        String story = assertThrows(JobFailedException.class, () -> explore.explore(2, () -> Small.tests(false)))
            .getMessage();
        assertTrue(story.contains("tryLock fails for nothing (Small.java:"), story);
    }

    /** The complete strategy ends after a few schedules, and has not covered what comes after their last step. */
    @Test
    void samplesContinueWhereSchedulesAreCutOff() {
        String message = assertThrows(JobFailedException.class, () -> patient().bounds(100, 3600, 10)
            .explore(2, () -> Small.count(true))).getMessage();
        assertTrue(message.matches("(?s)no schedule has come to its end, of 100 schedules in .*PE 0: .*PE 1: .*"),
            message);
    }

    @Test
    void withoutLateStoresTheMissingFenceDoesNotShow() {
        assertTrue(patient().withoutLateStores().explore(2, () -> Small.flag(false)).complete());
    }

    @Test
    void resultsAreCollected() {
        long[] seen = new long[2];
        Explore explore = patient().results(() -> seen[0] + "," + seen[1], false);
        Map<String, Long> results = explore.explore(2, storeBuffering(seen)).results();
        assertEquals(Set.of("0,0", "0,1", "1,0", "1,1"), results.keySet());
        assertEquals(Set.of("0,1", "1,0", "1,1"),
            explore.withoutLateStores().explore(2, storeBuffering(seen)).results().keySet());
    }

    @Test
    void resultsThatDifferAreAFailure() {
        long[] seen = new long[2];
        Explore explore = patient().results(() -> seen[0] + "," + seen[1], true);
        String story = assertThrows(JobFailedException.class, () -> explore.explore(2, storeBuffering(seen)))
            .getMessage();
        assertTrue(story.contains("the results are"), story);
    }

    private static Program storeBuffering(long[] seen) {
        return () -> {
            try (Shmem shmem = Shmem.init()) {
                var words = shmem.allocateLongs(1);
                shmem.p(words, 0, 1, 1 - shmem.myPe());
                seen[shmem.myPe()] = words.get(0);
                shmem.finish();
            }
        };
    }

    @Test
    void otherThreadsAreRefused() {
        JobFailedException failure = assertThrows(JobFailedException.class, () -> Explore.run(2, Small::thread));
        assertTrue(failure.getMessage().contains("only the thread that runs main may"), failure.getMessage());
    }

    @Test
    void programsThatForkAreRefused() {
        AtomicInteger calls = new AtomicInteger();
        IllegalStateException refusal = assertThrows(IllegalStateException.class, () -> Explore.run(2, () -> {
            try (Shmem shmem = Shmem.init()) {
                var words = shmem.allocateLongs(64);
                shmem.p(words, calls.getAndIncrement() % 64, 1, 0);
                shmem.p(words, 0, 1, 0);
                shmem.finish();
            }
        }));
        assertTrue(refusal.getMessage().contains("went another way in the same schedule"), refusal.getMessage());
    }

    @Test
    void jobsInThreadsRunBeforeAndBehind() {
        Shmem.run(2, () -> Small.flag(true));
        Explore.run(2, () -> Small.flag(true));
        Shmem.run(3, () -> Small.count(true));
    }

    @Test
    void unknownStrategiesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> Explore.standard().strategy("dfs", 1));
    }

    /** Jobs of other threads wait for their turn, whichever step an exploration is at. */
    @Thorough
    @Test
    void jobsBegunBesideExplorationsRun() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger explored = new AtomicInteger();
        Thread other = new Thread(() -> {
            while (!over.get()) {
                patient().explore(1, () -> {
                    try (Shmem shmem = Shmem.init()) {
                        explored.addAndGet(shmem.nPes());
                    }
                });
            }
        });
        other.start();
        try {
            AtomicInteger run = new AtomicInteger();
            for (int job = 0; job < 200; job++) {
                Shmem.run(1, () -> {
                    try (Shmem shmem = Shmem.init()) {
                        run.addAndGet(shmem.nPes());
                    }
                });
            }
            assertEquals(200, run.get());
        } finally {
            over.set(true);
            other.join();
        }
        assertTrue(explored.get() > 0);
    }
}
