// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Signals to the launcher that are meant for the PEs. */
class SignalIT {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final long USR1_MASK = 1L << 10 - 1;

    /** {@return a job whose PEs sleep and whose launcher passes signals on} */
    private static Oshrun sleepers() {
        Oshrun run = Oshrun.start(Oshrun.words(2, TestProgram.program("sleep")));
        run.awaitOutput("pid ", 2);
        await(run.process().pid(), "SigCgt:", mask -> (Long.parseUnsignedLong(mask, 16) & USR1_MASK) != 0);
        return run;
    }

    /** Waits until the system says something of a process. */
    private static void await(long pid, String field, Predicate<String> wanted) {
        long start = System.nanoTime();
        while (!wanted.test(status(pid, field))) {
            assertTrue(System.nanoTime() - start < LIMIT_NANOS, () -> field + " is " + status(pid, field));
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static String status(long pid, String field) {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                .filter(line -> line.startsWith(field)).findFirst().orElse("").substring(field.length()).strip();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void usersSignalIsPassedOn() {
        try (Oshrun run = sleepers()) {
            run.signal("USR1");
            Oshrun.Result result = run.await().expect(138);
            assertTrue(result.err().contains("was killed by SIGUSR1"), result::err);
        }
    }

    @Test
    void stopAndContinueReachThePes() {
        try (Oshrun run = sleepers()) {
            List<Long> all = run.process().descendants().map(ProcessHandle::pid).toList();
            assertEquals(2, all.size());
            run.signal("TSTP");
            all.forEach(pe -> await(pe, "State:", state -> state.startsWith("T")));
            await(run.process().pid(), "State:", state -> state.startsWith("T"));
            run.signal("CONT");
            all.forEach(pe -> await(pe, "State:", state -> !state.startsWith("T")));
            run.signal("TERM");
            run.await().expect(143);
        }
    }
}
