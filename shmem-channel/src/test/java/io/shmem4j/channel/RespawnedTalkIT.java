// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

/** Senders and receivers that are killed and stopped; the property {@code channel.kills} says how often. */
@Thorough
class RespawnedTalkIT {
    private static final int KILLS = Integer.getInteger("channel.kills", 4);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(600);

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void nothingIsLostOrTorn(String pesPerJvm) throws Exception {
        kill("--pes-per-jvm", pesPerJvm);
    }

    @Test
    void nothingIsLostBetweenNodes() throws Exception {
        SeveralMachines.assume();
        kill("--pes-per-jvm", "1", "--split", "2");
    }

    private static void kill(String... options) throws Exception {
        Random random = new Random(Long.getLong("channel.seed", System.nanoTime()));
        int limit = 5_000 * KILLS;
        List<String> words = Oshrun.words(4, Oshrun.program(RespawnedTalk.class, Integer.toString(limit)),
            Stream.concat(Stream.of(options), Stream.of("--respawn", Integer.toString(10 * KILLS), "--heap-size", "4m",
            "--timeout", Integer.toString(120 + 10 * KILLS))).toArray(String[]::new));
        try (Oshrun run = Oshrun.start(words)) {
            for (int kill = 0; kill < KILLS && run.process().isAlive(); kill++) {
                LockSupport.parkNanos(random.nextLong(LONGEST_PAUSE_NANOS));
                List<ProcessHandle> pes = run.process().descendants().filter(RespawnedTalkIT::isPe).toList();
                if (!pes.isEmpty()) {
                    pes.get(random.nextInt(pes.size())).destroyForcibly();
                    stop(pes.get(random.nextInt(pes.size())), random.nextLong(LONGEST_PAUSE_NANOS));
                }
            }
            Oshrun.Result result = run.await().expect(0);
            assertEquals(Stream.of(0, 1, 2, 3).map(pe -> "PE " + pe + " received " + limit + ", twice few").toList(),
                result.outLines().stream().sorted().toList());
        }
    }

    private static void stop(ProcessHandle process, long nanos) throws Exception {
        String pid = Long.toString(process.pid());
        new ProcessBuilder("kill", "-STOP", pid).redirectError(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        LockSupport.parkNanos(nanos);
        new ProcessBuilder("kill", "-CONT", pid).redirectError(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    }

    private static boolean isPe(ProcessHandle process) {
        String line = process.info().commandLine().orElse("");
        return line.contains("RespawnedTalk") && !line.contains("launch.cli.Launcher");
    }
}
