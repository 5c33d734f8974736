// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * PEs of several nodes that are killed start again. The property {@code respawn.kills} says how many are killed at
 * random moments.
 */
class RespawnedNodesIT {
    private static final int KILLS = Integer.getInteger("respawn.kills", 4);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1200);

    @BeforeAll
    static void needUcx() {
        SeveralMachines.assume();
    }

    private static List<String> words(int np, String pesPerJvm, String respawn, String program, String... options) {
        return Oshrun.words(np, Oshrun.program(RespawnedProgram.class, program.split(" ")), Stream.concat(Stream.of(
            "--split", "2", "--pes-per-jvm", pesPerJvm, "--respawn", respawn, "--heap-size", "1m"), Stream.of(options))
            .toArray(String[]::new));
    }

    private static List<String> expected(int np, int steps) {
        return IntStream.range(0, np).mapToObj(pe -> "PE " + pe + ": sum " + np * (steps - 1L)).toList();
    }

    private static List<String> withoutLives(String out) {
        return out.lines().map(line -> line.replaceFirst(" life \\d+,", "")).sorted().toList();
    }

    private static void comeBack(int np, String pesPerJvm, int steps, String deaths, int times) {
        Oshrun.Result result = Oshrun.run(words(np, pesPerJvm, "3", steps + " " + deaths)).expect(0);
        assertEquals(expected(np, steps), withoutLives(result.out()), result::err);
        assertEquals(times, result.err().lines().filter(line -> line.matches("oshrun: (PE|the JVM of PEs) .*"
            + "\\(pid \\d+\\) was killed by SIGKILL and starts again \\(\\d of 3\\)")).count(), result::err);
    }

    @Test
    void peThatIsKilledComesBackToItsData() {
        comeBack(3, "1", 6, "2@1 0@4", 2);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"4, 1, 0@0 1@2 3@2, 3", "8, 2, 1@2 6@4, 2"})
    void deathsOnOneNodeAndOnTwo(int np, String pesPerJvm, String deaths, int times) {
        comeBack(np, pesPerJvm, 10, deaths, times);
    }

    @Weekly
    @ParameterizedTest
    @CsvSource({"4, 1, 0@3 1@3, 2", "2, 1, 0@5 1@5, 2"})
    void deathsOfAllPesOfNodes(int np, String pesPerJvm, String deaths, int times) {
        comeBack(np, pesPerJvm, 10, deaths, times);
    }

    @Thorough
    @Test
    void deathsBeyondTheNumberOfAllNodesEndTheJob() {
        Oshrun.Result result = Oshrun.run(words(2, "1", "1", "9 0@2 1@5")).expect(137);
        assertTrue(result.err().contains("PE 1 (pid ") && result.err().contains("was killed by SIGKILL after"),
            result::err);
    }

    @Thorough
    @Test
    void thoseWhoAreLeftGoOn() {
        Oshrun.Result result = Oshrun.run(words(6, "1", "0", "shrink 1 5", "--keep-going")).expect(137);
        assertEquals(List.of("PE 0: 15 at 5 14 at 4 9 at 3", "PE 2: 15 at 3 14 at 3 9 at 2",
            "PE 3: 15 at 2 14 at 2 9 at 1", "PE 4: 15 at 1 14 at 1 9 at 0"), result.out().lines().sorted().toList());
        for (String dead : List.of("node 0 .*: PE 1 ", "node 1 .*: PE 5 ")) {
            assertTrue(result.err().matches("(?s).*oshrun: " + dead + ".*was killed by SIGKILL after .*"),
                result.err());
        }
    }

    @Thorough
    @Test
    void nodeThatDiesEndsTheJob() {
        try (Oshrun run = Oshrun.start(words(2, "1", "9", "1000000"))) {
            List<ProcessHandle> pes = pes(run);
            while (pes.size() < 2) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
                pes = pes(run);
            }
            pes.getFirst().parent().orElseThrow().destroyForcibly();
            assertTrue(run.await().expect(1).err().contains("its agent has gone"));
        }
    }

    /** A PE that comes to a barrier finds the connection closed before the launcher ends the job. */
    @Thorough
    @Test
    void lostConnectionsAreNoFailuresOfPes() {
        try (Oshrun run = Oshrun.start(Oshrun.words(2, Oshrun.program(NodesProgram.class, "bereft"), "--split", "2",
            "--respawn", "9", "--heap-size", "1m", "--hang-detect", "0"))) {
            run.awaitOutput("agent0 ", 1);
            run.awaitOutput("agent1 ", 1);
            Oshrun.signal(run.pids("agent1").getFirst(), "KILL");
            String said = run.await().expect(1).err();
            assertTrue(said.contains("its agent has gone") && !said.contains("[PE 0]"), said);
        }
    }

    /** One or two at a time, PE 0 too, wherever they are then. */
    @Weekly
    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void deathsAtAnyMoment(String pesPerJvm) {
        Random random = new Random(Long.getLong("respawn.seed", System.nanoTime()));
        int steps = 100 * KILLS;
        try (Oshrun run = Oshrun.start(words(4, pesPerJvm, Integer.toString(10 * KILLS), Integer.toString(steps)))) {
            for (int kill = 0; kill < KILLS; kill++) {
                List<ProcessHandle> pes = pes(run);
                for (int victim = 0; victim < 1 + kill % 2 && !pes.isEmpty(); victim++) {
                    pes.get(random.nextInt(pes.size())).destroyForcibly();
                }
                LockSupport.parkNanos(random.nextLong(LONGEST_PAUSE_NANOS));
            }
            assertEquals(expected(4, steps), withoutLives(run.await().expect(0).out()));
        }
    }

    private static List<ProcessHandle> pes(Oshrun run) {
        return run.process().descendants().filter(process -> {
            String line = process.info().commandLine().orElse("");
            return line.contains("RespawnedProgram") && !line.contains("launch.cli.Launcher");
        }).toList();
    }
}
