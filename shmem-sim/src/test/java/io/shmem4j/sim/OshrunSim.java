// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the real launcher and keeps what it says. */
public final class OshrunSim {
    private static final long LIMIT_SECONDS = 300;

    /**
     * What a command did.
     *
     * @param status exit status
     * @param out standard output
     * @param err standard error
     */
    public record Run(int status, String out, String err) {
        long lines() {
            return out.lines().count();
        }
    }

    private OshrunSim() {
    }

    /**
     * {@return what a command line did}
     *
     * @param folder for its output
     * @param args words after oshrun
     */
    public static Run run(Path folder, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("shmem4j.home"), "oshrun")
            .toString()));
        command.addAll(List.of(args));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroy();
            process.waitFor();
            throw new AssertionError(command + " did not end; it said " + Files.readString(err));
        }
        return new Run(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8),
            Files.readString(err, StandardCharsets.UTF_8));
    }
}
