// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Examples by many schedules: as they are, none fails; without one of the calls that order their accesses, one of the
 * first does, and fails again when it is replayed. {@code -Dexplore.schedules=} says how many of programs that are
 * right.
 */
@Execution(ExecutionMode.CONCURRENT)
class ExploredExamplesIT {
    private static final String SCHEDULES = System.getProperty("explore.schedules", "100");
    private static final String OF_WRONG_ONES = "1000";
    private static final int FAILS = 67;
    private static final Path SOURCES = Path.of("examples/src/main/java/io/shmem4j/examples");

    private static final String RING = "Ring 3 2";
    private static final String WAVE = "Wavefront 3 4 2";

    @TempDir
    private Path folder;

    private static Stream<Arguments> wrongOnes() {
        return Stream.of(
            without(RING, "if (me != 0) {\n                arrived.waitUntil(Cmp.GT, round);", "if (me != 0) {"),
            without(WAVE, "arrived.waitUntil(Cmp.GE, (long) sweep * rows + i);", ""),
            // The barrier behind the search does for both but for a PE's own additions.
            without("HashTable 2 4", "barrierAll();\n            double between", "syncAll();\ndouble between"),
            without("WorkQueue 6 2", "shmem.barrierAll();", ""),
            without("BreadthFirst 2", "0);\n        }\n        messages.finish();", "0);\n        }"));
    }

    private static Stream<Arguments> otherWrongOnes() {
        String message = "putSignal(message, 0, message, 0, message.length(), arrived, round + 1, SignalOp.SET,"
            + " right);";
        String row = "putSignal(left, i, last, 0, 1, arrived, (long) sweep * rows + i, SignalOp.SET, right);";
        String corner = "putSignal(left, 0, corner, 0, 1, arrived, sweep + 1, SignalOp.SET, 0);";
        return Stream.of(
            without(RING, "if (me == 0) {\n                arrived.waitUntil(Cmp.GT, round);", "if (me == 0) {"),
            without(RING, message, "put(message, 0, message, 0, message.length(), right);\n"
                + "shmem.signalSet(arrived, round + 1, right);"),
            without(RING, message, "signalSet(arrived, round + 1, right);\n"
                + "shmem.put(message, 0, message, 0, message.length(), right);"),
            without(WAVE, "arrived.waitUntil(Cmp.EQ, sweep);", ""),
            without(WAVE, row, "put(left, i, last, 0, 1, right);\n"
                + "shmem.signalSet(arrived, (long) sweep * rows + i, right);"),
            without(WAVE, corner, "put(left, 0, corner, 0, 1, 0);\nshmem.signalSet(arrived, sweep + 1, 0);"),
            without("WorkQueue 6 2", "barrierAll();", "syncAll();"),
            without("BreadthFirst 2", "}\n            messages.finish();", "}"),
            without("BreadthFirst 2", "shmem.world().sumReduce((long) frontier.length)", "frontier.length"));
    }

    private static Arguments without(String program, String call, String instead) {
        return Arguments.of(program, call, instead);
    }

    @Test
    void aFenceLessIsFound() throws Exception {
        isFound("Wavefront 3 4 2", "shmem.fence();", "");
    }

    @Thorough
    @ParameterizedTest
    @MethodSource("wrongOnes")
    void aCallLessIsFound(String program, String call, String instead) throws Exception {
        isFound(program, call, instead);
    }

    @Weekly
    @ParameterizedTest
    @MethodSource("otherWrongOnes")
    void eachOtherCallLessIsFound(String program, String call, String instead) throws Exception {
        isFound(program, call, instead);
    }

    private void isFound(String program, String call, String instead) throws Exception {
        String[] words = program.split(" ");
        Path changed = copy(words[0], call, instead);
        Path arguments = copy("Arguments", "", "");
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, said, said, "-nowarn", "-cp",
            Oshrun.classPath(Shmem.class, Batch.class), "-d", folder.toString(), changed.toString(),
            arguments.toString()), said::toString);
        String file = folder.resolve("schedule").toString();
        Oshrun.run(words(2, "changed." + program, "--explore", "--schedules", OF_WRONG_ONES, "--explore-time", "3600",
            "--schedule-file", file, "-cp", folder.toString())).expect(FAILS);
        Oshrun.run(words(2, "changed." + program, "--replay", file, "-cp", folder.toString())).expect(FAILS);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"2, Ring 3 2", "3, Wavefront 2 4 1", "2, HashTable 2 4", "3, WorkQueue 4 2", "2, BreadthFirst 2"})
    void noScheduleOfARightProgramFails(int np, String program) {
        noneFails(np, program);
    }

    @Weekly
    @ParameterizedTest
    @CsvSource({"3, Ring 1 1", "2, Wavefront 3 4 2", "3, HashTable 1 4", "2, WorkQueue 6 2", "3, BreadthFirst 1"})
    void noScheduleOfAnotherShapeFails(int np, String program) {
        noneFails(np, program);
    }

    private static void noneFails(int np, String program) {
        Oshrun.Result result = Oshrun.run(words(np, "io.shmem4j.examples." + program,
            "--explore", "--schedules", SCHEDULES, "--explore-time",
            "3600", "-cp", Oshrun.classPath(Ring.class))).expect(0);
        assertTrue(result.err().contains("none fails"), result::err);
    }

    /** Copies an example to another package, because the launcher has the examples themselves. */
    private Path copy(String name, String call, String instead) throws IOException {
        String source = Files.readString(Oshrun.home().resolve(SOURCES).resolve(name + ".java"));
        assertTrue(source.contains(call), call);
        return Files.writeString(folder.resolve(name + ".java"), source.replace(call, instead)
            .replace("package io.shmem4j.examples;", "package changed;"));
    }

    private static List<String> words(int np, String program, String... options) {
        List<String> words = new ArrayList<>(List.of("-np", String.valueOf(np)));
        words.addAll(List.of(options));
        words.addAll(List.of(program.split(" ")));
        return words;
    }
}
