// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.junit;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** A test method on PEs that are processes, started by the launcher's own main class. */
final class TestProcesses {
    private static final String LAUNCHER = "io.shmem4j.launch.cli.Launcher";
    private final int pes;
    private final List<String> options;

    TestProcesses(int pes, ShmemTest test) {
        this.pes = pes;
        this.options = new ArrayList<>(List.of(test.options()));
        if (test.race()) {
            options.add("--race");
        }
    }

    /** Runs the method on all PEs and throws one failure. */
    void run(Class<?> test, Method method) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("shmem-test-");
        try {
            Process launcher = new ProcessBuilder(command(test, method, folder)).start();
            launcher.getOutputStream().close();
            CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> text(launcher, true));
            try {
                System.out.print(text(launcher, false));
                if (launcher.waitFor() != 0) {
                    throw failure(method.getDeclaringClass(), folder, err.join());
                }
                System.err.print(err.join());
            } finally {
                // An interrupt, as of a time limit; the launcher ends its PEs.
                launcher.destroy();
            }
        } finally {
            delete(folder);
        }
    }

    private List<String> command(Class<?> test, Method method, Path folder) {
        try {
            Class.forName(LAUNCHER, false, getClass().getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new ExtensionConfigurationException("@ShmemTest(processes = true) of " + method.getName()
                + " needs the launcher: put io.shmem4j:shmem-launch on the test's class path", e);
        }
        String path = System.getProperty("java.class.path");
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString(), "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED", "-cp", path, LAUNCHER, "-np", Integer.toString(pes)));
        command.addAll(options);
        command.addAll(List.of("-cp", path, TestPe.class.getName(), test.getName(), method.getName(),
            folder.toString()));
        return command;
    }

    private static String text(Process process, boolean err) {
        try (var stream = err ? process.getErrorStream() : process.getInputStream()) {
            return new String(stream.readAllBytes());
        } catch (IOException e) {
            return e.toString();
        }
    }

    private AssertionFailedError failure(Class<?> test, Path folder, String err) throws IOException {
        FailureText text = new FailureText(pes, test);
        Throwable cause = null;
        boolean aborted = false;
        for (int pe = 0; pe < pes; pe++) {
            Path file = folder.resolve(Integer.toString(pe));
            if (Files.exists(file)) {
                PeFailure failed = PeFailure.read(file);
                // Others hear of the end of the job, which says nothing of them.
                if (!failed.text().startsWith("io.shmem4j.error.JobAbortedException")) {
                    text.add(pe, failed.text(), failed.trace());
                    aborted |= failed.aborted();
                    if (cause == null) {
                        cause = new AssertionError("PE " + pe + ": " + failed.text());
                        cause.setStackTrace(failed.trace());
                    }
                }
            }
        }
        if (aborted) {
            throw new TestAbortedException(cause.getMessage());
        }
        return cause == null ? new AssertionFailedError(err) : new AssertionFailedError(text.toString(), cause);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
