// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One run of {@code oshrun ... bench ...}, as a user makes it. */
final class BenchJob {
    /** Far beyond what any run takes on a loaded machine; reaching it is a hang. */
    private static final String LIMIT_SECONDS = "240";
    private static final List<String> TINY =
        List.of("--trials", "2", "--trial-time", "1", "--warmup-time", "1");

    private BenchJob() {
    }

    /**
     * What a run gave.
     *
     * @param status exit status
     * @param out standard output
     * @param err standard error
     */
    record Result(int status, String out, String err) {
        Result expect(int expected) {
            assertEquals(expected, status, () -> "standard output:\n" + out + "standard error:\n" + err);
            return this;
        }

        /**
         * {@return the lines of a test's CSV sheets, each split at commas outside quotes}
         *
         * @param test its name
         */
        List<String[]> rows(String test) {
            return out.lines().filter(line -> line.startsWith(test + ","))
                .map(line -> line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)).toList();
        }
    }

    /** Runs tests with the least of warm-up and trials. */
    static Result tiny(int pes, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(TINY);
        return run(pes, all);
    }

    static Result run(int pes, List<String> words) {
        List<String> command = new ArrayList<>(List.of(oshrun(), "--timeout", LIMIT_SECONDS, "-np",
            Integer.toString(pes), "bench"));
        command.addAll(words);
        return start(new ProcessBuilder(command));
    }

    /** {@return our launcher} */
    static String oshrun() {
        return Path.of(System.getProperty("shmem4j.home"), "oshrun").toString();
    }

    static Result start(ProcessBuilder builder) {
        List<String> command = builder.command();
        try {
            Path out = Files.createTempFile("bench-it-", ".out");
            Path err = Files.createTempFile("bench-it-", ".err");
            try {
                Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
                int status = process.waitFor();
                return new Result(status, Files.readString(out), Files.readString(err));
            } finally {
                Files.delete(out);
                Files.delete(err);
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(command + ": " + e, e);
        }
    }
}
