// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Containers of PEs that are killed at random moments; the property {@code containers.kills} says how often. */
@Thorough
class RespawnedContainersIT {
    private static final int KILLS = Integer.getInteger("containers.kills", 4);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(800);

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void eachTaskHasItsResultOnceAndTheMapLosesNothing(String pesPerJvm) {
        kill("--pes-per-jvm", pesPerJvm);
    }

    @Thorough
    @Test
    void poolAndMapOfTwoNodesLoseNothing() {
        SeveralMachines.assume();
        kill("--pes-per-jvm", "1", "--split", "2");
    }

    private static void kill(String... options) {
        Random random = new Random(Long.getLong("containers.seed", System.nanoTime()));
        int limit = 2000 * KILLS;
        List<String> words = Oshrun.words(4, Oshrun.program(RespawnedContainers.class, Integer.toString(limit)),
            Stream.concat(Stream.of(options), Stream.of("--respawn", Integer.toString(10 * KILLS), "--heap-size",
            4 + KILLS / 8 + "m")).toArray(String[]::new));
        try (Oshrun run = Oshrun.start(words)) {
            for (int kill = 0; kill < KILLS; kill++) {
                LockSupport.parkNanos(random.nextLong(LONGEST_PAUSE_NANOS));
                List<ProcessHandle> pes = run.process().descendants().filter(RespawnedContainersIT::isPe).toList();
                for (int victim = 0; victim < 1 + kill % 2 && !pes.isEmpty(); victim++) {
                    pes.get(random.nextInt(pes.size())).destroyForcibly();
                }
            }
            Oshrun.Result result = run.await().expect(0);
            assertTrue(result.out().matches(limit + " results, " + limit + " of them different, \\d counts\n"),
                result.out());
        }
    }

    @Test
    void servicesGoOnWithTheMap() {
        List<String> words = Oshrun.words(3, Oshrun.program(RespawnedContainers.class, "service", "5000"),
            "--pes-per-jvm", "1", "--respawn", "0", "--keep-going", "--heap-size", "4m");
        assertEquals("10000", Oshrun.run(words).expect(137).out().strip());
    }

    @Test
    void messagesAreOpenedAgain() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(3, Oshrun.program(RespawnedContainers.class, "messages"),
            "--pes-per-jvm", "1", "--respawn", "1", "--heap-size", "4m")).expect(0);
        assertEquals(List.of("PE 0: answer 42, sum 300, lost replies 1", "PE 1: answer 42, sum 300, lost replies 1",
            "PE 2: answer 42, sum 300, lost replies 0"), result.outLines().stream().sorted().toList());
    }

    private static boolean isPe(ProcessHandle process) {
        String line = process.info().commandLine().orElse("");
        return line.contains("RespawnedContainers") && !line.contains("launch.cli.Launcher");
    }
}
