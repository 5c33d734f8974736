// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
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

    @Test
    void aThreadThatIsInterruptedWhileItWaitsStaysSo() throws IOException {
        Process child = new ProcessBuilder("sleep", "1000").start();
        Thread.currentThread().interrupt();
        assertThrows(UncheckedIOException.class, () -> AotTrainer.await(child));
        assertTrue(Thread.interrupted());
        assertFalse(child.onExit().join().isAlive());
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void waitsForAnotherTrainerWithALimit(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("turn");
        Process holder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
            Path.of("target", "test-classes").toString(), Holder.class.getName(), file.toString()).start();
        try (FileChannel turn = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            holder.getInputStream().read();
            assertFalse(AotTrainer.takesTurn(turn, 0));
            assertFalse(AotTrainer.takesTurn(turn, 1));
            holder.getOutputStream().close();
            assertTrue(AotTrainer.takesTurn(turn, Long.MAX_VALUE));
        } finally {
            holder.destroyForcibly();
        }
    }

    /** Holds a lock until its input ends. */
    static final class Holder {
        private Holder() {
        }

        public static void main(String[] args) throws IOException {
            try (FileChannel turn = FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE)) {
                turn.lock();
                System.out.println("locked");
                System.in.read();
            }
        }
    }
}
