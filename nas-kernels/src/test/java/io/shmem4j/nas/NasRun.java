// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import io.shmem4j.Shmem;
import io.shmem4j.pe.LocalHost;
import io.shmem4j.report.CommandLines;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.testing.Oshrun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/** A run of the program under oshrun. */
record NasRun(int status, String out, String err) {
    /** Up to as many PEs run in processes of their own, more in one JVM, which compiles the loops once. */
    private static final int FEW = 2;

    static NasRun of(int pes, String... arguments) {
        List<String> words = new ArrayList<>(List.of("nas"));
        words.addAll(List.of(arguments));
        return of(List.of(), pes, words);
    }

    /**
     * {@return a finished run of {@link NasCases}}
     *
     * @param launcher options of the launcher
     * @param cases    command lines, which get {@code --json}; without a rehearsal unless they ask for one
     */
    static NasRun cases(List<String> launcher, int pes, List<String> cases) {
        List<String> options = new ArrayList<>(List.of("--vector", "--share-classes"));
        if (!launcher.contains("--heap-size")) {
            options.addAll(List.of("--heap-size", "128m"));
        }
        if (pes > FEW && !launcher.contains("--backend") && !launcher.contains("--pes-per-jvm")) {
            options.addAll(List.of("--pes-per-jvm", Integer.toString(pes)));
        }
        options.addAll(launcher);
        options.addAll(List.of("-cp", classPath()));
        List<String> words = new ArrayList<>(List.of(NasCases.class.getName()));
        cases.forEach(line -> words.add(withDefaults(line)));
        return of(options, pes, words);
    }

    static String classPath() {
        return Oshrun.classPath(NasCases.class, Nas.class, CommandLines.class, CommandLine.class, JsonObject.class);
    }

    /** {@return each of the command lines on each of the numbers of PEs, which it begins with} */
    static List<String> on(String numbers, List<String> cases) {
        return Stream.of(numbers.split(",")).flatMap(pes -> cases.stream().map(line -> pes + " " + line)).toList();
    }

    /**
     * {@return a finished run of {@link NasSweep} in a JVM that no launcher has started}
     *
     * @param cases numbers of PEs with command lines, as in {@link #cases}
     */
    static NasRun sweep(List<String> cases) {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC", "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED", "--add-modules",
            "jdk.incubator.vector", "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", "-cp",
            Oshrun.classPath(Shmem.class, LocalHost.class, Nas.class, NasSweep.class, CommandLines.class,
                VirtualTime.class, CommandLine.class, JsonObject.class), NasSweep.class.getName()));
        cases.forEach(line -> words.add(withDefaults(line)));
        try {
            Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "nas-sweep-");
            Path out = Files.createTempFile("nas-sweep-", ".out");
            Path err = Files.createTempFile("nas-sweep-", ".err");
            try {
                ProcessBuilder builder = new ProcessBuilder(words).redirectOutput(out.toFile())
                    .redirectError(err.toFile());
                builder.environment().put("SHMEM_SYMMETRIC_SIZE", "128m");
                builder.environment().put("SHMEM_SHM_DIR", memory.toString());
                int status = builder.start().waitFor();
                // The JVM's remark on the module that incubates.
                return new NasRun(status, Files.readString(out),
                    Files.readString(err).replaceFirst("WARNING: Using incubator modules: .*\\R", ""));
            } finally {
                Files.delete(out);
                Files.delete(err);
                Files.delete(memory);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String withDefaults(String line) {
        return line + (line.contains("--rehearsal") ? "" : " --rehearsal 0") + " --json";
    }

    /**
     * Expects that command lines are refused, each with its words.
     *
     * @param rows each a command line, " | ", the message
     */
    static void refusals(int pes, String... rows) {
        List<String[]> told = Arrays.stream(rows).map(row -> row.split(" \\| ")).toList();
        String out = cases(List.of(), pes, told.stream().map(row -> row[0]).toList()).expect(0).out();
        String[] refused = out.split("refused: ", -1);
        assertEquals("", refused[0]);
        assertEquals(rows.length, refused.length - 1, out);
        for (int row = 0; row < rows.length; row++) {
            assertTrue(refused[row + 1].contains(told.get(row)[1]), rows[row] + ": " + refused[row + 1]);
        }
    }

    private static NasRun of(List<String> launcher, int pes, List<String> words) {
        Oshrun.Result result = Oshrun.run(Oshrun.words(pes, words, launcher.toArray(String[]::new)));
        return new NasRun(result.status(), result.out(), result.errors());
    }

    NasRun expect(int expected) {
        assertEquals(expected, status, this::toString);
        return this;
    }

    /** Expects that a number of results have passed verification, and no message. */
    NasRun verified(int results) {
        assertEquals(results, out.split("\"verified\":true", -1).length - 1, this::toString);
        assertEquals("", err);
        return this;
    }
}
