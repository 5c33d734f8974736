// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.shmem4j.Shmem;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.ProcessorTime;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** JVMs that nobody has launched, with a folder of their own for jobs' files; each obeys commands. */
final class Shells implements AutoCloseable {
    private static final long LIMIT_SECONDS = 120;

    private final Path shm;
    private final List<Shell> all = new ArrayList<>();

    Shells() {
        try {
            shm = Files.createTempDirectory(Path.of("/dev/shm"), "join-it-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One of them. */
    final class Shell {
        private final Process process;
        private final Thread reader;
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

        private Shell(List<String> prefix, List<String> flags, Map<String, String> environment, String classPath,
            Class<?> main, String... arguments) {
            List<String> words = new ArrayList<>(prefix);
            words.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                .toString(), "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xmx64m", "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED", "-cp", classPath));
            words.addAll(flags);
            words.add(main.getName());
            words.addAll(List.of(arguments));
            ProcessBuilder builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().keySet().removeIf(name -> name.startsWith("SHMEM_"));
            builder.environment().put("SHMEM_SHM_DIR", shm.toString());
            builder.environment().putAll(environment);
            try {
                process = ProcessorTime.count(builder.start());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            reader = new Thread(this::read);
            reader.setDaemon(true);
            reader.start();
        }

        private void read() {
            try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(),
                StandardCharsets.UTF_8))) {
                out.lines().forEach(lines::add);
            } catch (IOException | UncheckedIOException e) {
                // It has been killed.
                return;
            }
        }

        long pid() {
            return process.pid();
        }

        /** {@return how often it has mapped a file, by the end of its path} */
        int mappings(String file) {
            try (Stream<String> maps = Files.lines(Path.of("/proc/" + pid() + "/maps"))) {
                return (int) maps.filter(line -> line.endsWith(file)).count();
            } catch (IOException | UncheckedIOException e) {
                throw new IllegalStateException(e);
            }
        }

        /** {@return the files of the job of a name that it would join, or null} */
        JobFiles files(String name) {
            return folders().stream().filter(folder -> folder.endsWith("-" + name)).findFirst()
                .map(folder -> new JobFiles(shm.resolve(folder))).orElse(null);
        }

        /** Sends it a command for its first thread. */
        Shell say(String command) {
            return sayIn("main", command);
        }

        Shell sayIn(String thread, String command) {
            try {
                process.outputWriter(StandardCharsets.UTF_8).write(thread + " " + command + "\n");
                process.outputWriter(StandardCharsets.UTF_8).flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return this;
        }

        /** {@return its next answer} */
        String line() {
            try {
                String line = lines.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
                assertNotNull(line, () -> "process " + pid() + " says nothing");
                return line;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        /** {@return its next answer, null where it has not answered yet} */
        String lineIfAny() {
            return lines.poll();
        }

        boolean isAlive() {
            return process.isAlive();
        }

        void hearsReady() {
            assertEquals("ready " + pid(), line());
        }

        /** {@return what it has said since, when it has ended} */
        String rest() {
            try {
                reader.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            List<String> rest = new ArrayList<>();
            lines.drainTo(rest);
            return String.join("\n", rest) + "\n";
        }

        void hears(String answer) {
            hearsIn("main", answer);
        }

        void hearsIn(String thread, String answer) {
            assertEquals(thread + " " + answer, line());
        }

        void does(String command, String answer) {
            say(command).hears(answer);
        }

        /** Ends it as a failure of its machine would. */
        void kill() {
            process.destroyForcibly();
            end();
            all.remove(this);
        }

        /** Lets it end by itself. */
        int end() {
            try {
                process.getOutputStream().close();
            } catch (IOException e) {
                // It has ended already.
            }
            try {
                return process.waitFor();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        int await() {
            try {
                assertEquals(true, process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), () -> pid() + " hangs");
                return process.exitValue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    Path shm() {
        return shm;
    }

    /** {@return so many JVMs that are ready} */
    List<Shell> start(int count) {
        List<Shell> started = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            started.add(begin(Map.of(), ShellProgram.class));
        }
        started.forEach(Shell::hearsReady);
        return started;
    }

    Shell start(Map<String, String> environment) {
        Shell shell = begin(environment, ShellProgram.class);
        shell.hearsReady();
        return shell;
    }

    /** {@return a JVM with properties, such as times that are shorter than others'} */
    Shell startWith(String... properties) {
        Shell shell = begin(List.of(properties), Oshrun.classPath(ShellProgram.class, Shmem.class, ShmJob.class),
            Map.of(), ShellProgram.class);
        shell.hearsReady();
        return shell;
    }

    /** {@return a JVM that runs a program} */
    Shell begin(Map<String, String> environment, Class<?> main, String... arguments) {
        return beginIn(List.of(), environment, main, arguments);
    }

    /** {@return a JVM that runs a program with another library} */
    Shell begin(String classPath, Map<String, String> environment, Class<?> main, String... arguments) {
        return begin(List.of(), classPath, environment, main, arguments);
    }

    /** {@return the same with more flags} */
    Shell begin(List<String> flags, String classPath, Map<String, String> environment, Class<?> main,
        String... arguments) {
        Shell shell = new Shell(List.of(), flags, environment, classPath, main, arguments);
        all.add(shell);
        return shell;
    }

    /** {@return a JVM that is started by the words of another command} */
    Shell beginIn(List<String> prefix, Map<String, String> environment, Class<?> main, String... arguments) {
        Shell shell = new Shell(prefix, List.of(), environment, Oshrun.classPath(main, Shmem.class, ShmJob.class),
            main, arguments);
        all.add(shell);
        return shell;
    }

    /** {@return names of jobs' folders} */
    List<String> folders() {
        try (Stream<Path> files = Files.list(shm)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes the folders of jobs look old. */
    void age() {
        try {
            for (String folder : folders()) {
                Files.setLastModifiedTime(shm.resolve(folder), FileTime.fromMillis(0));
            }
        } catch (NoSuchFileException e) {
            // A job has ended meanwhile.
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says a command to all before the first has to answer. */
    static void all(List<Shell> members, String command, String answer) {
        members.forEach(member -> member.say(command));
        members.forEach(member -> member.hears(answer));
    }

    void finish(List<Shell> members) {
        all(members, "finish", "finish");
        expectNothing();
    }

    /** Nothing is left by those that have ended their parts. */
    void expectNothing() {
        assertEquals(List.of(), folders());
    }

    @Override
    public void close() {
        all.forEach(shell -> shell.process.destroyForcibly());
        try (Stream<Path> files = Files.walk(shm)) {
            files.sorted((a, b) -> b.compareTo(a)).map(Path::toFile).forEach(File::delete);
        } catch (IOException | UncheckedIOException e) {
            // A JVM was removing them.
            return;
        }
    }
}
