// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.Times;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Processes of a job are stopped for longer than each time after which the library draws a conclusion, and continue.
 * The job ends as if nobody had been stopped, or says what it has concluded.
 */
@Execution(ExecutionMode.CONCURRENT)
class StoppedTimesIT {
    private static final String TIME = "100";
    private static final int ALL_STOPS_MILLIS = 9000;
    private static final long LONGEST_RUN_NANOS = TimeUnit.MILLISECONDS.toNanos(30);
    private static final Map<String, List<String>> SHAPES = Map.of("machine", List.of("--pes-per-jvm", "1"),
        "JVM", List.of("--pes-per-jvm", "2"), "sim", List.of("--backend", "sim"), "nodes", List.of("--split", "2"),
        "lasting", List.of("--pes-per-jvm", "1", "--respawn", "1"),
        "lasting nodes", List.of("--split", "2", "--respawn", "1"));
    private static final Map<String, String> GROUPS = Map.of(
        "SEARCH", "launched.standstill search later.search second.search=300 doubt=400 long.doubt=600 jvm.answer",
        "PIPES", "last.words empty.pipe open.pipe held.pipe messages", "SILENCE", "silence=1500 beat stopped=300",
        "LOSS", "leaver lost.node last.data other.reason",
        "END", "agents.end agent.end serving.end last.message other.reason");

    /**
     * The point of {@link StoppedNodesProgram}, the job's shape, who is stopped there, for how many milliseconds, the
     * job's status, what its messages contain, and times of 100 ms where no other is given. Some rows are in each run
     * of the tests; a process after a ~ is stopped again and again.
     */
    private static final String ROWS = """
        *start  | machine       | PE 1              | 400  | 0 |                | starting
        *wait   | machine       | PE 1              | 1500 | 0 |                | SEARCH
        wait    | machine       | launcher          | 1500 | 0 |                | SEARCH
        wait    | machine       | all               | 1500 | 0 |                | SEARCH
        compute | machine       | PE 1              | 1500 | 0 |                | SEARCH
        compute | sim           | PE 1              | 1500 | 0 |                | simulation.answer SEARCH
        wait    | nodes         | PE 1              | 2500 | 0 |                | transit node.places=300 SEARCH
        wait    | nodes         | launcher          | 2500 | 0 |                | transit node.places=300 SEARCH
        wait    | nodes         | agent 1           | 2500 | 0 |                | transit node.places=300 SEARCH
        wait    | nodes         | all               | 2500 | 0 |                | transit node.places=300 SEARCH
        access  | lasting nodes | agent 0           | 1500 | 0 |                | connect=300 hello=300
        access  | lasting nodes | PE 1              | 1500 | 0 |                | connect=300 hello=300
        stream  | nodes         | all               | 2500 | 0 |                | SILENCE
        stream  | nodes         | launcher          | 2500 | 0 |                | SILENCE
        stream  | nodes         | agent 0           | 3500 | 1 | heard          | SILENCE lost.node
        stream  | nodes         | agent 0, launcher | 3500 | 1 | can't be reached | SILENCE lost.node
        *stream | lasting nodes | all               | 2500 | 0 |                | SILENCE
        stream  | lasting nodes | PE 1              | 2500 | 0 |                | SILENCE
        output  | machine       | ~launcher         | 300  | 0 |                | PIPES
        output  | JVM           | ~launcher         | 300  | 0 |                | PIPES
        output  | nodes         | ~agent 1          | 300  | 0 |                | PIPES END
        output  | nodes         | ~launcher         | 300  | 0 |                | PIPES END
        exit    | machine       | ~launcher         | 300  | 5 | global_exit(5) | messages
        exit    | machine       | PE 0              | 400  | 5 | global_exit(5) | messages abort.report
        exit    | nodes         | ~launcher         | 1500 | 5 | global_exit(5) | END agents.end=1000 stopped=300
        exit    | nodes         | ~agent 0          | 300  | 5 | global_exit(5) | END
        exit    | nodes         | ~agent 1          | 300  | 5 | global_exit(5) | END
        throw   | machine       | ~PE 0             | 300  | 1 | fails          | leaver abort.report
        throw   | machine       | all               | 400  | 1 | fails          | leaver abort.report
        throw   | nodes         | ~launcher         | 300  | 1 | fails          | leaver END lost.node
        throw   | nodes         | ~PE 0             | 300  | 1 | fails          | leaver END lost.node
        desert  | machine       | ~launcher         | 300  | 1 |                | other.deserters
        death   | lasting       | PE 0              | 6000 | 1 | recover        | recovery=1000
        death   | lasting       | ~PE 0             | 300  | 0 |                | leaver abort.report
        death   | lasting       | ~launcher         | 300  | 0 |                | leaver last.words
        death   | lasting nodes | ~PE 0             | 300  | 0 |                | LOSS
        death   | lasting nodes | ~agent 1          | 300  | 0 |                | LOSS
        death   | lasting nodes | ~launcher         | 300  | 0 |                | LOSS
        """;

    /** Times that no row has: the test that has them, or why a stop can't matter. */
    private static final Map<String, String> OTHERS = Map.ofEntries(
        Map.entry("membership", "joined.StopsAtStoresIT"), Map.entry("register", "joined.StopsAtStoresIT"),
        Map.entry("young", "joined.StopsAtStoresIT"), Map.entry("stranded", "joined.StopsAtStoresIT"),
        Map.entry("abort", "threadsOfAStoppedJvmEndInOrder"), Map.entry("interrupt", "threadsOfAStoppedJvmEndInOrder"),
        Map.entry("standstill", "launched.standstill is the same search by a launcher"),
        Map.entry("stacks", "toolsDoNotWaitForStoppedProcesses"),
        Map.entry("sample", "toolsDoNotWaitForStoppedProcesses"),
        Map.entry("node.samples", "a tool shows the PEs of the nodes that have answered"),
        Map.entry("cleaning", "nobody stops the process that cleans, and oshrun --clean removes what it leaves"),
        Map.entry("shut", "counted in naps, which a stopped process does not take"),
        Map.entry("missing", "only a line of the log follows"),
        Map.entry("same.signal", "a user's second signal that comes later is meant"),
        Map.entry("hurried.messages", "messages may be lost after a signal"),
        Map.entry("hurried.reader", "output may be lost after a signal"),
        Map.entry("agent", "a job that has failed says so with one reason or the other"),
        Map.entry("linger", "a PE has mapped the files of its failed job, which go"));

    private final Random random = new Random();
    @TempDir
    private Path folder;

    private record Row(String point, String shape, String victims, long millis, int status, String says, String times) {
        static Row of(String line) {
            String[] cells = Stream.of(line.replace("*", "").split("\\|")).map(String::strip).toArray(String[]::new);
            return new Row(cells[0], cells[1], cells[2], Long.parseLong(cells[3]), Integer.parseInt(cells[4]), cells[5],
                cells[6]);
        }

        /** {@return times by their names} The last value of a time counts. */
        Map<String, String> values() {
            String words = times;
            for (Map.Entry<String, String> group : GROUPS.entrySet()) {
                words = words.replace(group.getKey(), group.getValue());
            }
            return Stream.of(words.split(" ")).map(word -> word.split("=")).collect(Collectors.toMap(sides -> sides[0],
                sides -> sides.length == 1 ? TIME : sides[1], (_, later) -> later, TreeMap::new));
        }
    }

    private static Stream<Row> rows() {
        return ROWS.lines().map(Row::of);
    }

    private static Stream<Row> some() {
        return ROWS.lines().filter(line -> line.startsWith("*")).map(Row::of);
    }

    /** A new time needs a row, or a reason. */
    @Test
    void eachTimeHasARow() {
        Set<String> times = new TreeSet<>();
        for (Field field : Times.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                times.add(field.getName().replaceFirst("_[A-Z]+$", "").toLowerCase().replace('_', '.'));
            }
        }
        Set<String> named = new TreeSet<>(OTHERS.keySet());
        rows().forEach(row -> named.addAll(row.values().keySet()));
        assertEquals(times, named);
    }

    @ParameterizedTest
    @MethodSource("some")
    void someStopsAreHarmless(Row row) throws IOException {
        stopIn(row);
    }

    @Thorough
    @ParameterizedTest
    @MethodSource("rows")
    void stopsAreHarmless(Row row) throws IOException {
        stopIn(row);
    }

    private void stopIn(Row row) throws IOException {
        try (Oshrun run = start(row.point, row.shape, row.values())) {
            List<Long> victims = victims(run, row.victims.replace("~", ""));
            stop(victims);
            Files.createFile(folder.resolve("go"));
            proceed(victims, row.millis);
            for (int stops = 0; row.victims.startsWith("~") && stops < ALL_STOPS_MILLIS / row.millis
                && run.process().isAlive(); stops++) {
                LockSupport.parkNanos(random.nextLong(LONGEST_RUN_NANOS));
                stop(victims);
                proceed(victims, row.millis);
            }
            run.awaitEnd();
            awaitRemoval(run);
            Oshrun.Result result = run.await().expect(row.status);
            assertTrue(result.err().contains(row.says), result::err);
            List<String> lines = result.outLines();
            assertEquals(row.status == 0 ? 2 : 0, lines.stream().filter("right 3"::equals).count(), result::out);
            assertEquals(row.point.equals("output") ? 2 * StoppedNodesProgram.LINES : 0,
                lines.stream().filter(line -> line.startsWith("PE ")).distinct().count());
        }
    }

    private Oshrun start(String point, String shape, Map<String, String> times) {
        if (shape.endsWith("nodes")) {
            SeveralMachines.assume();
        }
        List<String> words = new ArrayList<>(List.of("-np", "2", "--heap-size", "32m", "--timeout", "200"));
        words.addAll(SHAPES.get(shape));
        words.addAll(Oshrun.program(StoppedNodesProgram.class, point, folder.toString()));
        Oshrun run = Oshrun.start(Oshrun.home().resolve("oshrun"), Oshrun.home(), Map.of("JDK_JAVA_OPTIONS",
            String.join(" ", flags(times))), words);
        run.write("");
        return run;
    }

    private static List<String> flags(Map<String, String> times) {
        return times.entrySet().stream().map(time -> "-Dshmem4j.time." + time.getKey() + "=" + time.getValue())
            .toList();
    }

    /** {@return the processes of some names, when the PEs have come to their point} */
    private List<Long> victims(Oshrun run, String names) throws IOException {
        List<Long> pes = new ArrayList<>();
        List<Long> parents = new ArrayList<>();
        for (int pe = 0; pe < 2; pe++) {
            long[] pids = awaitPoint(run.process(), pe);
            pes.add(pids[0]);
            parents.add(pids[1]);
        }
        long launcher = run.process().pid();
        return Stream.of(names.split(", ")).flatMap(name -> switch (name) {
            case "launcher" -> Stream.of(launcher);
            case "all" -> Stream.of(Stream.of(launcher), parents.stream(), pes.stream()).flatMap(pids -> pids);
            default -> Stream.of((name.startsWith("PE") ? pes : parents).get(name.charAt(name.length() - 1) - '0'));
        }).distinct().toList();
    }

    /** {@return a PE's process and that one's parent, when it has come to its point} */
    private long[] awaitPoint(Process job, int pe) throws IOException {
        Path file = folder.resolve("pe" + pe);
        while (!Files.exists(file)) {
            assertTrue(job.isAlive(), "the job has ended");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        return Stream.of(Files.readString(file).split(" ")).mapToLong(Long::parseLong).toArray();
    }

    private static void stop(List<Long> pids) {
        for (long pid : pids) {
            if (signal(pid, "STOP")) {
                Oshrun.awaitStop(pid);
            }
        }
    }

    private static void proceed(List<Long> pids, long millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
        pids.forEach(pid -> signal(pid, "CONT"));
    }

    /** A process that was stopped while the launcher ended removes its files when it continues. */
    private static void awaitRemoval(Oshrun run) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!run.leftovers().isEmpty() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** {@return whether there is still such a process} */
    private static boolean signal(long pid, String name) {
        try {
            return new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor() == 0;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All PEs are threads of one JVM, of which one fails. */
    @Thorough
    @Test
    void threadsOfAStoppedJvmEndInOrder() throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(),
            "--enable-native-access=ALL-UNNAMED"));
        words.addAll(flags(Map.of("abort", TIME, "interrupt", "1000")));
        words.addAll(List.of("-cp", Oshrun.classPath(StoppedNodesProgram.class, Shmem.class, ShmJob.class),
            StoppedNodesProgram.class.getName(), "threads", folder.toString()));
        Process job = new ProcessBuilder(words).redirectErrorStream(true).start();
        try {
            List<Long> pid = List.of(awaitPoint(job, 0)[0]);
            stop(pid);
            Files.createFile(folder.resolve("go"));
            proceed(pid, 1500);
            assertEquals("PE 1 of 2: java.lang.IllegalStateException: fails\n", new String(job.getInputStream()
                .readAllBytes(), StandardCharsets.UTF_8));
            assertEquals(0, job.waitFor());
        } finally {
            job.destroyForcibly();
        }
    }

    @Thorough
    @Test
    void toolsDoNotWaitForStoppedProcesses() throws IOException {
        try (Oshrun run = start("compute", "nodes", Map.of())) {
            Map<String, String> variables = Map.of("SHMEM_SHM_DIR", run.shm().toString(), "JDK_JAVA_OPTIONS",
                String.join(" ", flags(Map.of("stacks", "500", "sample", "500"))));
            List<Long> victims = victims(run, "launcher");
            stop(victims);
            Oshrun.Result stacks = Oshrun.run(variables, List.of("stacks"));
            assertTrue(stacks.expect(1).err().contains("does not answer"), stacks::err);
            Oshrun.Result sample = Oshrun.run(variables, List.of("stat", "--interval", "0.1", "--json"));
            assertTrue(sample.expect(0).out().contains("\"waiting\""), sample::out);
            Files.createFile(folder.resolve("go"));
            proceed(victims, 0);
            assertEquals(List.of("right 3", "right 3"), run.await().expect(0).outLines());
        }
    }
}
