// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import static io.shmem4j.launch.TestProgram.program;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Every way a job can end: the status, the message, and nobody and nothing left. */
@Execution(ExecutionMode.CONCURRENT)
@TakesLong
class EndOfJobIT {
    private static List<String> line(List<String> program, String... options) {
        List<String> line = new ArrayList<>(Arrays.asList(options));
        line.addAll(program);
        return line;
    }

    private static String lastLine(Oshrun.Result result) {
        return result.err().lines().toList().getLast();
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({
        "0 0 0, 0", "0 0 5, 5", "- 7 -, 7", "- - 255, 255", "256 256 256, 0", "- 257 -, 1", "- 143 -, 143",
        "- 137 -, 137"})
    void statusIsThatOfTheFailingPe(String statuses, int expected) {
        Oshrun.Result result = Oshrun.run(line(program("statuses", statuses.split(" ")), "-np", "3")).expect(expected);
        assertEquals(expected == 0 ? 0 : 1, result.err().lines().count(), result::err);
    }

    /** Nobody reads the launcher's output before its PEs are gone, so that part of theirs is still in their pipes. */
    @Thorough
    @Test
    void whatWasPrintedBeforeTheEndIsShown() throws Exception {
        int count = 1000; // 65 kB: fits into a pipe and the launcher's buffer
        List<String> words = new ArrayList<>(List.of(Oshrun.home().resolve("oshrun").toString()));
        words.addAll(line(program("last-words", Integer.toString(count)), "-np", "2"));
        Process launcher = new ProcessBuilder(words).start();
        try (BufferedReader err = launcher.errorReader()) {
            List<String> pids = List.of(err.readLine(), err.readLine());
            pids.forEach(pid -> assertEnds(Long.parseLong(pid.substring("pid ".length()))));
            assertEquals(2 * count, launcher.inputReader().lines().count());
            assertEquals(0, launcher.waitFor());
        } finally {
            launcher.destroyForcibly();
        }
    }

    /** Its channels close. */
    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void anInterruptedThreadSaysWhyItEnds(String perJvm) {
        String err = Oshrun.run(line(program("throw", "1", "interrupted"), "-np", "2", "--pes-per-jvm", perJvm))
            .expect(1).err();
        assertTrue(err.matches("(?s).*oshrun: PE 1 \\(pid \\d+\\) ended the job after \\d+\\.\\d s: "
            + "java\\.lang\\.IllegalStateException: broken on purpose; [^\n]*\n"), err);
    }

    @Test
    void summaryNamesTheFirstFailureOnce() {
        Oshrun.Result result = Oshrun.run(line(program("statuses", "-", "-", "9", "-"), "-np", "4")).expect(9);
        assertTrue(result.err().matches("oshrun: PE 2 \\(pid \\d+\\) exited with status 9 after \\d+\\.\\d s;"
            + " 3 other PEs ended \\(3 by SIGTERM\\)\n"), result::err);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"main, IllegalStateException: broken on purpose", "thread, IllegalStateException: broken on purpose",
        "stack, StackOverflowError", "memory, OutOfMemoryError"})
    void throwableEndsTheJobWithItsTrace(String how, String message) {
        Oshrun.Result result = Oshrun.run(line(program("throw", "1", how), "-np", "3", "-J-Xmx32m")).expect(1);
        assertTrue(result.err().contains("[PE 1] "), result::err);
        assertTrue(result.err().contains("\tat io.shmem4j.launch.TestProgram."), result::err);
        assertFalse(result.err().contains("PeMain"), result::err);
        assertTrue(lastLine(result).matches("oshrun: PE 1 \\(pid \\d+\\) ended the job after \\d+\\.\\d s: "
            + "java\\.lang\\." + message + ".*; 2 other PEs ended \\(2 by SIGTERM\\)"), result::err);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"SIGKILL, 137", "SIGALRM, 142"})
    void deathByASignalEndsTheJob(String signal, int status) {
        Oshrun.Result result = Oshrun.run(line(program("throw", "1", signal), "-np", "3")).expect(status);
        assertTrue(lastLine(result).contains("was killed by " + signal), result::err);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"0, 0", "3, 3", "256, 1", "-1, 255"})
    void globalExitEndsEveryoneWithItsStatus(int asked, int status) {
        Oshrun.Result result = Oshrun.run(line(program("abort", "2", Integer.toString(asked)), "-np", "4"))
            .expect(status);
        assertEquals(asked == 0, result.err().isEmpty(), result::err);
        assertTrue(asked == 0 || result.err().contains("called global_exit(" + asked + ")"), result::err);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"RUNNING, exited without finish", "STARTED, exited without init"})
    void leavingTheOthersAloneIsAFailure(String state, String message) {
        Oshrun.Result result = Oshrun.run(line(program("desert", state), "-np", "3")).expect(1);
        assertTrue(lastLine(result).contains("oshrun: PE 2 (pid "), result::err);
        assertTrue(lastLine(result).contains(message), result::err);
    }

    @Test
    void timeLimitEndsTheJob() {
        Oshrun.Result result = Oshrun.run(line(program("sleep"), "-np", "3", "--timeout", "1.5")).expect(124);
        assertTrue(lastLine(result).startsWith("oshrun: time limit of 1.5 s reached; 3 PEs ended"), result::err);
    }

    @Thorough
    @Test
    void aTimeLimitBeforeTheFirstPeEndsTheJobToo() {
        Oshrun.Result result = Oshrun.run(line(program("hello"), "-np", "3", "--timeout", "0.000001")).expect(124);
        assertEquals("oshrun: time limit of 1.0E-6 s reached\n", result.err());
        assertEquals("", result.out());
    }

    @Thorough
    @Test
    void deafPesAreKilledAfterTheGraceTime() {
        try (Oshrun run = Oshrun.start(line(program("deaf"), "-np", "2", "--grace", "0.3"))) {
            run.awaitOutput("deaf", 2);
            run.signal("TERM");
            assertTrue(run.await().expect(143).err().contains("2 PEs ended (2 killed)"));
        }
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
    void signalsEndTheJob(String signal, int status) {
        try (Oshrun run = Oshrun.start(line(program("sleep"), "-np", "3"))) {
            run.awaitOutput("pid ", 3);
            run.signal(signal);
            assertTrue(run.await().expect(status).err().contains("ended by a signal; 3 PEs ended"));
            run.pids("pid").forEach(EndOfJobIT::assertEnds);
        }
    }

    @Thorough
    @Test
    void signalWhilePesAreStartingEndsTheJob() {
        try (Oshrun run = Oshrun.start(line(program("sleep"), "-np", "16"))) {
            run.awaitOutput("pid ", 1);
            run.signal("TERM");
            run.await().expect(143);
            run.pids("pid").forEach(EndOfJobIT::assertEnds);
        }
    }

    @Thorough
    @Test
    void processesThatPesStartedEndToo() {
        try (Oshrun run = Oshrun.start(line(program("child"), "-np", "2"))) {
            run.awaitOutput("child ", 2);
            run.signal("TERM");
            run.await().expect(143);
            run.pids("child").forEach(EndOfJobIT::assertEnds);
        }
    }

    /** Its parent is gone when the job ends, so only the environment shows whose it is. */
    @Thorough
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void processesThatAFailedPeLeavesEnd(boolean held) {
        try (Oshrun run = Oshrun.start(line(program("leave", "3", held ? "held" : "free"), "-np", "2"))) {
            run.await().expect(3);
            List<Long> left = run.pids("child");
            assertFalse(left.isEmpty());
            left.forEach(EndOfJobIT::assertEnds);
        }
    }

    @Thorough
    @Test
    void processesThatPesLeaveAfterSuccessAreNamed() {
        try (Oshrun run = Oshrun.start(line(program("leave", "0", "held"), "-np", "2"))) {
            run.process().onExit().join();
            run.awaitOutput("child", 2);
            List<Long> left = run.pids("child");
            left.forEach(pid -> ProcessHandle.of(pid).orElseThrow().destroyForcibly());
            String err = run.await().expect(0).err();
            assertTrue(err.startsWith("oshrun: 2 processes that PEs have started are still there: sleep (pid "), err);
            left.forEach(pid -> assertTrue(err.contains("sleep (pid " + pid + ")"), err));
        }
    }

    @Thorough
    @Test
    void removedJobFolderIsTold() throws IOException {
        try (Oshrun run = Oshrun.start(line(program("sleep"), "-np", "2"))) {
            run.awaitOutput("pid ", 2);
            Path job = run.shm().resolve(run.leftovers().getFirst());
            try (Stream<Path> files = Files.list(job)) {
                files.forEach(file -> file.toFile().delete());
            }
            Files.delete(job);
            run.awaitError("the job's files, " + job + ", were removed while it ran", 1);
            run.signal("TERM");
            run.await().expect(143);
        }
    }

    @Thorough
    @Test
    void closedOutputEndsTheJob() throws IOException, InterruptedException {
        List<String> words = line(program("lines", "1000000"), "-np", "2");
        String command = Oshrun.quoted(List.of(Oshrun.home() + "/oshrun")) + " " + Oshrun.quoted(words)
            + " | head -1; exit ${PIPESTATUS[0]}";
        Process bash = new ProcessBuilder("bash", "-c", command).redirectErrorStream(true).start();
        String said = new String(bash.getInputStream().readAllBytes());
        assertEquals(ExitStatus.BROKEN_PIPE, bash.waitFor(), said);
        assertTrue(said.contains("oshrun: the output was closed by its reader"), said);
    }

    @Test
    void killedLauncherTakesPesAndFilesWithIt() throws Exception {
        killLauncherAfter("sleep");
    }

    @Thorough
    @Test
    void killedLauncherTakesPesWithItThatHadFullHeaps() throws Exception {
        killLauncherAfter("fill");
    }

    private static void killLauncherAfter(String before) throws Exception {
        try (Oshrun run = Oshrun.start(line(program(before), "-np", "3", "-J-Xmx24m", "--pes-per-jvm", "1"))) {
            run.awaitOutput("pid ", 3);
            assertFalse(run.outSoFar().contains("ended "), run::outSoFar);
            List<Long> pids = run.pids("pid");
            run.signal("KILL");
            run.awaitEnd().expect(137);
            pids.forEach(EndOfJobIT::assertEnds);
            assertEquals(List.of(), run.leftovers());
        }
    }

    /** The PE ends before it would look for its launcher the next time. */
    @Thorough
    @Test
    void failingPeRemovesTheFilesOfAKilledLauncher() {
        try (Oshrun run = Oshrun.start(line(program("orphan"), "-np", "1"))) {
            run.awaitOutput("pid ", 1);
            List<Long> pids = run.pids("pid");
            run.write("");
            run.awaitEnd().expect(137);
            pids.forEach(EndOfJobIT::assertEnds);
            assertEquals(List.of(), run.leftovers());
        }
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void cleanRemovesOnlyWhatDeadJobsLeft(boolean lockMissing) throws Exception {
        try (Oshrun run = Oshrun.start(line(program("sleep"), "-np", "2"))) {
            run.awaitOutput("pid ", 2);
            String alive = run.leftovers().getFirst();
            String prefix = alive.substring(0, alive.lastIndexOf('-') + 1);
            Path dead = run.shm().resolve(prefix + "dead");
            Files.createDirectory(dead);
            for (String name : lockMissing ? List.of("control", "heap") : List.of("control", "heap", "launcher.lock")) {
                Files.writeString(dead.resolve(name), "0123456789abcdef".repeat(4));
            }
            Files.setLastModifiedTime(dead, FileTime.from(Instant.now().minusSeconds(60)));
            Path precious = Files.writeString(run.shm().resolve("precious"), "mine");
            Path linked = Files.createSymbolicLink(run.shm().resolve(prefix + "link"), dead);
            Path inDead = Files.createSymbolicLink(dead.resolve("note"), precious);
            Path stranger = Files.createDirectory(run.shm().resolve("shmem4j-4000000000-dead"));
            Map<String, String> there = Map.of("SHMEM_SHM_DIR", run.shm().toString());

            Oshrun.Result first = Oshrun.run(there, List.of("--clean")).expect(0);
            assertFalse(first.out().contains(dead.toString()), "a folder with somebody else's file is not removed");
            assertTrue(first.err().contains("kept " + dead), first::err);
            assertTrue(Files.exists(precious));
            Files.delete(inDead);
            Files.setLastModifiedTime(dead, FileTime.from(Instant.now().minusSeconds(60)));
            Oshrun.Result second = Oshrun.run(there, List.of("--clean")).expect(0);
            assertTrue(second.outLines().contains("removed " + dead), second::out);
            assertFalse(Files.exists(dead));
            assertTrue(Files.isSymbolicLink(linked));
            assertTrue(Files.exists(stranger));
            assertTrue(run.leftovers().contains(alive));
            Files.delete(linked);
            Files.delete(stranger);
            Files.delete(precious);
            run.signal("TERM");
            run.await().expect(143);
        }
    }

    @Thorough
    @Test
    void twoJobsDoNotDisturbEachOther() {
        try (Oshrun long1 = Oshrun.start(line(program("sleep"), "-np", "2"))) {
            long1.awaitOutput("pid ", 2);
            Map<String, String> there = Map.of("SHMEM_SHM_DIR", long1.shm().toString());
            Oshrun.run(there, line(program("hello"), "-np", "2")).expect(0);
            Oshrun.run(there, line(program("statuses", "4", "-"), "-np", "2")).expect(4);
            assertEquals(1, long1.leftovers().size());
            assertTrue(long1.process().isAlive());
            long1.signal("INT");
            long1.await().expect(130);
        }
    }

    @Thorough
    @Test
    void unusableFolderForJobsIsReported() {
        Oshrun.Result result = Oshrun.run(line(program("hello"), "--shm-dir", "/proc/self/fdinfo", "--heap-size", "1"))
            .expect(125);
        assertTrue(result.err().contains("/proc/self/fdinfo"), result::err);
        assertEquals(1, result.err().lines().count(), result::err);
    }

    private static void assertEnds(long pid) {
        ProcessHandle.of(pid).ifPresent(process -> {
            try {
                process.onExit().get(60, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new AssertionError("process " + pid + " is still there", e);
            }
        });
    }
}
