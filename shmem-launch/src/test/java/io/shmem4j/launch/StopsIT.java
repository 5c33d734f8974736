// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Launched jobs in which a PE or the launcher is stopped for longer than the times after which others conclude. */
class StopsIT {
    private static final long LEAVER_MILLIS = 100;
    private static final long STOP_NANOS = TimeUnit.MILLISECONDS.toNanos(4 * LEAVER_MILLIS);

    private static List<String> words(String pesPerJvm, String... program) {
        return Oshrun.words(2, Oshrun.program(StoppedProgram.class, program), "--pes-per-jvm", pesPerJvm, "--respawn",
            "1", "-J", "-Dshmem4j.time.leaver=" + LEAVER_MILLIS);
    }

    @Test
    void peThatIsSlowToFailIsAwaitedInABarrier() {
        peThatIsSlowToFailIsAwaited("barrier");
    }

    /** Its JVM may write its heap to a file, or run its shutdown hooks. */
    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"allocate", "sync"})
    void peThatIsSlowToFailIsAwaited(String call) {
        try (Oshrun run = Oshrun.start(words("1", call))) {
            run.awaitOutput("stops", 1);
            long pid = run.pids("stops").getFirst();
            Oshrun.awaitStop(pid);
            LockSupport.parkNanos(STOP_NANOS);
            Oshrun.signal(pid, "CONT");
            assertEquals(2, run.await().expect(0).outLines().stream().filter("finished"::equals).count());
        }
    }

    /** The launcher hears of the PEs' ends together with that of the JVM, whose status is 0. */
    @Thorough
    @Test
    void pesOfAJvmThatFailTogetherComeBack(@TempDir Path folder) throws IOException {
        try (Oshrun run = Oshrun.start(words("2", "together", folder.resolve("there").toString()))) {
            run.awaitOutput("ready", 2);
            ProcessHandle jvm = run.process().descendants().filter(process -> process.info().commandLine().orElse("")
                .contains("StoppedProgram") && process.children().findAny().isEmpty()).findFirst().orElseThrow();
            run.signal("STOP");
            Files.createFile(folder.resolve("there"));
            while (isRunning(jvm.pid())) {
                Thread.onSpinWait();
            }
            run.signal("CONT");
            Oshrun.Result result = run.await().expect(0);
            assertEquals(2, result.outLines().stream().filter("finished"::equals).count());
            assertTrue(result.err().contains(" exited with status 1 and starts again (1 of 1)"), result::err);
        }
    }

    /** {@return whether a child of a stopped process, which learns nothing of its end, runs} */
    private static boolean isRunning(long pid) throws IOException {
        String state = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        return state.charAt(state.lastIndexOf(')') + 2) != 'Z';
    }
}
