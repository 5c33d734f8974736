// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When start-up caches may be made, and for how long. */
class AotTrainerTest {
    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {"0, 2, -", "2, 2, -", "3, 2, 3 threads run on 2 cores", "64, 64, -",
        "2, 1, 2 threads run on 1 core"})
    void beginsWhereACoreIsFree(int running, int cores, String obstacle) {
        assertEquals(obstacle, AotTrainer.load(running, cores));
    }

    @Test
    void endsAllThatATrainerHasStartedWhenItsTimeIsOver() throws Exception {
        Process trainer = new ProcessBuilder("sh", "-c", "sleep 1000; sleep 1000").start();
        try (ScheduledExecutorService timer = AotTrainer.limit(trainer.toHandle(), 1)) {
            assertTrue(trainer.waitFor(60, TimeUnit.SECONDS), "also what it starts later");
            timer.shutdownNow();
        } finally {
            trainer.destroyForcibly();
        }
    }
}
