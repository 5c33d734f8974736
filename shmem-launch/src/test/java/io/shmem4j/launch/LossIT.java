// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PEs of one JVM past the library: no end of theirs looks like success, and no output is lost. */
@Execution(ExecutionMode.CONCURRENT)
class LossIT {
    private static final int PES = 4;
    private static final String SHARED = "--pes-per-jvm 4";
    private static final String LOCAL = "--backend local";

    @TempDir
    private Path folder;

    private static List<String> words(String what, String... options) {
        return Oshrun.words(PES, Oshrun.program(LossProgram.class, what), options);
    }

    private static List<String> lines(String format) {
        return IntStream.range(0, PES).mapToObj(pe -> format.formatted(pe)).toList();
    }

    @Thorough
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        SHARED + "|exit                | : PE 1 called System.exit at LossProgram.exit(",
        SHARED + "|after-exit          | : PE 1 called System.exit at LossProgram.exit(",
        LOCAL + " |exit-in-thread      | : thread \"worker\" of PE 1 called System.exit at LossProgram.exit(",
        SHARED + "|after-exit-in-thread| : thread \"worker\" of PE 1 called System.exit at LossProgram.exit(",
        SHARED + "|halt                | ;"})
    void endOfTheJvmIsAFailure(String shape, String what, String who) {
        Oshrun.Result result = Oshrun.run(words(what, shape.split(" "))).expect(1);
        String cure = (shape.equals(SHARED) ? "" : "--backend shm ") + "--pes-per-jvm 1 gives each PE a JVM of its own";
        String begin = "oshrun: the JVM of PEs 0 to 3 \\(pid \\d+\\) exited with status 0 after \\d+\\.\\d s, before "
            + "PEs 0 to 3 had ended";
        List<String> said = result.errors().lines().toList();
        assertEquals(1, said.size(), result::err);
        String rest = said.getFirst().replaceFirst(begin, "").replace("io.shmem4j.launch.", "");
        assertTrue(rest.startsWith(who.strip()) && rest.endsWith("; " + cure), result::err);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({SHARED + ", descriptor", LOCAL + ", descriptor", "--pes-per-jvm 1, closed", SHARED + ", native",
        SHARED + ", child", "--pes-per-jvm 1, descriptor"})
    void bytesOfStandardOutputStayThere(String shape, String what) {
        Oshrun.Result result = Oshrun.run(words(what, shape.split(" "))).expect(0);
        assertEquals(lines(what + " %d"), result.out().lines().sorted().toList(), result::err);
        List<String> errors = what.equals("descriptor") || what.equals("closed") ? lines("errors %d") : List.of();
        assertEquals(errors, result.errors().lines().sorted().toList());
    }

    @Thorough
    @Test
    void bytesOfAJvmHaveItsTag() {
        Oshrun.Result result = Oshrun.run(words("descriptor", "--pes-per-jvm", "4", "--tag-output")).expect(0);
        assertEquals(lines("[0-3] descriptor %d"), result.out().lines().sorted().toList());
        assertEquals(lines("[0-3!] errors %d"), result.errors().lines().sorted().toList());
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bytesOfAJvmGoToTheFileOfItsFirstPe(boolean merged) throws Exception {
        List<String> options = new ArrayList<>(List.of("--pes-per-jvm", "4", "--output-filename",
            folder.resolve("out").toString()));
        if (merged) {
            options.add("--merge-stderr-to-stdout");
        }
        Oshrun.run(words("descriptor", options.toArray(String[]::new))).expect(0);
        List<String> expected = new ArrayList<>(lines("descriptor %d"));
        expected.addAll(merged ? lines("errors %d") : List.of());
        assertEquals(expected, Files.readAllLines(folder.resolve("out.0.out")).stream().sorted().toList());
    }

    /** Pipes are full all the time, so that each write of many pages comes in parts. */
    @Test
    void noBytesMix() {
        List<String> lines = Oshrun.run(words("big", "--pes-per-jvm", "4")).expect(0).outLines();
        for (int pe = 0; pe < PES; pe++) {
            String line = ("" + (char) ('a' + pe)).repeat(100_000);
            assertEquals(pe == 0 ? 40 : 20, lines.stream().filter(line::equals).count(), "lines of PE " + pe);
        }
        assertEquals(20 * (PES + 1), lines.size());
    }

    @Thorough
    @Test
    void hintsNameTheJvmAndTheCauseOfAll() {
        Oshrun.Result result = Oshrun.run(words("unknown", "--pes-per-jvm", "4")).expect(1);
        assertTrue(result.err().contains("] PEs 0 to 3 share a JVM; --pes-per-jvm 1 shows whether that matters\n"),
            result::err);
        String processes = Oshrun.run(words("unknown", "--pes-per-jvm", "1")).expect(1).err();
        assertTrue(!processes.contains("share a JVM"), processes);
    }
}
