// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.attach.Job;
import io.shmem4j.error.ShmemException;
import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun.Result;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole jobs through the launcher, with a program that knows nothing of simulations. */
@Execution(ExecutionMode.CONCURRENT)
@TakesLong
class SimulatedJobIT {
    private static final String PROGRAM = "simtest.Traffic";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "SHMEM_SIM_MACHINE=foo     | SHMEM_SIM_MACHINE=foo: it is knc-5110p, knc-se10p, knl-flat",
        "SHMEM_SIM_PROFILE=foo     | SHMEM_SIM_PROFILE=foo: it is direct, gasnet, two-sided or a file",
        "SHMEM_SIM_PLACEMENT=foo   | SHMEM_SIM_PLACEMENT=foo: it is scatter, compact or a number of PEs per core",
        "SHMEM_SIM_SEED=x          | SHMEM_SIM_SEED=x is not a whole number",
        "SHMEM_SIM_CHANGE=callNs   | SHMEM_SIM_CHANGE=callNs: it is PATH*FACTOR, such as latencyNs.memory*2",
        "SHMEM_CHECK=17            | SHMEM_CHECK=17 is not a whole number from 0 to 4",
    })
    void badVariablesAreRefusedByTheLauncher(String assignment, String message) {
        Result result = Oshrun.inThisJvm(List.of("-np", "2", "--backend", "sim", "-x", assignment, "warm-up"))
            .expect(2);
        assertEquals(1, result.err().lines().count(), result::err);
        assertTrue(result.err().contains(message), result::err);
    }

    @Test
    void optionsOfTheSimulatorAreRefusedOnOtherBackends() {
        for (String backend : new String[] {"shm", "local"}) {
            List<String> job = List.of("-np", "2", "--backend", backend, "--machine", "scc", "warm-up");
            assertEquals("oshrun: --machine has no effect without --backend sim",
                Oshrun.inThisJvm(job).expect(2).err().strip());
        }
    }

    @Thorough
    @Test
    void everyKindOfCallWorksOnOneAndOnAllThreadsOfTheChip() throws Exception {
        everyKindOfCallWorksOn("1", "240");
    }

    @Weekly
    @Test
    void everyKindOfCallWorksOnSomeThreadsOfTheChip() throws Exception {
        everyKindOfCallWorksOn("2", "7", "60");
    }

    private static void everyKindOfCallWorksOn(String... numbers) {
        for (String np : numbers) {
            Result run = oshrun("-np", np, PROGRAM);
            assertEquals(0, run.status(), run.err());
            assertEquals(Integer.parseInt(np), run.outLines().size(), run.out());
            assertEquals("", run.err());
        }
    }

    @Test
    void linesAndFilesAreThoseOfThePeThatPrints() throws Exception {
        Result run = oshrun("-np", "3", "-l", "--output-filename", folder.resolve("said").toString(), "--tee",
            "--output-from", "0,2", PROGRAM).expect(0);
        List<String> shown = new ArrayList<>();
        for (int pe = 0; pe < 3; pe++) {
            String line = Files.readString(folder.resolve("said." + pe + ".out"));
            assertTrue(line.matches("PE " + pe + " ends at [0-9.E-]+\n"), line);
            shown.add("[" + pe + "] " + line.strip());
        }
        shown.remove(1);
        assertEquals(shown, run.outLines().stream().sorted().toList());
    }

    @Test
    void theSameSeedGivesTheSameTimesAndAnotherSeedOthers() throws Exception {
        Result plain = oshrun("-np", "12", "--seed", "3", PROGRAM);
        assertEquals(plain.out(), oshrun("-np", "12", "--seed", "3", PROGRAM).out());
        assertNotEquals(plain.out(), oshrun("-np", "12", "--seed", "4", PROGRAM).out());
        assertNotEquals(plain.out(), oshrun("-np", "12", "--placement", "compact", "--seed", "3", PROGRAM).out());
        assertNotEquals(plain.out(), oshrun("-np", "12", "--sim-profile", "gasnet", "--seed", "3", PROGRAM).out());
    }

    @Thorough
    @Test
    void staticFieldsAreThePesOwnUnlessTheyAreToBeShared() throws Exception {
        assertEquals(0, oshrun("-np", "5", PROGRAM, "end").status());
        assertEquals(0, oshrun("-np", "5", "--share-classes", PROGRAM, "end", "shared").status());
        assertEquals(1, oshrun("-np", "5", PROGRAM, "end", "shared").status());
    }

    @Thorough
    @Test
    void aCollectiveMovesAsItsOwnOptionsSay() throws Exception {
        Result run = oshrun("-np", "2", "--profile", "--sim-profile", "gasnet", "simtest.Transfers");
        assertEquals(0, run.status(), run.err());
        String[] words = run.out().strip().split(" ");
        double before = Double.parseDouble(words[0]);
        double after = Double.parseDouble(words[1]);
        double byGet = Double.parseDouble(words[2]);
        assertTrue(after < (before + byGet) / 2, run.out());
        assertTrue(run.err().matches("(?s).* barrierAll +PE 1 in 100% +simtest.Transfers.main.*"), run.err());
    }

    /** A start-up cache that does not fit takes the JDK's own archive away, too, and a job twice the processor time. */
    @Thorough
    @Test
    void classesComeFromAnArchive() throws Exception {
        Path loaded = folder.resolve("loaded");
        oshrun("-np", "1", "-J-Xlog:class+load:file=" + loaded, PROGRAM).expect(0);
        List<String> object = Files.readAllLines(loaded).stream().filter(line -> line.contains(" java.lang.Object "))
            .toList();
        assertTrue(object.getFirst().contains("source: shared objects file"), object::toString);
    }

    @Thorough
    @Test
    void longPutsPrefetchWhereTheProfileSaysSo() throws Exception {
        for (String profile : new String[] {"gasnet", "direct"}) {
            Result run = oshrun("-np", "2", "--sim-profile", profile, "simtest.Transfers").expect(0);
            String[] words = run.out().strip().split(" ");
            assertEquals(profile.equals("gasnet"), Double.parseDouble(words[3]) > Double.parseDouble(words[4]),
                run.out());
        }
    }

    @Thorough
    @Test
    void anUnknownNumberIsRefusedWithTheNearestOnes() {
        String err = oshrun("-np", "2", "--change", "latencyNs.memry*2", "simtest.Transfers").expect(2).err();
        assertTrue(err.contains("=latencyNs.memry*2: neither the machine nor the profile has this number; they have "
            + "latencyNs.memory, latencyNs.own.exclusive, "), err);
    }

    /** A put, the fence between it and its signal, and the signal: three calls, each dearer by what one costs. */
    @Thorough
    @Test
    void aSignalOfPutDataIsAFenceAndACall() {
        double[] seconds = Stream.of("callNs*1", "callNs*2").mapToDouble(change -> Double.parseDouble(oshrun("-np", "2",
            "--sim-profile", "gasnet", "--change", change, "simtest.Transfers").expect(0).out().strip()
            .split(" ")[5])).toArray();
        assertEquals(3 * 750e-9, seconds[1] - seconds[0], 1e-9);
    }

    @Thorough
    @Test
    void aCollectiveWaitsAsItsOwnOptionsSay() throws Exception {
        Result run = oshrun("-np", "16", "simtest.Barriers");
        assertEquals(0, run.status(), run.err());
        String[] words = run.out().strip().split(" ");
        double before = Double.parseDouble(words[0]);
        double byCounter = Double.parseDouble(words[1]);
        double after = Double.parseDouble(words[2]);
        assertTrue(Math.abs(after - before) < Math.abs(byCounter - before) / 2, run.out());
    }

    @Test
    void aDeadlockIsReportedPerPe() throws Exception {
        Result run = oshrun("-np", "4", PROGRAM, "deadlock");
        assertEquals(1, run.status());
        assertTrue(run.err().startsWith("deadlock: every PE waits and none can go on\n"), run.err());
        assertTrue(run.err().matches("(?s).*\n +0 +\\d+  waiting +barrierAll +\\d+ us .*\n +1 +\\d+  ended .*"),
            run.err());
        assertTrue(run.err().matches("(?s).*\nPEs 0, 2, 3 wait in barrierAll, at simtest\\.Traffic\\.\\w+"
            + "\\(Traffic.java:\\d+\\)\nPE 1 has not entered barrierAll .*"), run.err());
        assertTrue(run.err().endsWith("\noshrun: deadlock\n"), run.err());
    }

    @Thorough
    @Test
    void interruptedPesGoOn() {
        oshrun("-np", "4", "--timeout", "240", PROGRAM, "interrupt").expect(0);
    }

    @Thorough
    @Test
    void failuresEndTheJobWithTheirStatus() throws Exception {
        Result thrown = oshrun("-np", "4", PROGRAM, "throw");
        assertEquals(1, thrown.status());
        assertTrue(thrown.err().contains("[PE 1] java.io.IOException: from PE 1"), thrown.err());
        assertFalse(thrown.err().contains("SimMain"), thrown.err());
        assertEquals(7, oshrun("-np", "4", PROGRAM, "exit").status());
    }

    @Thorough
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "exit 0          | 1 | PE 1 ended the job: it exited without finish while others were running: System.exit",
        "return 0        | 1 | PE 1 ended the job: it exited without finish while others were running: main returned",
        "exit 9          | 9 | PE 1 ended the job: it exited with status 9",
        "exit 0 finalize | 0 | ''",
        "global_exit 9   | 9 | PE 1 called global_exit(9)",
        "throw 1         | 1 | PE 1 ended the job: java.lang.IllegalStateException: thrown on purpose",
        "halt 0          | 1 | PE 1 ended the job: it exited without finish while others were running",
        "runtime 7       | 7 | PE 1 ended the job: it exited with status 7",
        "exit 9 thread   | 9 | PE 1 ended the job: it exited with status 9",
        "halt 0 thread finalize | 0 | ''",
        "exit 0 legacy   | 0 | ''",
        "throw 1 thread  | 1 | PE 1 ended the job: java.lang.IllegalStateException: thrown on purpose"})
    void endsAreThoseOfProcesses(String how, int status, String line) {
        endIs(how, status, line);
    }

    @Weekly
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "exit 256        | 1 | PE 1 ended the job: it exited without finish while others were running: System.exit",
        "exit 257        | 1 | PE 1 ended the job: it exited with status 1", "exit 256 finalize | 0 | ''",
        "exit 9 finalize | 9 | PE 1 ended the job: it exited with status 9",
        "global_exit 256 | 1 | PE 1 called global_exit(256)", "global_exit 0   | 0 | ''",
        "halt 9          | 9 | PE 1 ended the job: it exited with status 9", "halt 0 finalize | 0 | ''",
        "exit 0 thread   | 1 | PE 1 ended the job: it exited without finish while others were running",
        "exit 0 thread finalize | 0 | ''",
        "halt 9 thread finalize | 9 | PE 1 ended the job: it exited with status 9", "exit 256 legacy | 0 | ''",
        "exit 9 legacy   | 9 | PE 1 ended the job: it exited with status 9",
        "halt 0 legacy   | 1 | PE 1 ended the job: it exited without finish while others were running"})
    void otherEndsAreThoseOfProcesses(String how, int status, String line) {
        endIs(how, status, line);
    }

    private static void endIs(String how, int status, String line) {
        List<String> words = new ArrayList<>(List.of("-np", "5", "simtest.Ends"));
        words.addAll(List.of(how.split(" ")));
        Result run = oshrun(words.toArray(String[]::new)).expect(status);
        String last = run.err().lines().reduce("", (before, after) -> after);
        assertTrue(line.isEmpty() ? last.isEmpty() : last.startsWith("oshrun: " + line), run.err());
        if (status == 0 && how.endsWith("finalize")) {
            List<String> lines = new ArrayList<>(List.of("finished 0", "finished 2", "finished 3", "finished 4",
                "hook of 0", "hook of 2", "hook of 3", "hook of 4"));
            if (!how.startsWith("halt")) {
                lines.add(5, "hook of 1");
            }
            assertEquals(lines, run.outLines().stream().sorted().toList());
        }
    }

    @Thorough
    @Test
    void endOfTheWholeSimulationIsAFailure() {
        String err = oshrun("-np", "3", "simtest.Past", "exit").expect(1).err();
        assertTrue(err.matches("oshrun: the JVM of PEs 0 to 2 \\(pid \\d+\\) exited with status 0 after \\d+\\.\\d s, "
            + "before they had ended: thread \"worker\" of PE 1 called System.exit at .*simtest.Past.exit\\(.*; "
            + "--backend shm --pes-per-jvm 1 gives each PE a JVM of its own\n"), err);
    }

    @Thorough
    @Test
    void bytesOfTheJvmStayOnStandardOutput() {
        Result result = oshrun("-np", "3", "-l", "simtest.Past", "descriptor").expect(0);
        assertEquals(List.of("[0-2] descriptor 0", "[0-2] descriptor 1", "[0-2] descriptor 2"),
            result.outLines().stream().sorted().toList());
        assertEquals("", result.err());
    }

    @Thorough
    @Test
    void hintsNameTheSimulation() {
        String err = oshrun("-np", "2", "simtest.Ends", "throw", "1").expect(1).err();
        assertTrue(err.contains("[PE 1] PEs 0 and 1 share a JVM; --backend shm --pes-per-jvm 1 shows whether that"
            + " matters\n"), err);
    }

    @Thorough
    @Test
    void recordingsAreWrittenAtTheEnd() throws Exception {
        for (String program : new String[] {"simtest.Barriers", "warm-up"}) {
            Path recording = folder.resolve(program + ".jfr");
            oshrun("-np", "2", "-J-XX:StartFlightRecording=filename=" + recording, program).expect(0);
            assertTrue(Files.size(recording) > 0, program);
        }
    }

    @Thorough
    @Test
    void aPeThatWaitsOutsideOfTheLibraryIsNamed() {
        try (Oshrun run = Oshrun.start(words("-np", "2", "simtest.Endless", "wait"))) {
            run.awaitError("PE 1. waits outside of the library, at simtest.Endless.main", 1);
            run.signal("TERM");
            run.await().expect(143);
        }
    }

    @Thorough
    @Test
    void globalExitIsToldAsWhatItIs() throws Exception {
        for (int pe = 0; pe < 2; pe++) {
            Result run = oshrun("-np", "2", "simtest.Endless", "global-exit", Integer.toString(pe));
            assertEquals(9, run.status());
            assertTrue(run.err().matches("oshrun: PE " + pe + " .*called global_exit\\(9\\).*\n"), run.err());
        }
    }

    @Thorough
    @Test
    void aSimulationThatComputesForEverEndsWithAKilledLauncher() throws Exception {
        try (Oshrun run = Oshrun.start(words("-np", "2", "simtest.Endless", "compute"))) {
            run.awaitOutput("computing", 1);
            ProcessHandle jvm = run.process().children().findFirst().orElseThrow();
            run.signal("KILL");
            jvm.onExit().get(60, TimeUnit.SECONDS);
            run.awaitEnd();
            assertEquals(List.of(), run.leftovers());
        }
    }

    @Thorough
    @Test
    void memoryIsNotReadFromOutside() throws Exception {
        try (Oshrun run = Oshrun.start(words("-np", "2", "simtest.Endless", "compute"))) {
            run.awaitOutput("computing", 1);
            String message = assertThrows(ShmemException.class, () -> Job.attach("", run.shm())).getMessage();
            assertTrue(message.endsWith(" has its memory inside of one JVM, as simulated machines have; only jobs in"
                + " shared memory can be read"), message);
            run.signal("TERM");
            run.await().expect(143);
        }
    }

    @Thorough
    @Test
    void quitIsAnsweredByTheSimulation() {
        try (Oshrun run = Oshrun.start(words("-np", "2", "simtest.Endless", "compute"))) {
            run.awaitOutput("computing", 1);
            long start = System.nanoTime();
            while (run.errorLines().stream().noneMatch(line -> line.startsWith("PE 0 runs"))) {
                assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(60), () -> run.errorLines().toString());
                run.signal("QUIT");
                LockSupport.parkNanos(300_000_000);
            }
            run.signal("TERM");
            String said = run.await().expect(143).err();
            assertTrue(said.matches("(?s).*oshrun: where the PEs are:\nPE 0 runs, at simtest\\.Endless\\.[^\n]*\n"
                + "PE 1 is about to run, at simtest\\.Endless\\.[^\n]*\n"
                + "stacks of its process:\n.*\n    at simtest\\.Endless\\..*"), said);
        }
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"thread", "lost"})
    void otherThreadsThanThePesOwnAreRefused(String how) throws Exception {
        Result run = oshrun("-np", "2", "--timeout", "240", PROGRAM, how);
        assertEquals(1, run.status(), run.err());
        assertTrue(run.err().contains("only the thread that runs main"), run.err());
    }

    @Test
    void aWrongMachineOrPlacementIsRefusedWithTheReason() throws Exception {
        Path file = folder.resolve("mine.json");
        Files.writeString(file, "{\"kind\": \"coherent\", \"cores\": 0}");
        Result run = oshrun("-np", "2", "--machine", file.toString(), PROGRAM);
        assertEquals(2, run.status());
        assertTrue(run.err().contains("mine.json: $."), run.err());
        assertEquals(2, oshrun("-np", "241", PROGRAM).status());
        assertTrue(oshrun("-np", "2", "--heap-size", "5g", PROGRAM).err().contains("do not fit"));
    }

    @Thorough
    @Test
    void theHostsMemoryFileSystemDoesNotLimitSimulatedHeaps() throws Exception {
        // 8 GiB of address space; no file system for shared memory on small machines would hold it.
        assertEquals(0, oshrun("-np", "4", "--heap-size", "2g", PROGRAM).status());
    }

    @Thorough
    @Test
    void aTraceHasVirtualTimes() throws Exception {
        String[] text = new String[2];
        for (int i = 0; i < 2; i++) {
            Path trace = folder.resolve("trace" + i + ".json");
            assertEquals(0, oshrun("-np", "7", "--trace", trace.toString(), PROGRAM).status());
            text[i] = Files.readString(trace);
        }
        assertEquals(text[0], text[1]);
        assertTrue(text[0].contains("\"name\":\"barrierAll\",\"pid\":6"), text[0]);
    }

    private static Result oshrun(String... args) {
        return Oshrun.run(words(args));
    }

    private static List<String> words(String... args) {
        List<String> words = new ArrayList<>(List.of("--backend", "sim", "-cp",
            Oshrun.sources().resolve("shmem-sim/target/test-classes").toString()));
        words.addAll(List.of(args));
        return words;
    }
}
