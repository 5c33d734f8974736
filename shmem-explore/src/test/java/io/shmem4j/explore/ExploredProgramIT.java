// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import exploretest.Flag;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Oshrun.Result;
import io.shmem4j.testing.Thorough;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code oshrun --explore} and {@code --replay}. */
@Execution(ExecutionMode.CONCURRENT)
class ExploredProgramIT {
    private static final int FAILS = 67;

    @TempDir
    private Path folder;

    private static Result explore(String kind, String... options) {
        List<String> words = new ArrayList<>(List.of("-np", "2"));
        words.addAll(List.of(options));
        if (List.of(options).contains("--explore")) {
            words.addAll(List.of("--explore-time", "3600"));
        }
        words.addAll(List.of("-cp", Oshrun.classPath(Flag.class), Flag.class.getName(), kind));
        return Oshrun.run(words);
    }

    @Test
    void aScheduleThatFailsIsToldWrittenAndRunAgain() throws Exception {
        Path file = folder.resolve("found");
        Result found = explore("none", "--explore", "--schedule-file", file.toString()).expect(FAILS);
        assertEquals("", found.out());
        assertTrue(found.err().contains("PE 0 lacks a fence() between Flag.java:"), found::err);
        assertTrue(found.err().contains("PE 1 ended the job: java.lang.IllegalStateException: no answer"), found::err);
        assertTrue(found.err().contains("p \"flag\" of PE 1, on its way (Flag.java:"), found::err);
        Result again = explore("none", "--replay", file.toString()).expect(FAILS);
        assertEquals("the answer is 0", again.out().strip());
        assertTrue(again.err().contains("waitUntil \"flag\" sees 1 (Flag.java:"), again::err);
        assertTrue(explore("fence", "--replay", file.toString()).expect(2).err()
            .contains("is a schedule of exploretest.Flag none on 2 PEs"));
        Files.writeString(file, "something else");
        assertTrue(explore("none", "--replay", file.toString()).expect(2).err()
            .contains("is no schedule of oshrun --explore"));
    }

    /** Hours may have gone before it was found. */
    @Thorough
    @Test
    void aScheduleIsToldWhereItCannotBeWritten() {
        Path file = folder.resolve("missing").resolve("found");
        String err = explore("none", "--explore", "--schedule-file", file.toString()).expect(FAILS).err();
        assertTrue(err.contains("PE 0 lacks a fence() between Flag.java:"), err);
        assertTrue(err.contains("the schedule can't be written"), err);
    }

    /** Runs that make a failing one smaller are silent. */
    @Thorough
    @Test
    void theOnlyScheduleIsHeardOnce() {
        Result only = explore("fails", "--explore=random", "--schedules", "1", "--schedule-file",
            folder.resolve("found").toString()).expect(FAILS);
        assertEquals(1, only.outLines().size(), only::out);
    }

    @Thorough
    @Test
    void argumentsOfSeveralLinesAreRunAgain() {
        String file = folder.resolve("found").toString();
        explore("no\nlines", "--explore", "--schedule-file", file).expect(FAILS);
        explore("no\nlines", "--replay", file).expect(FAILS);
    }

    /** Arabic has other digits. */
    @Thorough
    @Test
    void numbersAreThoseOfNoCountry() throws Exception {
        Path file = folder.resolve("found");
        String err = explore("none", "--explore", "--schedule-file", file.toString(), "-J-Duser.language=ar",
            "-J-Duser.country=EG").expect(FAILS).err();
        assertTrue(Pattern.compile("\\d schedules? in \\d+\\.\\d s \\(").matcher(err).find(), err);
    }

    @Test
    void otherThreadsOfPesAreRefusedAtOnce() {
        String err = explore("helper", "--explore").expect(2).err();
        assertTrue(err.contains("called the library: in explored programs only the thread that runs main may"), err);
    }

    /** No other PE has the turn to end it. */
    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"future", "monitor"})
    void aWaitOutsideOfTheLibraryEndsTheExploration(String what) {
        String err = explore(what, "--explore").expect(2).err();
        assertTrue(err.contains(" waits outside of the library, at exploretest.Flag.waitOutside(Flag.java:"), err);
    }

    /** As in a job; no schedule decides what such a thread does. */
    @Thorough
    @Test
    void throwablesOfOtherThreadsEndTheExploration() {
        Result result = explore("thread", "--explore").expect(1);
        assertTrue(result.err().contains("IllegalStateException: lost"), result::err);
        assertTrue(result.err().contains("worker"), result::err);
        assertFalse(result.err().contains("schedules in"), result::err);
    }

    @Test
    void schedulesThatAreAllCutOffAreNoSuccess() {
        String err = explore("fence", "--explore", "--explore-steps", "4", "--schedules", "20").expect(1).err();
        assertTrue(err.contains("none fails; 20 were cut off after 4 steps"), err);
        assertTrue(Pattern.compile("the last one was cut off here:\\R  PE 0: .* \\(Flag\\.java:\\d+\\)").matcher(err)
            .find(), err);
        assertTrue(err.contains("no schedule has come to its end"), err);
    }

    @Thorough
    @Test
    void allSchedulesOfARightProgramPass() {
        Result result = explore("fence", "--explore=dpor", "--explore-time", "3600").expect(0);
        assertTrue(result.err().contains("none fails, and all others are equal to one of them"), result::err);
    }

    @Test
    void operationsThatAreNotAtomicAreFound() {
        String found = explore("counter", "--explore", "--linearize", "--schedule-file",
            folder.resolve("found").toString()).expect(FAILS).err();
        assertTrue(found.contains("no order explains the results of the operations on counter, key [0]: PE "), found);
    }

    /** Without early loads the program is right; a job is right with any processor's loads. */
    @Thorough
    @Test
    void earlyLoadsAreExploredAndRunAgain() {
        String file = folder.resolve("found").toString();
        String found = explore("polls", "--explore=auto early", "--schedule-file", file).expect(FAILS).err();
        assertTrue(found.contains("PE 1 lacks a quiet() or a wait between Flag.java:"), found);
        String again = explore("polls", "--replay", file).expect(FAILS).err();
        assertTrue(again.contains("get \"data\" sees 0, early"), again);
        explore("polls", "--explore=dpor").expect(0);
    }

    /** Only the last line about an exploration is its result. */
    @Thorough
    @Test
    void progressDoesNotReadLikeTheEnd() {
        List<String> lines = Oshrun.run(List.of("-np", "2", "--explore=random", "--explore-time", "4", "-cp",
            Oshrun.classPath(Flag.class), Flag.class.getName(), "fence")).expect(0).err().lines()
            .filter(line -> line.contains("schedules in")).toList();
        assertTrue(lines.size() > 1, lines::toString);
        assertTrue(lines.subList(0, lines.size() - 1).stream().allMatch(line -> line.startsWith("[explore] so far ")),
            lines::toString);
        assertTrue(lines.getLast().contains("none fails"), lines::toString);
    }

    @Thorough
    @Test
    void statusesAndOutputsAreCompared() {
        String file = folder.resolve("found").toString();
        String exit = explore("exit", "--explore", "--schedule-file", file).expect(FAILS).err();
        assertTrue(exit.contains("PE 1 exited with status 3"), exit);
        explore("none", "--explore", "--on-time").expect(0);
    }

    /** The output of the schedule with all stores on time is right, whichever schedule comes first. */
    @Thorough
    @ParameterizedTest
    @CsvSource({"auto", "random"})
    void theScheduleWithAnotherOutputIsRunAgain(String strategy) {
        String file = folder.resolve("found").toString();
        String different = "the results are \"the answer is 0\" here and \"the answer is 42\" in another schedule";
        String found = explore("output", "--explore=" + strategy, "--same-output", "--schedule-file", file)
            .expect(FAILS).err();
        assertTrue(found.contains(different), found);
        Result again = explore("output", "--replay", file).expect(FAILS);
        assertTrue(again.err().contains(different), again::err);
        assertEquals("the answer is 0", again.out().strip());
    }

    @Thorough
    @Test
    void outputsThatAreNotComparedAreMentioned() {
        String differ = "PEs don't print the same in all of them";
        String output = explore("output", "--explore").expect(0).err();
        assertTrue(output.contains(differ), output);
        assertFalse(explore("fence", "--explore").expect(0).err().contains(differ));
    }

    @Thorough
    @Test
    void outputsThatDependOnTimeAreNotCompared() {
        String err = explore("time", "--explore", "--same-output").expect(2).err();
        assertTrue(err.contains("the same schedule has had different results"), err);
    }

    @Thorough
    @Test
    void deathsAreExploredAndRunAgain() {
        String file = folder.resolve("found").toString();
        String[] crash = {"--explore", "--crash", "1", "--stay-dead", "--schedule-file", file};
        String found = explore("deaf", crash).expect(FAILS).err();
        assertTrue(found.contains("dies before "), found);
        assertTrue(found.contains("nobody can go on: PE 1 waits in waitUntil"), found);
        assertTrue(explore("deaf", "--replay", file).expect(FAILS).err().contains("dies before "));
        explore("hears", crash).expect(0);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--explore=dfs             | --explore=dfs: it is auto, dpor, pct[:DEPTH], pos or random",
        "--explore --race          | --explore can't be combined with --race",
        "--explore --split 2       | --explore runs programs in one JVM of this machine",
        "--explore --backend sim   | --explore has a backend of its own; leave out --backend",
        "--explore --crash 0       | SHMEM_EXPLORE_CRASH=0: it is a number above 0",
        "--explore --schedules 0   | SHMEM_EXPLORE_SCHEDULES=0: it is a number above 0",
        "--replay nowhere          | --replay nowhere: there is no such file to read",
        "--schedules 5             | --schedules has no effect without --explore",
    })
    void whatMakesNoSenseIsRefused(String options, String message) {
        Result result = explore("none", options.split(" ")).expect(2);
        assertTrue(result.err().contains(message), result::err);
    }
}
