// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signals to the launcher that are meant for the PEs. */
@Execution(ExecutionMode.CONCURRENT)
class SignalIT {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(120);
    /** SIGUSR1, SIGCONT and SIGTSTP, which get their handlers one after the other. */
    private static final long PASSED_ON = 1L << 10 - 1 | 1L << 18 - 1 | 1L << 20 - 1;
    private static final int PARENT = 1;
    private static final int GROUP = 2;
    private static final int SESSION = 3;

    /** {@return a job whose PEs sleep and whose launcher passes signals on} */
    private static Oshrun sleepers() {
        Oshrun run = Oshrun.start(Oshrun.words(2, TestProgram.program("sleep")));
        run.awaitOutput("pid ", 2);
        awaitSignals(run);
        return run;
    }

    /** Waits until the launcher handles all signals for the PEs. Before, they would end or stop it alone. */
    private static void awaitSignals(Oshrun run) {
        await(run.process().pid(), "SigCgt:", mask -> (Long.parseUnsignedLong(mask, 16) & PASSED_ON) == PASSED_ON);
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

    /** {@return whether a member of a process's group has a parent in another group of the session} */
    private static boolean canBeStoppedFromTerminals(long pid) {
        String[] own = stat(pid);
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.map(process -> stat(process.pid()))
                .filter(process -> process.length > 0 && process[GROUP].equals(own[GROUP]))
                .map(process -> stat(Long.parseLong(process[PARENT])))
                .anyMatch(parent -> parent.length > 0 && parent[SESSION].equals(own[SESSION])
                    && !parent[GROUP].equals(own[GROUP]));
        }
    }

    /** {@return what the kernel says of a process behind its name, nothing of one that is gone} */
    private static String[] stat(long pid) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return line.substring(line.lastIndexOf(')') + 2).split(" ");
        } catch (IOException e) {
            return new String[0];
        }
    }

    /** A PE asks the kernel to continue it at the launcher's end when it is three seconds old, or somewhat later. */
    private static void awaitAge(long pid) {
        Instant old = ProcessHandle.of(pid).orElseThrow().info().startInstant().orElseThrow().plusSeconds(9);
        while (Instant.now().isBefore(old)) {
            LockSupport.parkNanos(10_000_000);
        }
    }

    /** A terminal sends it to all processes of the job. */
    @Thorough
    @ParameterizedTest
    @CsvSource({"--pes-per-jvm, 1", "--pes-per-jvm, 3", "--backend, local"})
    void quitIsAnsweredWithThePlacesOfThePes(String option, String value) {
        try (Oshrun run = Oshrun.start(Oshrun.words(3, Oshrun.program(HangProgram.class, "absent"), "-q", option,
            value))) {
            awaitSignals(run);
            Pattern places = Pattern.compile("PE 2 has not entered barrierAll( \\(round \\d+\\))?; it is running,"
                + " at io\\.shmem4j\\.launch\\.HangProgram\\.compute");
            long start = System.nanoTime();
            // The first answers may come from PEs that are on their way there.
            while (!places.matcher(String.join("\n", run.errorLines())).find()) {
                assertTrue(System.nanoTime() - start < LIMIT_NANOS, () -> run.errorLines().toString());
                run.signal("QUIT");
                LockSupport.parkNanos(300_000_000);
            }
            run.process().descendants().forEach(pe -> Oshrun.signal(pe.pid(), "QUIT"));
            run.signal("TERM");
            Oshrun.Result result = run.await().expect(143);
            assertTrue(result.err().startsWith("oshrun: where the PEs are:\n"), result.err());
            assertTrue(result.err().contains("\nstack of PE 2:\n"), result.err());
            assertEquals("", result.out());
        }
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"STOP", "TSTP"})
    void stoppedPesEndWithAKilledLauncher(String signal) throws Exception {
        try (Oshrun run = sleepers()) {
            List<Long> pes = run.pids("pid");
            assumeTrue(signal.equals("STOP") || canBeStoppedFromTerminals(pes.getFirst()),
                "the kernel drops SIGTSTP in a process group that no shell of its session looks after");
            for (long pe : pes) {
                awaitAge(pe);
                new ProcessBuilder("kill", "-" + signal, Long.toString(pe)).start().waitFor();
                await(pe, "State:", state -> state.startsWith("T"));
            }
            run.signal("KILL");
            run.process().waitFor();
            for (long pe : pes) {
                CompletableFuture<ProcessHandle> end = ProcessHandle.of(pe).map(ProcessHandle::onExit).orElse(null);
                assertTrue(end == null || end.get(20, TimeUnit.SECONDS) != null);
            }
            run.awaitEnd();
            assertEquals(List.of(), run.leftovers());
        }
    }

    @Thorough
    @Test
    void interruptingAgainEndsDeafPesAtOnce() throws Exception {
        try (Oshrun run = Oshrun.start(Oshrun.words(2, TestProgram.program("deaf"), "--grace", "600"))) {
            run.awaitOutput("deaf", 2);
            int times = 0;
            do {
                run.signal("INT");
                times++;
            } while (!run.process().waitFor(1, TimeUnit.SECONDS) && times < 30);
            assertTrue(times < 30, "the job still runs after 30 signals");
            assertTrue(run.await().expect(130).err().contains("2 PEs ended (2 killed)"));
        }
    }

    @Test
    void signalsReachThePes() {
        try (Oshrun run = sleepers()) {
            List<Long> all = run.process().descendants().map(ProcessHandle::pid).toList();
            assertEquals(2, all.size());
            run.signal("TSTP");
            all.forEach(pe -> await(pe, "State:", state -> state.startsWith("T")));
            await(run.process().pid(), "State:", state -> state.startsWith("T"));
            run.signal("CONT");
            all.forEach(pe -> await(pe, "State:", state -> !state.startsWith("T")));
            run.signal("USR1");
            Oshrun.Result result = run.await().expect(138);
            assertTrue(result.err().contains("was killed by SIGUSR1"), result::err);
        }
    }
}
