// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.spi.PeState;
import io.shmem4j.testing.Oshrun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Program of launcher tests; the first argument says what to do. */
public final class TestProgram {
    private static final int PE = pe();
    private static final long FULL_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final int PES = Integer.parseInt(System.getenv().getOrDefault("SHMEM_NPES", "1"));

    private TestProgram() {
    }

    /** {@return the number of this PE before it initializes the library; in a shared JVM its threads' group has it} */
    static int pe() {
        String group = Thread.currentThread().getThreadGroup().getName();
        return Integer.parseInt(group.startsWith("PE ") ? group.substring("PE ".length())
            : System.getenv().getOrDefault("SHMEM_PE", "0"));
    }

    /**
     * {@return the words after oshrun that run this program}
     *
     * @param action what it does
     * @param more   its further arguments
     */
    static List<String> program(String action, String... more) {
        List<String> arguments = new ArrayList<>(List.of(action));
        arguments.addAll(List.of(more));
        return Oshrun.program(TestProgram.class, arguments.toArray(String[]::new));
    }

    /**
     * Runs one action.
     *
     * @param args its name and what it needs
     * @throws Exception as the action does
     */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "hello" -> System.out.println("hello from " + PE + " of " + PES);
            case "args" -> System.out.println(PE + " " + List.of(args).subList(1, args.length));
            case "env" -> Stream.of(args).skip(1).forEach(name -> System.out.println(name.equals("folder")
                ? Path.of("").toAbsolutePath() : name + "=" + System.getProperty(name, System.getenv(name))));
            case "folder" -> System.out.println(Path.of("").toAbsolutePath());
            case "all" -> System.out.println(PE + " " + List.of(args).subList(1, args.length) + "\n"
                + Path.of("").toAbsolutePath() + "\nN=" + System.getenv("N"));
            case "property" -> System.out.println(System.getProperty(args[1]));
            case "vector" -> System.out.println(ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent());
            case "read" -> System.out.println(PE + " read '" + new String(System.in.readAllBytes()) + "'");
            case "echo" -> new BufferedReader(new InputStreamReader(System.in)).lines().forEach(line ->
                System.out.println(PE + " " + line));
            case "lines" -> lines(Integer.parseInt(args[1]));
            case "lines-exit" -> {
                lines(Integer.parseInt(args[1]));
                System.exit(PE == 0 ? 0 : Integer.parseInt(args[2]));
            }
            case "last-words" -> lastWords(Integer.parseInt(args[1]));
            case "cpus" -> System.out.println(PE + " " + cpus() + " " + Runtime.getRuntime().availableProcessors());
            case "thread-cpus" -> threadCpus();
            case "jvm" -> jvm();
            case "modes" -> modes();
            case "both" -> {
                System.out.println("out " + PE);
                System.err.println("err " + PE);
            }
            case "unfinished" -> System.out.print("no end " + PE);
            case "statuses" -> statuses(args);
            case "throw" -> fail(Integer.parseInt(args[1]), args[2]);
            case "outlive" -> {
                if (PE == Integer.parseInt(args[1])) {
                    throw new IllegalStateException("broken on purpose");
                }
                System.in.readAllBytes();
                System.out.println("alive " + PE);
            }
            case "abort" -> abort(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
            case "desert" -> desert(PeState.valueOf(args[1]));
            case "sleep" -> {
                System.out.println("pid " + ProcessHandle.current().pid());
                rest();
            }
            case "fill" -> fill();
            case "orphan" -> orphan();
            case "deaf" -> deaf();
            case "child" -> child();
            case "leave" -> leave(Integer.parseInt(args[1]), args[2].equals("held"));
            case "bytes" -> bytes(Integer.parseInt(args[1]));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /** Has a full Java heap for longer than the library's threads sleep, and says which of them have ended. */
    private static void fill() throws InterruptedException {
        try (Shmem shmem = Shmem.init()) {
            ShmemLock lock = shmem.allocateLongs(1).lock(0);
            lock.lock();
            lock.unlock();
            Set<String> ended = ofLibrary();
            long start = System.nanoTime();
            Object[] kept = null;
            // The first error comes before the heap is full, so that what is done about it has been resolved.
            for (int size = Integer.MAX_VALUE; System.nanoTime() - start < FULL_NANOS;) {
                try {
                    Object[] next = new Object[size];
                    next[0] = kept;
                    kept = next;
                } catch (OutOfMemoryError e) {
                    size = Math.max(1, size / 2);
                }
            }
            kept = null;
            ended.removeAll(ofLibrary());
            System.out.println(ended.isEmpty() ? "recovered" : "ended " + ended);
            System.out.println("pid " + ProcessHandle.current().pid());
            rest();
        }
    }

    private static Set<String> ofLibrary() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
            .filter(name -> name.startsWith("shmem4j")).collect(Collectors.toSet());
    }

    /** Permissions of the job's files. */
    private static void modes() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(System.getenv("SHMEM_JOB_DIR")))) {
            for (Path file : files) {
                System.out.println(file.getFileName() + " " + PosixFilePermissions.toString(
                    Files.getPosixFilePermissions(file)));
            }
        }
    }

    /** Fails just after its launcher has been killed. */
    private static void orphan() throws IOException {
        System.out.println("pid " + ProcessHandle.current().pid());
        System.in.readAllBytes();
        ProcessHandle launcher = ProcessHandle.current().parent().orElseThrow();
        launcher.destroyForcibly();
        while (launcher.isAlive()) {
            Thread.onSpinWait();
        }
        throw new IllegalStateException("broken on purpose");
    }

    /** Values of this JVM's flags. */
    private static void jvm() {
        String heap = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).getVMOption("MaxHeapSize")
            .getValue();
        System.out.println(ManagementFactory.getGarbageCollectorMXBeans().getFirst().getName() + ", most "
            + (Long.parseLong(heap) >> 20) + ", processors " + Runtime.getRuntime().availableProcessors());
    }

    private static String cpus() throws IOException {
        String list = "Cpus_allowed_list:";
        return Files.readAllLines(Path.of("/proc/thread-self/status")).stream().filter(line -> line.startsWith(list))
            .findFirst().orElseThrow().substring(list.length()).strip();
    }

    private static void threadCpus() throws IOException, InterruptedException {
        FutureTask<String> other = new FutureTask<>(TestProgram::cpus);
        new Thread(other).start();
        try {
            System.out.println(PE + " " + cpus() + " " + other.get());
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    /** Every PE prints many long lines in several writes each. */
    private static void lines(int count) {
        for (int i = 0; i < count; i++) {
            System.out.print("PE " + PE + " ");
            System.out.println("line " + i + " " + "x".repeat(i % 97));
        }
    }

    /** Every PE has printed its lines before the first one ends the job. */
    private static void lastWords(int count) {
        Shmem shmem = Shmem.init();
        lines(count);
        System.err.println("pid " + ProcessHandle.current().pid());
        shmem.barrierAll();
        if (PE == 0) {
            shmem.globalExit(0);
        }
        shmem.barrierAll();
    }

    /** PE k exits with the k-th status; "-" waits for the end. */
    private static void statuses(String[] args) throws InterruptedException {
        String status = args[1 + PE];
        if (status.equals("-")) {
            rest();
        }
        System.exit(Integer.parseInt(status));
    }

    private static void fail(int pe, String how) throws Exception {
        if (PE != pe) {
            rest();
        }
        switch (how) {
            case "main" -> throw new IllegalStateException("broken on purpose");
            case "thread" -> {
                Thread.ofPlatform().name("worker").start(() -> {
                    throw new IllegalStateException("broken on purpose");
                });
                rest();
            }
            case "interrupted" -> {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("broken on purpose");
            }
            case "stack" -> deeper(0);
            case "memory" -> {
                Object[] chain = null;
                while (true) {
                    chain = new Object[] {chain, new long[1 << 16]};
                }
            }
            case "SIGKILL", "SIGALRM" -> new ProcessBuilder("kill", "-" + how.substring(3),
                Long.toString(ProcessHandle.current().pid())).start().waitFor();
            default -> throw new IllegalArgumentException(how);
        }
        rest();
    }

    private static int deeper(int depth) {
        return deeper(depth + 1) + 1;
    }

    private static void abort(int pe, int status) throws Exception {
        if (PE == pe) {
            control().abort(PE, status, null);
            Runtime.getRuntime().halt(status);
        }
        rest();
    }

    /** All PEs but the last get as far as RUNNING; the last leaves with status 0 in the given state. */
    private static void desert(PeState state) throws Exception {
        boolean leaver = PE == PES - 1;
        control().state(PE, leaver ? state : PeState.RUNNING);
        if (!leaver) {
            rest();
        }
    }

    private static ControlFile control() throws IOException {
        try (FileChannel channel = new JobFiles(Path.of(System.getenv("SHMEM_JOB_DIR"))).open(JobFiles.CONTROL)) {
            return new ControlFile(channel.map(MapMode.READ_WRITE, 0, channel.size(), Arena.global()));
        }
    }

    /** Does not end when asked to. */
    private static void deaf() throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                rest();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
        System.out.println("deaf");
        rest();
    }

    /** Starts a process that holds on to our output, then waits. */
    private static void child() throws Exception {
        Process child = new ProcessBuilder("sleep", "1000").inheritIO().start();
        System.out.println("child " + child.pid());
        rest();
    }

    /** Ends and leaves a process that is nobody's child any more. */
    private static void leave(int status, boolean held) throws Exception {
        new ProcessBuilder("sh", "-c", "sleep 1000 " + (held ? "" : ">/dev/null 2>&1 ") + "& echo child $!").inheritIO()
            .start().waitFor();
        System.exit(status);
    }

    /** Bytes of all values but a line's end. */
    private static void bytes(int count) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (i % 256 == '\n' ? PE : i);
        }
        System.out.write(bytes, 0, count);
        System.out.flush();
    }

    private static void rest() throws InterruptedException {
        new CountDownLatch(1).await();
    }
}
