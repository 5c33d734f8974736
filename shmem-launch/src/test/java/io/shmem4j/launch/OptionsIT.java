// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options about output, input and failure, each by what it changes. */
@Execution(ExecutionMode.CONCURRENT)
class OptionsIT {
    @TempDir
    private Path folder;

    private static Oshrun.Result run(String input, int np, List<String> program, String... options) {
        return Oshrun.run(input, Oshrun.words(np, program, options));
    }

    /** {@return what the launcher says of a job that it does not start} */
    private static Oshrun.Result planned(List<String> program, String... options) {
        return Oshrun.inThisJvm(Oshrun.words(3, program, options));
    }

    private static List<String> program(String... words) {
        return Oshrun.program(TestProgram.class, words);
    }

    @Thorough
    @Test
    void onlyChosenPesAreShown() {
        Oshrun.Result result = run("", 4, program("both"), "--output-from", "0,2-3").expect(0);
        assertEquals(Set.of("out 0", "out 2", "out 3"), new TreeSet<>(result.outLines()));
        assertEquals(Set.of("err 0", "err 2", "err 3"), new TreeSet<>(result.err().lines().toList()));
    }

    @Test
    void filesGetEachPesOutput() throws IOException {
        Path name = folder.resolve("deep/run");
        Oshrun.Result result = run("", 11, program("both"), "-q", "--output-filename", name.toString()).expect(0);
        assertEquals("", result.out() + result.err());
        for (int pe = 0; pe < 11; pe++) {
            String number = (pe < 10 ? "0" : "") + pe;
            assertEquals("out " + pe + "\n", Files.readString(Path.of(name + "." + number + ".out")));
            assertEquals("err " + pe + "\n", Files.readString(Path.of(name + "." + number + ".err")));
        }
    }

    @Thorough
    @Test
    void teeShowsWhatFilesGet() throws IOException {
        Path name = folder.resolve("run");
        Oshrun.Result result = run("", 2, program("both"), "--output-filename", name.toString(), "--tee",
            "--tag-output", "--output-from", "1").expect(0);
        assertEquals("[1] out 1\n", result.out());
        assertEquals("[1!] err 1\n", result.err());
        assertEquals("out 0\n", Files.readString(Path.of(name + ".0.out")));
        assertEquals("out 1\n", Files.readString(Path.of(name + ".1.out")));
    }

    @Test
    void mergedErrorsStayInOrder() {
        Oshrun.Result result = run("", 1, program("both"), "--merge-stderr-to-stdout").expect(0);
        assertEquals("out 0\nerr 0\n", result.out());
        assertEquals("", result.err());
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"0, words '' ''", "2, '' '' words", "none, '' '' ''", "all, words words words"})
    void inputGoesWhereItShall(String who, String expected) {
        String[] words = expected.replace("'", "").split(" ", -1);
        Oshrun.Result result = run("words", 3, program("read"), "--stdin", who).expect(0);
        assertEquals(Set.of("0 read '" + words[0] + "'", "1 read '" + words[1] + "'", "2 read '" + words[2] + "'"),
            new TreeSet<>(result.outLines()));
    }

    /** The writer may need the answers of all PEs to a line before it writes the next one. */
    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "1024"})
    void everyPeGetsALineBeforeTheNextIsWritten(String most) throws IOException {
        try (Oshrun run = Oshrun.start(Oshrun.words(3, program("echo"), "--stdin", "all", "--pes-per-jvm", most))) {
            run.process().getOutputStream().write("first\n".getBytes(StandardCharsets.UTF_8));
            run.process().getOutputStream().flush();
            run.awaitOutput("first", 3);
            run.write("second\n");
            assertEquals(Set.of("0 first", "1 first", "2 first", "0 second", "1 second", "2 second"),
                new TreeSet<>(run.await().expect(0).outLines()));
        }
    }

    @Test
    void othersKeepGoingWhenOneFails() {
        Oshrun.Result result = run("", 4, program("statuses", "0", "7", "0", "5"), "--keep-going", "-v").expect(7);
        assertTrue(result.err().contains("PE 3 exited with status 5 "), result::err);
        assertFalse(result.err().contains("SIGTERM"), result::err);
    }

    @Thorough
    @Test
    void aThrowableEndsOnlyItsPeWhenOthersKeepGoing() {
        try (Oshrun run = Oshrun.start(Oshrun.words(3, program("outlive", "1"), "--keep-going", "--stdin", "all",
            "-v"))) {
            run.awaitError("PE 1 exited with status 1", 1);
            run.write("");
            assertEquals(Set.of("alive 0", "alive 2"), new TreeSet<>(run.await().expect(1).outLines()));
        }
    }

    @Thorough
    @Test
    void pidIsThatOfTheLauncher() throws IOException {
        Path file = folder.resolve("pid");
        try (Oshrun run = Oshrun.start(Oshrun.words(1, program("sleep"), "--report-pid", file.toString()))) {
            run.awaitOutput("pid ", 1);
            assertEquals(run.process().pid() + "\n", Files.readString(file));
            run.signal("TERM");
            run.await().expect(143);
        }
    }

    @Thorough
    @Test
    void pidIsReportedOnceForAllRestarts() {
        Oshrun.Result result = run("", 1, program("statuses", "3"), "--max-restarts", "1", "--report-pid", "-")
            .expect(3);
        assertTrue(result.err().contains("oshrun: restart 1 of 1"), result::err);
        assertEquals(1, result.outLines().size(), result::out);
    }

    @Thorough
    @Test
    void debuggersGetAPortForEachPe() {
        String said = planned(program("hello"), "--debug-port", "7000", "--debug-pe", "0", "--do-not-launch").expect(0)
            .out();
        assertTrue(said.contains("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:7000"), said);
    }

    /** The option's description says it, so that nobody opens a port unawares. */
    @Test
    void whoCanUseADebuggersPortIsTold() throws IOException {
        String help = Oshrun.inThisJvm(List.of("--help")).expect(0).out().replaceAll("\\s+", " ");
        assertTrue(help.contains("any user of the machine can run code as you"), help);
        String guide = Files.readString(Oshrun.home().resolve("docs/launcher.md"));
        assertTrue(guide.lines().anyMatch(line -> line.contains("`--debug-port PORT`")
            && line.contains("every user of the machine")), "the port's users in docs/launcher.md");
    }

    @ParameterizedTest
    @CsvSource({"--output-from, 3", "--output-from, 1-0", "--output-from, x", "--stdin, 3", "--stdin, some",
        "--debug-pe, 9", "--debug-port, 65534", "--hang-detect, -1"})
    void impossibleValuesAreRefused(String option, String value) {
        String said = planned(program("hello"), option, value).expect(2).err();
        assertEquals(1, said.lines().count(), said);
        assertTrue(said.contains(option), said);
    }

    @Thorough
    @Test
    void theExitReportTellsHowEachPeEnded() throws IOException {
        Path file = folder.resolve("end.json");
        run("", 3, program("statuses", "0", "7", "0"), "--exit-report", file.toString(), "--keep-going").expect(7);
        JsonObject end = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        assertEquals(7, end.get("status").getAsInt());
        assertEquals("failure", end.get("cause").getAsString());
        assertTrue(end.get("message").getAsString().startsWith("PE 1 (pid "), end::toString);
        JsonArray pes = end.getAsJsonArray("pes");
        assertEquals(List.of(0, 7, 0), pes.asList().stream().map(pe -> pe.getAsJsonObject().get("status").getAsInt())
            .toList());
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
    void theExitReportHasTheStatusThatTheShellSees(String signal, int status) throws IOException {
        Path file = folder.resolve("end.json");
        try (Oshrun run = Oshrun.start(Oshrun.words(2, program("sleep"), "--exit-report", file.toString()))) {
            run.awaitOutput("pid ", 2);
            run.signal(signal);
            run.await().expect(status);
        }
        JsonObject end = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        assertEquals(status, end.get("status").getAsInt());
        assertEquals("signal", end.get("cause").getAsString());
    }

    @Test
    void anExitReportThatCanNotBeWrittenIsRefusedBeforeTheJob() {
        for (String place : List.of("/no/such/file", folder.toString())) {
            Oshrun.Result refused = planned(program("hello"), "--exit-report", place).expect(125);
            assertTrue(refused.err().contains("--exit-report: can't write " + place), refused::err);
            assertEquals("", refused.out());
        }
    }

    @Thorough
    @Test
    void anExitReportWaitsForNoReader() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        String said = run("", 1, program("hello"), "--exit-report", pipe.toString()).expect(125).err();
        assertEquals("oshrun: --exit-report: can't write " + pipe + ": nobody reads it\n", said);
        Process reader = new ProcessBuilder("cat", pipe.toString()).start();
        run("", 1, program("hello"), "--exit-report", pipe.toString()).expect(0);
        assertEquals(0, JsonParser.parseString(new String(reader.getInputStream().readAllBytes(),
            StandardCharsets.UTF_8)).getAsJsonObject().get("status").getAsInt());
    }

    @Thorough
    @Test
    void anExitReportThatFindsNoRoomCostsNoTrace() {
        String said = run("", 1, program("hello"), "--exit-report", "/dev/full", "--trace",
            folder.resolve("trace").toString()).expect(125).err();
        assertTrue(said.contains("--exit-report: can't write /dev/full"), said);
        assertTrue(said.contains("trace: no PE has made a call"), said);
    }

    @Test
    void informationForScriptsIsJson() {
        JsonObject info = JsonParser.parseString(Oshrun.inThisJvm(Map.of("SHMEM_WAIT", "sleep"), List.of("-np", "5",
            "-x", "SHMEM_SYMMETRIC_SIZE=3m", "--info", "--json")).expect(0).out()).getAsJsonObject();
        assertEquals(5, info.get("pes").getAsInt());
        assertEquals(3 << 20, info.get("heapBytes").getAsLong());
        JsonObject wait = info.getAsJsonArray("variables").asList().stream().map(JsonElement::getAsJsonObject)
            .filter(each -> each.get("name").getAsString().equals("SHMEM_WAIT")).findFirst().orElseThrow();
        assertEquals("sleep", wait.get("value").getAsString());
        assertEquals("SHMEM_WAIT", wait.get("setBy").getAsString());
    }
}
