// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.junit;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Runs a test method on PEs in processes, which the launcher's main class starts. */
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
        if (getClass().desiredAssertionStatus()) {
            options.addFirst("-J-ea");
        }
    }

    /** Runs the method on all PEs and throws one failure. */
    void run(Class<?> test, Method method) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("shmem-test-");
        // Files, because a thread that reads from a process can't be interrupted.
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        try {
            Process launcher = new ProcessBuilder(command(test, method, folder)).redirectOutput(out.toFile())
                .redirectError(err.toFile()).start();
            launcher.getOutputStream().close();
            AssertionFailedError failure = null;
            try {
                failure = launcher.waitFor() == 0 ? null : failure(method.getDeclaringClass(), folder, err);
            } finally {
                // After an interrupt, for example by a timeout, the launcher ends its PEs.
                launcher.destroy();
                launcher.onExit().join();
                System.out.print(text(out));
                if (failure == null || failure.getCause() != null) {
                    System.err.print(text(err));
                }
            }
            if (failure != null) {
                throw failure;
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
        String path = classPath(test);
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString(), "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED", "-cp", path, LAUNCHER, "-np", Integer.toString(pes)));
        command.addAll(options);
        command.addAll(List.of("-cp", path, TestPe.class.getName(), test.getName(), method.getName(),
            Integer.toString(method.getParameterCount()), folder.toString()));
        return command;
    }

    /** {@return the class path of a runner's class loaders, followed by that of this JVM and its modules} */
    private static String classPath(Class<?> test) {
        List<String> path = new ArrayList<>();
        for (ClassLoader at = test.getClassLoader(); at instanceof URLClassLoader own; at = at.getParent()) {
            Stream.of(own.getURLs()).filter(url -> url.getProtocol().equals("file"))
                .forEach(url -> path.add(Path.of(URI.create(url.toString())).toString()));
        }
        path.add(System.getProperty("java.class.path", ""));
        path.add(System.getProperty("jdk.module.path", ""));
        path.removeIf(String::isEmpty);
        return String.join(File.pathSeparator, path);
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file));
    }

    private AssertionFailedError failure(Class<?> test, Path folder, Path err) throws IOException {
        FailureText text = new FailureText(pes, test);
        Throwable cause = null;
        boolean aborted = true;
        for (int pe = 0; pe < pes; pe++) {
            Path file = folder.resolve(Integer.toString(pe));
            if (Files.exists(file)) {
                PeFailure failed = PeFailure.read(file);
                // A consequence of another PE's failure.
                if (!failed.text().startsWith("io.shmem4j.error.JobAbortedException")) {
                    text.add(pe, failed.text(), failed.trace());
                    aborted &= failed.aborted();
                    if (cause == null) {
                        cause = new AssertionError("PE " + pe + ": " + failed.text());
                        cause.setStackTrace(failed.trace());
                    }
                }
            }
        }
        if (cause == null) {
            return new AssertionFailedError(text(err));
        }
        if (aborted) {
            throw new TestAbortedException(cause.getMessage());
        }
        return new AssertionFailedError(text.toString(), cause);
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
