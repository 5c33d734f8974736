// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.suite;

import io.shmem4j.report.ToolException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs programs one after the other, with their output in a folder that lies there for as long as a tool runs. The
 * running program ends when this process does, and the folder goes with it.
 */
public final class Commands implements AutoCloseable {
    private static final int LIMIT_MINUTES = 10;
    private static final int GRACE_SECONDS = 10;

    private final Path folder;
    private final Thread hook = new Thread(this::end, "end of measurements");
    private Process last;
    private boolean ends;

    public Commands() throws IOException {
        folder = Files.createTempDirectory("shmem4j-bench-");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    public Path folder() {
        return folder;
    }

    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return; // This process ends, and the hook does the rest.
        }
        delete();
    }

    private synchronized Process start(ProcessBuilder builder) throws IOException {
        if (ends) {
            throw new IOException("the tool was told to end");
        }
        last = builder.start();
        return last;
    }

    private synchronized Process stop() {
        ends = true;
        if (last != null) {
            last.destroy();
        }
        return last;
    }

    private void end() {
        Process process = stop();
        try {
            if (process != null) {
                process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
            }
            delete();
        } catch (IOException | InterruptedException e) {
            // A program that won't end keeps its files.
        }
    }

    private void delete() throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }

    /** {@return the output of a program}, with variables beside our own; a ToolException says that it fails */
    public String run(List<String> words, Map<String, String> environment) {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(words).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().putAll(environment);
        try {
            Process process = start(builder);
            boolean ended = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
            if (!ended) {
                process.destroy();
                process.waitFor();
            }
            if (!ended || process.exitValue() != 0) {
                throw new ToolException(1, String.join(" ", words) + (ended ? " ended with status "
                    + process.exitValue() : " took more than " + LIMIT_MINUTES + " minutes") + ":\n"
                    + text(err).strip());
            }
            return text(out);
        } catch (IOException e) {
            throw new ToolException(2, "can't run " + String.join(" ", words) + ": " + e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
