// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * PEs that are killed start again, find their data, and go on with the others. The property {@code respawn.kills} says
 * how many are killed at random moments.
 */
class RespawnIT {
    private static final int KILLS = Integer.getInteger("respawn.kills", 4);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(600);

    private static List<String> words(int np, String pesPerJvm, String respawn, String... program) {
        return words(np, pesPerJvm, respawn, RespawnProgram.class, program);
    }

    private static List<String> words(int np, String pesPerJvm, String respawn, Class<?> program, String... words) {
        return Oshrun.words(np, Oshrun.program(program, words), "--pes-per-jvm", pesPerJvm, "--respawn", respawn,
            "--heap-size", "1m");
    }

    /** {@return what PEs print that have all made so many steps, without the numbers of their lives} */
    private static List<String> expected(int np, int steps) {
        List<String> lines = new ArrayList<>();
        for (int pe = 0; pe < np; pe++) {
            StringBuilder line = new StringBuilder("PE " + pe + ": sum " + np * (steps - 1L) + ", late " + -1L
                + ", fallen");
            lines.add(line.append(" []").toString());
        }
        return lines;
    }

    private static List<String> withoutLives(String out) {
        return out.lines().map(line -> line.replaceFirst(" life \\d+,", "")).sorted().toList();
    }

    @Test
    void peThatIsKilledComesBackToItsData() {
        pesThatAreKilledComeBackToTheirData(3, "1", "0@start 1@recovery", 2);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"4, 1, 1@2 2@64 3@64, 3", "4, 2, 1@2 2!4, 2"})
    void pesThatAreKilledComeBackToTheirData(int np, String pesPerJvm, String deaths, int times) {
        List<String> program = new ArrayList<>(List.of("70"));
        program.addAll(List.of(deaths.split(" ")));
        Oshrun.Result result = Oshrun.run(words(np, pesPerJvm, "3", program.toArray(new String[0]))).expect(0);
        assertEquals(expected(np, 70), withoutLives(result.out()));
        String err = result.err();
        assertEquals(times, err.lines().filter(line -> line.matches("oshrun: (PE|the JVM of PEs) .*\\(pid \\d+\\) (was "
            + "killed by SIGKILL|exited with status 1) and starts again \\(\\d of 3\\)")).count(), err);
    }

    @Test
    void peThatFailsIsAwaitedByAnotherOnesNextLife(@TempDir Path folder) {
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, Oshrun.program(SlowExitProgram.class,
            folder.resolve("there").toString()), "--pes-per-jvm", "1", "--respawn", "3")).expect(0);
        assertEquals(List.of("recovered", "recovered"), result.out().lines().toList());
    }

    @Test
    void allPesThatLeaveATryBlockByAnExceptionComeBack(@TempDir Path folder) {
        pesThatLeaveATryBlockByAnExceptionComeBack("all", "1", 2, folder);
    }

    /** {@code close} in a try block can't tell a return from an exception, and the others may be in {@code finish}. */
    @Thorough
    @ParameterizedTest
    @CsvSource({"last, 1, 1", "exit, 1, 1", "closed, 2, 1"})
    void pesThatLeaveATryBlockByAnExceptionComeBack(String which, String pesPerJvm, int deaths, @TempDir Path folder) {
        Oshrun.Result result = Oshrun.run(leaving(which, pesPerJvm, folder)).expect(0);
        assertEquals(List.of("finished", "finished"), result.out().lines().toList());
        assertEquals(deaths, result.err().lines().filter(line -> line.contains(" and starts again (")).count(),
            result::err);
    }

    @Thorough
    @Test
    void noPeComesBackAfterASessionThatAllHaveFinished(@TempDir Path folder) {
        String err = Oshrun.run(leaving("later", "1", folder)).expect(1).err();
        assertTrue(err.contains(" does not start again, because all PEs have finished a session\n"), err);
    }

    @Thorough
    @Test
    void jvmWithACompletedPeDoesNotComeBack(@TempDir Path folder) throws IOException {
        try (Oshrun run = Oshrun.start(leaving("done", "2", folder))) {
            run.awaitError("PE 0 exited with status 0", 1);
            Files.createFile(folder.resolve("there"));
            String err = run.await().expect(1).err();
            assertTrue(err.contains(" does not start again, because a PE of its JVM has ended in order\n"), err);
        }
    }

    private static List<String> leaving(String which, String pesPerJvm, Path folder) {
        return Oshrun.words(2, Oshrun.program(LeavingProgram.class, which, folder.resolve("there").toString()),
            "--pes-per-jvm", pesPerJvm, "--respawn", "3", "-v");
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"halo", "halo barrier", "reduction barrier"})
    void deathInAnExchangeIsNoticedAndSurvived(String program) {
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, Oshrun.program(RespawnedExchanges.class, program.split(" ")),
            "--pes-per-jvm", "1", "--respawn", "1", "--timeout", "60")).expect(0);
        assertEquals(List.of("PE 0 is done", "PE 1 is done"), result.outLines().stream().sorted().toList());
    }

    @Test
    void collectivesThatWaitNoticeADeathAndWorkAfterIt() {
        assertEquals(List.of("PE 0: 2", "PE 1: 2"),
            Oshrun.run(words(2, "1", "1", RespawnedCollectives.class)).expect(0).outLines().stream().sorted().toList());
    }

    @Thorough
    @Test
    void peThatDoesNotRecoverInTimeEndsTheJob() {
        String err = Oshrun.run(words(2, "1", "1", RespawnedCollectives.class, "late")).expect(1).err();
        assertTrue(err.contains("PE 1: PE 0 has not called recover() in time"), err);
    }

    /** Such a check would compare calls that a death has cut with later ones. */
    @Thorough
    @Test
    void callsAreNotCompared() {
        String err = Oshrun.run(Map.of("SHMEM_CHECK", "2"), words(1, "1", "0", RespawnedCollectives.class)).expect(1)
            .err();
        assertTrue(err.contains("IllegalArgumentException: SHMEM_CHECK above 1 compares calls"), err);
    }

    @Thorough
    @Test
    void peThatLeavesInOrderIsAwaitedNoMore(@TempDir Path folder) {
        String err = Oshrun.run(Oshrun.words(2, Oshrun.program(SlowExitProgram.class,
            folder.resolve("there").toString(), "leaves"), "--pes-per-jvm", "1", "--respawn", "3")).expect(1).err();
        assertTrue(err.contains("PE 0: PE 1 has finished, and will not call recover()"), err);
    }

    @Thorough
    @Test
    void deathsBeyondTheNumberEndTheJob() {
        Oshrun.Result result = Oshrun.run(words(2, "1", "1", "9", "0@2", "1@5")).expect(137);
        assertTrue(result.err().contains("was killed by SIGKILL after"), result.err());
    }

    @Thorough
    @Test
    void thoseWhoAreLeftGoOn() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(6, Oshrun.program(RespawnProgram.class, "shrink", "1", "5"),
            "--pes-per-jvm", "1", "--respawn", "0", "--keep-going")).expect(137);
        assertEquals(List.of("PE 0: 15 at 5 14 at 4 9 at 3, heard [1, 5]", "PE 2: 15 at 3 14 at 3 9 at 2, heard [1, 5]",
            "PE 3: 15 at 2 14 at 2 9 at 1, heard [1, 5]", "PE 4: 15 at 1 14 at 1 9 at 0, heard [1, 5]"),
            result.out().lines().sorted().toList());
    }

    /** The next incarnation could not tell such a call from one on which all agreed. */
    @Test
    void allocationsThatDifferEndTheJobThoughTheyAreCaught() {
        Oshrun.Result result = Oshrun.run(words(2, "1", "1", "differ")).expect(1);
        assertEquals("", result.out());
        assertTrue(result.err().contains("the PEs disagree in a symmetric allocation"), result::err);
        assertFalse(result.err().contains("starts again"), result::err);
    }

    @Thorough
    @Test
    void withoutTheOptionNothingGoesOn() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, Oshrun.program(RespawnProgram.class, "recover")))
            .expect(1);
        assertTrue(result.err().contains("recover called at ") && result.err().contains("this job ends when a PE dies; "
            + "oshrun --respawn N starts one that continues"), result.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--max-restarts 2", "--trace x", "--jfr x", "--race", "--debug-pe 1",
        "--stdin all", "--profile", "--backend local", "--backend sim", "--checkpoint x",
        "--restart x"})
    void whatDoesNotGoTogetherIsRefusedBeforeAnythingIsLookedFor(String option) {
        List<String> words = new ArrayList<>(List.of("-np", "2", "--respawn", "2"));
        words.addAll(List.of(option.split(" ")));
        words.add("not.There");
        assertTrue(Oshrun.inThisJvm(words).expect(2).err().startsWith("oshrun: --respawn "));
    }

    /** One or two at a time, PE 0 too, wherever they are then. A kill behind the last step would lose a PE's line. */
    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void deathsAtAnyMoment(String pesPerJvm, @TempDir Path folder) throws IOException {
        Random random = new Random(Long.getLong("respawn.seed", System.nanoTime()));
        int steps = 100 * KILLS;
        Path end = folder.resolve("end");
        try (Oshrun run = Oshrun.start(words(4, pesPerJvm, Integer.toString(10 * KILLS), Integer.toString(steps),
            "until=" + end))) {
            for (int kill = 0; kill < KILLS; kill++) {
                List<ProcessHandle> pes = run.process().descendants().filter(process ->
                    process.info().commandLine().orElse("").contains("RespawnProgram") && !isLauncher(process))
                    .toList();
                for (int victim = 0; victim < 1 + kill % 2 && !pes.isEmpty(); victim++) {
                    pes.get(random.nextInt(pes.size())).destroyForcibly();
                }
                LockSupport.parkNanos(random.nextLong(LONGEST_PAUSE_NANOS));
            }
            Files.createFile(end);
            assertEquals(expected(4, steps), withoutLives(run.await().expect(0).out()));
        }
    }

    private static boolean isLauncher(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains("launch.cli.Launcher");
    }
}
