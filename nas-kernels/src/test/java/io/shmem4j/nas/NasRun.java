// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A run of the program under oshrun.
 *
 * @param status exit status
 * @param out    standard output
 * @param err    standard error
 */
record NasRun(int status, String out, String err) {
    /** Far beyond what any run takes on a loaded machine; reaching it is a hang. */
    private static final long LIMIT_SECONDS = 600;

    /**
     * {@return a finished run}
     *
     * @param pes number of PEs
     * @param arguments words after {@code nas}
     */
    static NasRun of(int pes, String... arguments) {
        List<String> words = new ArrayList<>(List.of("nas"));
        words.addAll(List.of(arguments));
        return of(List.of(), pes, words);
    }

    /**
     * {@return a finished run of {@link NasCases}}
     *
     * @param launcher options of the launcher
     * @param pes      number of PEs
     * @param cases    command lines, which get {@code --json}; without a rehearsal unless they ask for one
     */
    static NasRun cases(List<String> launcher, int pes, List<String> cases) {
        List<String> options = new ArrayList<>(List.of("--vector"));
        if (!launcher.contains("--heap-size")) {
            options.addAll(List.of("--heap-size", "128m"));
        }
        options.addAll(launcher);
        options.addAll(List.of("-cp", Path.of("target", "test-classes").toAbsolutePath().toString()));
        List<String> words = new ArrayList<>(List.of(NasCases.class.getName()));
        cases.forEach(line -> words.add(line
            + (line.contains("--rehearsal") ? "" : " --rehearsal 0") + " --json"));
        return of(options, pes, words);
    }

    private static NasRun of(List<String> launcher, int pes, List<String> words) {
        List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("shmem4j.home"), "oshrun").toString(), "-np", Integer.toString(pes)));
        command.addAll(launcher);
        command.addAll(words);
        try {
            Path out = Files.createTempFile("nas", ".out");
            Path err = Files.createTempFile("nas", ".err");
            Process process = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile())
                .start();
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            process.destroy();
            NasRun run = new NasRun(ended ? process.exitValue() : -1, Files.readString(out), Files.readString(err));
            Files.delete(out);
            Files.delete(err);
            assertTrue(ended, () -> "still running: " + run);
            return run;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
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
