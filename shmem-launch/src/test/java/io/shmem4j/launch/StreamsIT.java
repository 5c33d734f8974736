// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Launchers whose own streams are slow, stuck, full, closed or fed with anything. */
@Execution(ExecutionMode.CONCURRENT)
@TakesLong
class StreamsIT {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(120);
    /** More than a pipe, so that part of it waits in the launcher and in the PE's pipe. */
    private static final int LINES = 1200;
    /** A pipe of 64 KiB whose pages are not filled up. */
    private static final int FULL = 40_000;

    @TempDir
    private Path folder;
    private final List<Process> launchers = new ArrayList<>();

    @AfterEach
    void endAll() {
        launchers.forEach(launcher -> {
            launcher.descendants().forEach(ProcessHandle::destroyForcibly);
            launcher.destroyForcibly();
        });
    }

    /** {@return a launcher as the shell has it, whose streams nobody reads yet} */
    private ProcessBuilder shell(String words, String redirections) {
        String command = "exec " + Oshrun.quoted(List.of(Oshrun.home() + "/oshrun")) + " " + words.replace("PROGRAM",
            Oshrun.quoted(Oshrun.program(TestProgram.class))) + " " + redirections;
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", command);
        builder.environment().put("SHMEM_SHM_DIR", folder.toString());
        return builder;
    }

    private Process start(ProcessBuilder builder) throws IOException {
        Process launcher = builder.start();
        launchers.add(launcher);
        return launcher;
    }

    private static void await(String what, BooleanSupplier there) {
        long start = System.nanoTime();
        while (!there.getAsBoolean()) {
            assertTrue(System.nanoTime() - start < LIMIT_NANOS, what);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void awaitEndOfPes(Process launcher, InputStream output) {
        await("output", () -> available(output) > 0);
        await("end of PEs", () -> launcher.children().findAny().isEmpty());
    }

    private static String text(InputStream in) throws IOException {
        return new String(in.readAllBytes());
    }

    private void assertNothingIsLeft() {
        assertEquals(List.of(), Oshrun.names(folder).stream().filter(name -> name.startsWith("shmem4j-")).toList());
    }

    /** The readers begin only when a launcher that waits for seconds would be gone. */
    @Thorough
    @Test
    void slowReadersGetAllLines() throws Exception {
        Path fifo = folder.resolve("run.0.out");
        assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
        List<String> options = List.of("", "--tag-output", "--merge-stderr-to-stdout",
            "--tee --output-filename " + folder.resolve("tee"), "--output-filename " + folder.resolve("run"));
        for (String option : options) {
            start(shell("-np 1 " + option + " PROGRAM lines " + LINES, ""));
        }
        try (InputStream file = new FileInputStream(fifo.toFile())) {
            List<InputStream> outputs = new ArrayList<>(launchers.stream().map(Process::getInputStream).toList());
            outputs.set(outputs.size() - 1, file);
            for (int i = 0; i < outputs.size(); i++) {
                awaitEndOfPes(launchers.get(i), outputs.get(i));
            }
            assertFalse(launchers.getLast().waitFor(6, TimeUnit.SECONDS));
            for (int i = 0; i < outputs.size(); i++) {
                List<String> lines = text(outputs.get(i)).lines().toList();
                String option = options.get(i);
                assertEquals(LINES, lines.size(), option);
                int last = LINES - 1;
                assertTrue(lines.getLast().endsWith("PE 0 line " + last + " " + "x".repeat(last % 97)), option);
                assertEquals(0, launchers.get(i).waitFor(), option);
                assertEquals("", text(launchers.get(i).getErrorStream()), option);
            }
        }
        assertEquals(LINES, Files.readAllLines(folder.resolve("tee.0.out")).size());
        assertNothingIsLeft();
    }

    /** PEs that share a JVM tell their ends by the pipe that nobody reads yet. */
    @Test
    void slowReadersHideNoStatus() throws Exception {
        Process launcher = start(shell("-np 2 --pes-per-jvm 2 PROGRAM lines-exit " + LINES / 2 + " 3", ""));
        awaitEndOfPes(launcher, launcher.getInputStream());
        assertFalse(launcher.waitFor(6, TimeUnit.SECONDS));
        assertEquals(LINES, text(launcher.getInputStream()).lines().count());
        assertEquals(3, launcher.waitFor());
        assertNothingIsLeft();
    }

    /** Both streams go into one pipe that nobody ever reads. */
    @Thorough
    @ParameterizedTest
    @CsvSource({"--timeout 2, -, 124", "-v --hang-detect 1, TERM, 143", "--tag-output --grace 600, INT, 130"})
    void stuckReaderDoesNotKeepTheJob(String options, String signal, int status) throws Exception {
        Process launcher = start(shell("-np 2 " + options + " PROGRAM lines 100000000", "").redirectErrorStream(true));
        await("a full pipe", () -> available(launcher.getInputStream()) > FULL);
        List<Long> pes = launcher.children().map(ProcessHandle::pid).toList();
        if (!signal.equals("-")) {
            Oshrun.signal(launcher.pid(), signal);
        }
        assertTrue(launcher.waitFor(30, TimeUnit.SECONDS));
        assertEquals(status, launcher.exitValue());
        assertNothingIsLeft();
        pes.forEach(pe -> assertFalse(Files.exists(Path.of("/tmp/.java_pid" + pe))));
    }

    private static int available(InputStream in) {
        try {
            return in.available();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** All PEs have ended well, the reader does not come: a signal or the limit ends the waiting. */
    @Thorough
    @ParameterizedTest
    @CsvSource({"'', TERM, 143", "--timeout 8, -, 124"})
    void waitingForAReaderCanBeEnded(String options, String signal, int status) throws Exception {
        Process launcher = start(shell("-np 1 " + options + " PROGRAM lines " + LINES, ""));
        awaitEndOfPes(launcher, launcher.getInputStream());
        if (!signal.equals("-")) {
            Oshrun.signal(launcher.pid(), signal);
        }
        assertTrue(launcher.waitFor(30, TimeUnit.SECONDS));
        assertEquals(status, launcher.exitValue());
        String err = text(launcher.getErrorStream());
        assertTrue(err.startsWith("oshrun: the last part of the output was not read and is lost\n"), err);
        assertNothingIsLeft();
    }

    @Thorough
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "-np 2                         | >/dev/full    | can't write standard output (/dev/full)",
        "-np 2 --output-filename OUT   | -             | can't write OUT.1.out",
        "-np 2 --output-filename OUT --tee | >/dev/null | can't write OUT.1.out",
    })
    void fullDiskIsNamed(String options, String redirections, String message) throws Exception {
        Path out = folder.resolve("out");
        Files.createSymbolicLink(folder.resolve("out.1.out"), Path.of("/dev/full"));
        Process launcher = start(shell(options.replace("OUT", out.toString()) + " PROGRAM both",
            redirections.replace("-", "")));
        String err = text(launcher.getErrorStream());
        assertEquals(1, launcher.waitFor(), err);
        assertTrue(err.contains("oshrun: " + message.replace("OUT", out.toString()) + ": No space left on device"),
            err);
    }

    /** Commands without a job name what they could not write; a reader that has had enough is no mistake. */
    @Thorough
    @Test
    void commandsSayThatTheirOutputIsLost() throws Exception {
        for (String command : List.of("oshrun --list", "oshrun --help", "oshrun --version", "oshstat --openmetrics",
            "oshstat --help")) {
            Process run = new ProcessBuilder("bash", "-c", "./" + command + " >/dev/full")
                .directory(Oshrun.home().toFile()).start();
            String err = text(run.getErrorStream());
            assertEquals(1, run.waitFor(), command + ": " + err);
            assertEquals(command.split(" ")[0] + ": can't write standard output (/dev/full)\n", err);
        }
        Process run = new ProcessBuilder("bash", "-c", "./oshrun --help | true; echo ${PIPESTATUS[0]}")
            .directory(Oshrun.home().toFile()).start();
        assertEquals("", text(run.getErrorStream()));
        String status = text(run.getInputStream()).strip();
        assertTrue(List.of("0", "141").contains(status), status);
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"<&-", "<&- >&-", "<&- 2>&-", "<&- >&- 2>&-"})
    void closedDescriptorsAreEmpty(String closed) throws Exception {
        boolean shown = !closed.contains(">&- ") && !closed.endsWith(" >&-");
        Process launcher = start(shell("-np 1 --output-filename " + folder.resolve("out") + " --tee PROGRAM read",
            closed));
        assertEquals(shown ? "0 read ''\n" : "", text(launcher.getInputStream()));
        assertEquals("", text(launcher.getErrorStream()));
        assertEquals(0, launcher.waitFor());
        assertEquals("0 read ''\n", Files.readString(folder.resolve("out.0.out")));
        assertEquals("", Files.readString(folder.resolve("out.0.err")));
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"-np 1", "-np 1 --merge-stderr-to-stdout", "-np 2 --output-from 1"})
    void anyBytesPass(String options) throws Exception {
        int count = 3 << 20;
        Process launcher = start(shell(options + " PROGRAM bytes " + count, ""));
        byte[] got = launcher.getInputStream().readAllBytes();
        byte pe = (byte) (options.contains("2") ? 1 : 0);
        byte[] wanted = new byte[count];
        for (int i = 0; i < count; i++) {
            wanted[i] = i % 256 == '\n' ? pe : (byte) i;
        }
        assertTrue(Arrays.equals(wanted, got), () -> got.length + " bytes");
        assertEquals(0, launcher.waitFor());
    }
}
