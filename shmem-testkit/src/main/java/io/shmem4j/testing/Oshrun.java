// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Runs the oshrun script like a user. Each run has its own folder for job files, so a test sees exactly what its job
 * leaves behind.
 */
public final class Oshrun implements AutoCloseable {
    /** Far more than any run takes on a loaded machine; a run that reaches it hangs. */
    private static final long LIMIT_SECONDS = 900;

    /** Results of a run. */
    public record Result(int status, String out, String err) {
        public Result expect(int expected) {
            assertEquals(expected, status, () -> "standard output:\n" + out + "standard error:\n" + err);
            return this;
        }

        /** {@return standard error without the remark on PEs that share a JVM because a test wants it} */
        public String errors() {
            return err.replaceFirst("oshrun: PEs share a JVM, as .*\n", "");
        }

        public List<String> outLines() {
            return out.lines().toList();
        }
    }

    private final Path shm;
    private final Path script;
    private final Process process;
    private final Drain out;
    private final Drain err;

    private Oshrun(Path script, Path workingFolder, Map<String, String> environment, List<String> args)
        throws IOException {
        this.script = script;
        this.shm = Files.createTempDirectory(Path.of("/dev/shm"), "oshrun-it-");
        List<String> command = new ArrayList<>();
        if (script.startsWith(System.getProperty("java.io.tmpdir"))) {
            // A test has just written the script, and a process that another test forks may still have it open.
            command.add("bash");
        }
        command.add(script.toString());
        command.addAll(args);
        ProcessBuilder builder = new ProcessBuilder(command).directory(workingFolder.toFile());
        builder.environment().keySet().removeIf(Oshrun::isOurs);
        builder.environment().put("SHMEM_SHM_DIR", shm.toString());
        builder.environment().putAll(environment);
        this.process = ProcessorTime.count(builder.start());
        this.out = new Drain(process.getInputStream());
        this.err = new Drain(process.getErrorStream());
    }

    /** {@return whether a test does not get a variable from outside} One sets the PEs per JVM for all tests. */
    private static boolean isOurs(String variable) {
        return (variable.startsWith("SHMEM_") || variable.startsWith("SMA_")) && !variable.equals("SHMEM_PES_PER_JVM");
    }

    /** {@return the folder with the script, the library and all else of the clone} */
    public static Path home() {
        return Stage.HOME;
    }

    /** {@return the folder with the sources, which a build writes to} */
    public static Path sources() {
        return Path.of(System.getProperty("shmem4j.home"));
    }

    /**
     * Writes a program whose PEs print their numbers, for folders without built examples.
     *
     * @return the source file
     */
    public static Path helloIn(Path folder) throws IOException {
        return Files.writeString(folder.resolve("Hello.java"), """
            import io.shmem4j.Shmem;

            class Hello {
                public static void main(String[] args) {
                    try (Shmem shmem = Shmem.init()) {
                        System.out.println("Hello from PE " + shmem.myPe() + " of " + shmem.nPes());
                    }
                }
            }
            """);
    }

    /** {@return the jar of the library that begins with a name} */
    public static Path jar(String name) {
        Path jars = home().resolve("target/lib");
        return jars.resolve(names(jars).stream().filter(each -> each.startsWith(name)).findFirst().orElseThrow());
    }

    /** {@return a copy of the script, with the flag files of JVMs that belong next to it} */
    public static Path copyTo(Path root) throws IOException {
        Path flags = Files.createDirectories(root.resolve("jvm"));
        try (Stream<Path> files = Files.list(home().resolve("jvm"))) {
            for (Path file : files.toList()) {
                Files.copy(file, flags.resolve(file.getFileName()));
            }
        }
        return Files.copy(home().resolve("oshrun"), root.resolve("oshrun"));
    }

    /** {@return the words that run a test class: its class path, its name, its arguments} */
    public static List<String> program(Class<?> main, String... arguments) {
        List<String> words = new ArrayList<>(List.of("-cp", classPath(main), main.getName()));
        words.addAll(Arrays.asList(arguments));
        return words;
    }

    /**
     * {@return the class path of classes}
     *
     * @param classes a program's, and those of libraries it needs
     */
    public static String classPath(Class<?>... classes) {
        return Stream.of(classes).map(each -> {
            try {
                return Path.of(each.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
            } catch (URISyntaxException e) {
                throw new IllegalStateException(e);
            }
        }).distinct().collect(Collectors.joining(File.pathSeparator));
    }

    /** {@return the words as a shell reads them, whatever their characters} */
    public static String quoted(List<String> words) {
        return words.stream().map(word -> "'" + word.replace("'", "'\\''") + "'").collect(Collectors.joining(" "));
    }

    /** {@return the words for a number of PEs, with options before the program} */
    public static List<String> words(int np, List<String> program, String... options) {
        List<String> words = new ArrayList<>(List.of("-np", Integer.toString(np)));
        words.addAll(Arrays.asList(options));
        words.addAll(program);
        return words;
    }

    /**
     * {@return a run that has started}
     *
     * @param args words after oshrun
     */
    public static Oshrun start(List<String> args) {
        return start(home().resolve("oshrun"), home(), Map.of(), args);
    }

    public static Oshrun start(Path script, Path workingFolder, Map<String, String> environment, List<String> args) {
        StartUpCaches.makeOnce();
        try {
            return new Oshrun(script, workingFolder, new TreeMap<>(environment), args);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * {@return the result of a run without input}
     *
     * @param args words after oshrun
     */
    public static Result run(List<String> args) {
        return run("", args);
    }

    public static Result run(String input, List<String> args) {
        try (Oshrun run = start(args)) {
            run.write(input);
            return run.await();
        }
    }

    public static Result run(Map<String, String> environment, List<String> args) {
        return run(home().resolve("oshrun"), home(), environment, args);
    }

    public static Result run(Path script, Path workingFolder, Map<String, String> environment, List<String> args) {
        try (Oshrun run = start(script, workingFolder, environment, args)) {
            run.write("");
            return run.await();
        }
    }

    /** {@return the result of a launcher in this JVM, which starts no other process} */
    public static Result inThisJvm(List<String> args) {
        return inThisJvm(Map.of(), args);
    }

    public static Result inThisJvm(Map<String, String> environment, List<String> args) {
        Map<String, String> all = new TreeMap<>(System.getenv());
        all.keySet().removeIf(Oshrun::isOurs);
        all.putAll(environment);
        return LauncherInside.run(all, args.toArray(String[]::new));
    }

    /** Writes the whole standard input of the run. */
    public void write(String input) {
        try {
            process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
        } catch (IOException e) {
            // The run ended without reading; its result shows why.
        }
    }

    public Process process() {
        return process;
    }

    public Path shm() {
        return shm;
    }

    /** Waits until a line of standard output, seen so far, matches. */
    public void awaitOutput(String text, int times) {
        out.await(text, times);
    }

    /** Waits until standard error contains a text a number of times. */
    public void awaitError(String text, int times) {
        err.await(text, times);
    }

    /** {@return standard output so far} */
    public String outSoFar() {
        return out.now();
    }

    /** {@return the lines of standard error so far} */
    public List<String> errorLines() {
        return err.now().lines().toList();
    }

    /** Sends a signal to the launcher; skips the test if it ignores the signal, like HUP under nohup. */
    public void signal(String name) {
        signal(process.pid(), name);
    }

    /**
     * Sends a signal to a process; skips the test if the process ignores it. A stopped process has really stopped on
     * return: until one of its threads takes the signal, the others keep running.
     */
    public static void signal(long pid, String name) {
        Assumptions.assumeFalse(ignores(pid, name), () -> "SIG" + name + " is ignored by all that this process starts");
        try {
            assertEquals(0, new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor());
            if (name.equals("STOP")) {
                awaitStop(pid);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until no thread of a process runs. */
    public static void awaitStop(long pid) {
        while (!isStopped(pid)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** {@return whether no thread of a process runs} */
    private static boolean isStopped(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try (Stream<Path> threads = Files.list(process.resolve("task"))) {
            for (Path thread : threads.toList()) {
                String state = Files.readString(thread.resolve("stat"));
                if ("TZX".indexOf(state.charAt(state.lastIndexOf(')') + 2)) < 0) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            // The process or one of its threads has ended in between.
            return !Files.exists(process);
        }
    }

    private static boolean ignores(long pid, String name) {
        int number = switch (name) {
            case "HUP" -> 1;
            case "INT" -> 2;
            case "TERM" -> 15;
            default -> 0;
        };
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            long ignored = lines.filter(line -> line.startsWith("SigIgn:"))
                .mapToLong(line -> Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16)).sum();
            return number > 0 && (ignored >>> number - 1 & 1) != 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * {@return the process ids that PEs have printed after a word}
     *
     * @param word before each
     */
    public List<Long> pids(String word) {
        return out.now().lines().filter(line -> line.startsWith(word + " "))
            .map(line -> Long.parseLong(line.substring(word.length() + 1))).toList();
    }

    /** Waits for the end and checks that the job left nothing behind. */
    public Result await() {
        Result result = awaitEnd();
        assertEquals(List.of(), leftovers(), () -> script + " left files behind");
        return result;
    }

    /** Waits for the end of the launcher only. */
    public Result awaitEnd() {
        try {
            assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "oshrun hangs");
            return new Result(process.exitValue(), out.text(), err.text());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@return the files in this run's memory file system} */
    public List<String> leftovers() {
        return names(shm);
    }

    /** {@return the name of the only job in this run's memory file system} */
    public String job() {
        String folder = leftovers().getFirst();
        return folder.substring(folder.lastIndexOf('-') + 1);
    }

    /** {@return the names of the files in a folder, sorted} */
    public static List<String> names(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try (Stream<Path> files = Files.walk(shm)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            // The job itself was removing them.
        }
    }

    /** Reads a stream to its end in a thread of its own. */
    private static final class Drain extends Thread {
        private final InputStream in;
        private final ByteArrayOutputStream read = new ByteArrayOutputStream();
        private boolean closed;

        Drain(InputStream in) {
            this.in = in;
            setDaemon(true);
            start();
        }

        @Override
        public void run() {
            byte[] buffer = new byte[8192];
            try {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    synchronized (this) {
                        read.write(buffer, 0, count);
                        notifyAll();
                    }
                }
            } catch (IOException e) {
                // The run has been closed, so its output is no longer needed.
            } finally {
                synchronized (this) {
                    closed = true;
                    notifyAll();
                }
            }
        }

        synchronized void await(String text, int times) {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
            while (read.toString(StandardCharsets.UTF_8).split(text, -1).length - 1 < times) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                assertTrue(left > 0 && !closed, () -> "never saw '" + text + "' " + times + " times in:\n" + read);
                try {
                    wait(left);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }

        synchronized String now() {
            return read.toString(StandardCharsets.UTF_8);
        }

        String text() throws InterruptedException {
            join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
            return now();
        }
    }
}
