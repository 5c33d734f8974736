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

    /** {@return a finished run} @param pes number of PEs @param arguments words after {@code nas} */
    static NasRun of(int pes, String... arguments) {
        return of(List.of("--vector"), pes, arguments);
    }

    /** {@return a finished run} @param launcher options before {@code nas} @param pes number of PEs */
    static NasRun of(List<String> launcher, int pes, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("shmem4j.home"), "oshrun").toString(), "-np", Integer.toString(pes)));
        command.addAll(launcher);
        command.add("nas");
        command.addAll(List.of(arguments));
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

    NasRun verified() {
        expect(0);
        assertTrue(out.contains("\"verified\":true"), this::toString);
        assertEquals("", err);
        return this;
    }
}
