// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import static io.shmem4j.testing.ConformanceRun.QUICKLY_COMPILED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.conformance.Conformance;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The highest level of checking, interceptors and the profile, in real jobs. */
final class CheckingIT {
    private static Oshrun.Result run(List<String> options, Class<?> main, String... arguments) {
        List<String> words = new ArrayList<>(options);
        words.addAll(Oshrun.program(main, arguments));
        return Oshrun.run(words);
    }

    /** Runs cases of the suite, and of classes here. */
    private static void cases(List<String> options, String... patterns) {
        List<String> words = new ArrayList<>(options);
        words.addAll(List.of(QUICKLY_COMPILED, "-cp", Oshrun.classPath(Conformance.class, ArgumentCases.class),
            Conformance.class.getName()));
        words.addAll(List.of(patterns));
        String out = Oshrun.run(words).expect(0).out();
        assertTrue(out.contains(" 0 failed, 0 skipped"), out);
    }

    @Test
    void mistakesAreFound() {
        cases(List.of("-n", "3", "-x", "SHMEM_CHECK=2"), "CheckedCases", "CheckedBufferCases",
            CheckedThreadCases.class.getName());
    }

    /** Programs without mistakes run as they do without checking. */
    @Thorough
    @Test
    void nothingElseIsFound() {
        run(List.of("-n", "3", "-x", "SHMEM_CHECK=2", QUICKLY_COMPILED), Conformance.class, "TeamCases", "ContextCases",
            "ThreadCases", "DoublesCollectiveCases", "LegacyCases", "LongsRmaCases", "IntsAtomicCases", "IntsWaitCases",
            "BytesCases", "LockCases", "MemoryCases").expect(0);
    }

    /**
     * Tries what no backend can change: calls with wrong arguments are refused with words that help, those that move
     * nothing do nothing, and records and structs arrive as they were.
     */
    @Thorough
    @Test
    void everyBackendHasTheSameLayerAbove() {
        cases(List.of("-n", "3", "--backend", "local"), ArgumentCases.class.getName(), MisuseCases.class.getName(),
            ObjectMisuseCases.class.getName(), ZeroCases.class.getName(), RecordCases.class.getName(),
            StructCases.class.getName());
    }

    @Thorough
    @Test
    void leaksAreListed() {
        String err = run(List.of("-n", "2", "-x", "SHMEM_CHECK=2"), LeakingProgram.class).expect(0).err();
        // The library gives back what the program still has, and nobody can free the team of an active set.
        assertFalse(err.contains("never freed:") || err.contains("active set"), err);
        assertEquals(1, err.split("a context of the world team, created at [^)]*LeakingProgram.java", -1).length - 1,
            err);
        assertEquals(1, err.split("team 2 [^\\n]*was never freed", -1).length - 1, err);
        assertTrue(err.contains("[PEs 0, 1] finish called at "), err);
        assertEquals("", run(List.of("-n", "2"), LeakingProgram.class).expect(0).err());
    }

    /** The end gives back what the program could still free; what it has let go of before is a leak. */
    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"close", "finish"})
    void lostObjectsAreListedAtTheEnd(String end) {
        List<String> check = List.of("-n", "2", "-x", "SHMEM_CHECK=2");
        assertEquals("", run(check, LosingProgram.class, "used", end).expect(0).err());
        List<String> err = run(check, LosingProgram.class, "lost", end).expect(0).err().lines().toList();
        assertTrue(err.getFirst().matches("PE 0, " + end
            + " called at .*LosingProgram.main\\(LosingProgram.java:\\d+\\): "
            + "never freed: 3 objects, 192 bytes"), err::toString);
        assertEquals(List.of("  SymmetricLongs#2", "  SymmetricLongs#3", "  SymmetricLongs#4"),
            err.stream().skip(1).map(line -> line.replaceFirst(" \\(64 bytes, allocated at .*", "")).toList());
    }

    /** Nobody waits where members of a team call other collectives of it; the last one to leave it says so. */
    @Thorough
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "freed          | 0 | free called at ",
        "left           | 0 | close called at ",
        "roots          | 1 | free called at ",
        "alike          |   | ",
    })
    void teamsWhoseMembersCallOtherCollectivesAreNamed(String how, Integer start, String routine) {
        String err = run(List.of("-n", "4"), UnlikeProgram.class, how).expect(0).err();
        if (start == null) {
            assertEquals("", err);
            return;
        }
        assertTrue(err.lines().findFirst().orElse("").matches("PE [0-3], " + routine + ".*UnlikeProgram.java:\\d+\\): "
            + "the PEs did not call the same collectives of team 2 \\(2 PEs from world PE " + start + " by 2\\) in the "
            + "same order, with the same roots; SHMEM_CHECK=2 names the line:"), err);
        assertEquals(how.equals("roots") ? List.of("  PE 0 of the team: the last root was PE 0 of the team",
            "  PE 1 of the team: the last root was PE 1 of the team")
            : List.of("  PE 0 of the team: broadcast 3 times, the last root was PE 0 of the team",
            "  PE 1 of the team: broadcast twice, the last root was PE 0 of the team"),
            err.lines().skip(1).toList(), err);
    }

    @Thorough
    @Test
    void globalExitEndsEveryone() {
        Oshrun.Result result = run(List.of("-n", "3"), Conformance.class, "SetupCases.globalExit").expect(0);
        assertTrue(result.out().contains("run SetupCases.globalExit"), result.out());
        assertFalse(result.out().contains("cases on"), result.out());
        assertFalse(result.out().contains("a barrier was left"), result.out());
    }

    @Test
    void profileTellsCallsBytesAndPeers() {
        String err = run(List.of("-n", "3", "--profile", "-J-XX:TieredStopAtLevel=1", "-J-Duser.language=de"),
            ProfiledProgram.class, "waits").expect(0).err();
        assertTrue(err.contains("profile of 3 PEs"), err);
        assertEquals(List.of("put", "30", "24000"), words(err, "put "), err);
        assertEquals(List.of("sumReduce", "30", "240"), words(err, "sumReduce "), err);
        assertEquals(List.of("p", "30", "240"), words(err, "p "), err);
        assertTrue(err.lines().noneMatch(l -> l.startsWith("barrierAll")), "pcontrol(0) stops counting: " + err);
        String matrix = err.substring(err.indexOf("bytes that a PE (row)"));
        List<String> rows = matrix.lines().map(l -> l.strip().replaceAll(" +", " ")).toList();
        assertEquals(List.of("PE 0 1 2", "0 0 8160 0", "1 80 0 8080", "2 8080 0 0"), rows.subList(1, 5), err);
        String places = err.substring(0, err.indexOf("share of each PE's time"));
        assertTrue(places.matches("(?s).*\n +\\d+\\.\\d+ +\\d+  Signal\\.waitUntil +\"ready  to read(, again){6}"
            + ", a\\.\\.\\.\" +\\S+ProfiledProgram\\.talk\\(ProfiledProgram\\.java:\\d+\\)\n.*"), err);
        assertTrue(places.matches("(?s).*\n +\\d+\\.\\d+ +\\d+  sumReduce +PE \\d in \\d+% +\\S+ProfiledProgram\\.main"
            + "\\(ProfiledProgram\\.java:\\d+\\)\n.*"), err);
        assertEquals("", run(List.of("-n", "2"), ProfiledProgram.class).expect(0).err());
    }

    @Thorough
    @Test
    void aProfileIsOfOneSessionAndOfNamesOfAnyLength() {
        String[] profiles = run(List.of("-n", "2", "--profile"), SessionsProgram.class).expect(0).err()
            .split("profile of 2 PEs", -1);
        assertEquals(3, profiles.length, () -> String.join("profile of 2 PEs", profiles));
        assertTrue(profiles[1].matches("(?s).* Signal\\.waitUntil +\"x{59}\\.{3}\" +\\S+SessionsProgram\\.waits"
            + "\\(SessionsProgram\\.java:\\d+\\)\n.*"), profiles[1]);
        assertFalse(profiles[2].contains("SessionsProgram.waits("), profiles[2]);
    }

    private static List<String> words(String err, String start) {
        return List.of(err.lines().filter(l -> l.startsWith(start)).findFirst().orElse("").split(" +")).subList(0, 3);
    }

    @Thorough
    @Test
    void usersInterceptorSeesEveryCall() {
        String out = run(List.of("-n", "2", "-x", "SHMEM_PROFILE=" + CountingInterceptor.class.getName()),
            ProfiledProgram.class).expect(0).out();
        for (int pe = 0; pe < 2; pe++) {
            assertTrue(out.contains("PE " + pe + " saw {P=10, PUT=10, SUM_REDUCE=10, BARRIER_ALL=1, MALLOC=2}, "
                + "8000 bytes put, control 0 detail"), out);
        }
        String err = run(List.of("-n", "1", "-x", "SHMEM_PROFILE=no.such.Class"), ProfiledProgram.class).expect(2)
            .err();
        assertTrue(err.contains("SHMEM_PROFILE=no.such.Class: it is 0, 1 or a subclass of"), err);
    }
}
