// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher's reports of jobs that do not go on. */
@Execution(ExecutionMode.CONCURRENT)
@TakesLong
class HangIT {
    private static List<String> line(String how, int np, String... options) {
        return Oshrun.words(np, Oshrun.program(HangProgram.class, how), options);
    }

    @Test
    void cycleOfLocksIsFound() {
        String said = Oshrun.run(line("locks", 3)).expect(1).err();
        assertTrue(said.contains("deadlock: every PE waits and none can go on\n"), said);
        assertTrue(said.contains("wait-for cycle: PE 0 waits in ShmemLock.lock"), said);
        assertTrue(said.matches("(?s).*PE [01] has not entered barrierAll( \\(round \\d+\\))?;.*"),
            said);
        assertTrue(said.contains(" for the lock \"ShmemLock#2\" on PE "), said);
        assertTrue(said.contains("\n\"ShmemLock#1\" is ShmemLock[1] allocated at "), said);
        assertTrue(said.contains("at io.shmem4j.ShmemLock.lock(ShmemLock.java:"), said);
        assertFalse(said.contains("LambdaForm"), said);
        assertTrue(said.endsWith("oshrun: deadlock; 3 PEs ended (3 by SIGTERM)\n"), said);
    }

    /** While a recording is made, which has threads of its own. */
    @Thorough
    @Test
    void deadlockOnAVariableNamesWhatIsWaitedFor(@TempDir Path folder) {
        String said = Oshrun.run(line("barrier", 2, "--jfr", folder.toString())).expect(1).err();
        assertTrue(said.matches("(?s).*PE 1 has not entered barrierAll( \\(round \\d+\\))?; it waits in"
            + " Signal.waitUntil for the variable \"go\" to be EQ 7, it is 5,"
            + " at io\\.shmem4j\\.launch\\.HangProgram\\.main\\(HangProgram\\.java:\\d+\\).*"), said);
        assertTrue(said.matches("(?s).*\n\"go\" is Signal\\[1] allocated at"
            + " io\\.shmem4j\\.launch\\.HangProgram\\.main\\(HangProgram\\.java:\\d+\\)\n.*"), said);
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"broadcast", "gather"})
    void deadlockInACollectiveNamesItAndItsRootInTheWorld(String name) {
        String said = Oshrun.run(line(name, 3)).expect(1).err();
        String call = name + " with root PE 1";
        assertTrue(said.matches("(?s).* waiting +" + call + " +.*\nPE 2 waits in " + call + ","
            + " at io\\.shmem4j\\.launch\\.HangProgram\\.withRoot\\(HangProgram\\.java:\\d+\\)\n"
            + "PE 1 has not entered " + call + "( \\(round 1\\))?; it has ended\n.*"), said);
    }

    /** PE 2 is no member. */
    @Test
    void deadlockOfATeamWithoutAStrideNamesTheMemberThatIsMissing() {
        String said = Oshrun.run(line("team", 4)).expect(1).err();
        assertTrue(said.matches("(?s).*\nPEs 0, 3 wait in sync,.*"), said);
        assertTrue(said.matches("(?s).*\nPE 1 has not entered sync( \\(round 1\\))?; it (has ended|waits in).*"), said);
        assertFalse(said.contains("no PE has made that true"), said);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"idle, idle threads and a signal without handler", "slow, a phase in which one thread could go on",
        "over, waits of other threads that are over", "ring, threads that wait for each other",
        "close, a main thread that waits for the end of its pool"})
    void deadlockIsFoundBeside(String how, String beside) {
        String said = Oshrun.run(line(how, 2, "--timeout", "240")).expect(1).err();
        assertTrue(said.startsWith("oshrun: deadlock: every PE waits and none can go on\n"),
            () -> beside + ": " + said);
        assertFalse(said.contains("pool-"), said);
        Matcher since = Pattern.compile("Signal.waitUntil +\\d+\\.\\d s  the variable \"go\" to be EQ 6, it is 5\n")
            .matcher(said);
        for (int pe = 0; pe < 2; pe++) {
            assertTrue(since.find(), () -> beside + ": " + said);
        }
    }

    @Thorough
    @Test
    void aTaskThatIsDueLaterIsReportedButNoDeadlock(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("over");
        try (Oshrun run = Oshrun.start(Oshrun.words(2, Oshrun.program(HangProgram.class, "timer", file.toString())))) {
            run.awaitError("due later\n", 1);
            Files.createFile(file);
            Oshrun.Result result = run.await().expect(0);
            assertEquals(4, result.outLines().size());
            assertTrue(result.err().startsWith("oshrun: every PE waits; the job goes on, because the timer thread"
                + " \"later\" of PE 1 has a task that is due later\n"), result.err());
            assertEquals(2, result.err().split("every PE waits").length, result.err());
        }
    }

    /** No thread of Java can store what they wait for. */
    @Thorough
    @Test
    void aThreadOfNativeCodeKeepsFromTheVerdict(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("over");
        try (Oshrun run = Oshrun.start(Oshrun.words(2, Oshrun.program(NativeTimerProgram.class, file.toString())))) {
            run.awaitError("oshrun: every PE waits; the job goes on, because the native thread \"java\" of PE 1 may"
                + " call Java code\n", 1);
            Files.createFile(file);
            assertEquals(List.of("set 0", "set 1", "timer 00"), run.await().expect(0).outLines().stream().sorted()
                .toList());
            assertEquals(1, run.errorLines().size());
        }
    }

    /** As a killed tool leaves it, or as any user makes it for all numbers of processes. */
    @Thorough
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFileInTheWayOfAttachingHidesNoDeadlock(boolean own) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Oshrun run = Oshrun.start(line("six", 2, "-v", "--pes-per-jvm", "1"))) {
            run.awaitError(" started, pid ", 2);
            for (String line : run.errorLines().stream().filter(said -> said.contains(" started, pid ")).toList()) {
                files.add(Files.createFile(Path.of("/tmp/.attach_pid" + line.substring(line.lastIndexOf(' ') + 1))));
            }
            for (Path file : own ? List.<Path>of() : files) {
                assumeTrue(canGiveAway(file), "only root can give files away");
            }
            assertTrue(run.await().expect(1).err().contains("oshrun: deadlock: every PE waits"));
            assertEquals(own, files.stream().noneMatch(Files::exists));
        } finally {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static boolean canGiveAway(Path file) {
        try {
            Files.setAttribute(file, "unix:uid", 65534);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Thorough
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--timeout 600     | every PE waits; the job goes on, because",
        "--hang-detect 1.5 | 'a PE has waited for 1.5 s\nno deadlock, because'"})
    void aThreadThatMayGoOnIsNamedAfterAWhile(String options, String said, @TempDir Path folder) throws IOException {
        Path file = folder.resolve("over");
        try (Oshrun run = Oshrun.start(Oshrun.words(2, Oshrun.program(HangProgram.class, "thread", file.toString()),
            options.split(" ")))) {
            run.awaitError("oshrun: " + said + " thread \"storer\" of PE 1 may go on, at io.shmem4j.launch.HangProgram",
                1);
            Files.createFile(file);
            assertEquals(2, run.await().expect(0).outLines().size());
        }
    }

    /** The JVM handles TERM too, so the kernel does not know of the program's handler. */
    @Thorough
    @ParameterizedTest
    @CsvSource({"handler, USR1, 0", "handler-of-jvm, TERM, 143"})
    void aHandlerOfSignalsIsReportedButNoDeadlock(String how, String signal, int status) {
        try (Oshrun run = Oshrun.start(line(how, 2))) {
            run.awaitError("oshrun: every PE waits; the job goes on, because PE 0 handles signals", 1);
            run.signal(signal);
            run.await().expect(status);
        }
    }

    @Thorough
    @Test
    void aProcessThatHasMappedTheHeapIsReportedButNoDeadlock() throws IOException {
        try (Oshrun run = Oshrun.start(line("six", 2))) {
            run.awaitOutput("waits", 2);
            Path heap = run.shm().resolve(run.leftovers().getFirst()).resolve("heap");
            try (Arena arena = Arena.ofShared(); FileChannel channel = FileChannel.open(heap, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
                channel.map(FileChannel.MapMode.READ_WRITE, 0, 4096, arena);
                run.awaitError("oshrun: every PE waits; the job goes on, because process "
                    + ProcessHandle.current().pid() + " .java. has mapped the symmetric heaps", 1);
            }
            assertTrue(run.await().expect(1).err().contains("oshrun: deadlock: every PE waits"));
        }
    }

    /** It looks for deaths. */
    @Thorough
    @Test
    void deadlockIsFoundBesideAThreadOfTheLibrary() {
        String said = Oshrun.run(line("listener", 2, "--respawn", "0", "--keep-going")).expect(1).err();
        assertTrue(said.startsWith("oshrun: deadlock: every PE waits and none can go on\n"), said);
    }

    @Thorough
    @Test
    void aThreadThatWaitsForATimeMayGoOn() {
        assertEquals(4, Oshrun.run(line("limit", 2)).expect(0).outLines().size());
    }

    @Thorough
    @Test
    void longWaitsAreReportedOnceWithTheMissingPe() {
        try (Oshrun run = Oshrun.start(line("absent", 3, "--hang-detect", "1", "--tag-output", "-v"))) {
            run.awaitError("stack of PE 2:", 1);
            run.awaitError("HangProgram.compute", 2);
            List<String> pids = run.errorLines().stream().filter(line -> line.contains(" started, pid "))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1)).toList();
            run.signal("TERM");
            String said = run.await().expect(143).err();
            assertEquals(2, said.split("a PE has waited for 1 s\n", -1).length, said);
            assertTrue(said.matches("(?s).*PE 2 has not entered barrierAll( \\(round \\d+\\))?; it is running, at"
                + " io\\.shmem4j\\.launch\\.HangProgram\\.compute\\(HangProgram\\.java:\\d+\\).*"), said);
            assertTrue(said.contains("stacks of PEs 0, 1:"), said);
            assertEquals(3, pids.size());
            assertTrue(pids.stream().noneMatch(pid -> Files.exists(Path.of("/tmp/.java_pid" + pid))
                || Files.exists(Path.of("/tmp/.attach_pid" + pid))), "a socket is left");
        }
    }

    @Thorough
    @Test
    void timeLimitSaysWhereThePesAre() {
        String said = Oshrun.run(line("absent", 2, "--timeout", "4")).expect(124).err();
        assertTrue(said.startsWith("oshrun: where the PEs are:\n"), said);
        assertTrue(said.contains("time limit of 4 s reached"), said);
    }
}
