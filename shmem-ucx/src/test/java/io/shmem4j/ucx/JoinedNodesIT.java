// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JVMs that something else than {@code oshrun} starts on two machines, which are this one by a script. */
@TakesLong
class JoinedNodesIT {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    /** Less than three messages of puts. */
    private static final long MOST_LEFT = 3 << 10;
    private static final String RIGHT = "true true true";

    @TempDir
    private static Path folder;
    private static Path starter;

    private final List<Oshrun> jvms = new ArrayList<>();
    private final List<ProcessHandle> launchers = new ArrayList<>();
    private Path shm;

    @BeforeAll
    static void needUcx() throws IOException {
        SeveralMachines.assume();
        starter = HereScript.in(folder);
    }

    @BeforeEach
    void makeFolder() throws IOException {
        shm = Files.createTempDirectory(Path.of("/dev/shm"), "joined-it-");
    }

    @AfterEach
    void end() {
        jvms.forEach(Oshrun::close);
        try (Stream<Path> files = Files.walk(shm)) {
            files.sorted((a, b) -> b.compareTo(a)).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@return what all JVMs of a test have in their environment} */
    private Map<String, String> environment(String... more) {
        Map<String, String> all = new HashMap<>(Map.of("SHMEM_SHM_DIR", shm.toString(), "SHMEM_SYMMETRIC_SIZE", "64k",
            "SHMEM_JOIN", "far", "UCX_NET_DEVICES", "lo"));
        for (int at = 0; at < more.length; at += 2) {
            all.put(more[at], more[at + 1]);
        }
        return all;
    }

    private Map<String, String> pe(int pe, String hosts, int nPes) {
        return environment("SHMEM_HOSTS", hosts, "SHMEM_STARTER", "exec:" + starter, "SHMEM_PE",
            Integer.toString(pe), "SHMEM_NPES", Integer.toString(nPes));
    }

    private Oshrun start(Map<String, String> environment, String... words) {
        return start(Oshrun.classPath(JoinedProgram.class, Shmem.class, ShmJob.class, UcxNodes.class), environment,
            words);
    }

    private Oshrun start(String classPath, Map<String, String> environment, String... words) {
        List<String> command = new ArrayList<>(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xmx64m",
            "-XX:TieredStopAtLevel=1", "-XX:NativeMemoryTracking=summary", "--enable-native-access=ALL-UNNAMED",
            "-cp", classPath, JoinedProgram.class.getName()));
        command.addAll(List.of(words));
        Oshrun jvm = Oshrun.start(Path.of(System.getProperty("java.home"), "bin", "java"), shm, environment, command);
        jvms.add(jvm);
        return jvm;
    }

    /** {@return JVMs that are PEs 0, 1, ... on hosts a and b, half of them each} */
    private List<Oshrun> startAll(int nPes, String... words) {
        List<Oshrun> all = new ArrayList<>();
        for (int pe = 0; pe < nPes; pe++) {
            all.add(start(pe(pe, "a:" + nPes / 2 + ",b:" + nPes / 2, nPes), words));
        }
        return all;
    }

    private static List<String> lines(Oshrun jvm) {
        return jvm.awaitEnd().expect(0).out().lines().filter(line -> !line.startsWith("pid ")).toList();
    }

    private void awaitNothingLeft() {
        await(() -> {
            try (Stream<Path> files = Files.list(shm)) {
                return files.toList();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        await(() -> launchers.stream().filter(ProcessHandle::isAlive).toList());
    }

    private static void await(Supplier<List<?>> left) {
        long start = System.nanoTime();
        while (!left.get().isEmpty()) {
            assertTrue(System.nanoTime() - start < LIMIT_NANOS, () -> "left: " + left.get());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    /**
     * Waits until all JVMs have said something, and {@return a launcher with a word among those of their job} Those of
     * an earlier job of the same JVMs may still be ending.
     */
    private ProcessHandle running(String text, int times, String word) {
        jvms.forEach(jvm -> jvm.awaitOutput(text, times));
        List<ProcessHandle> found = jvms.stream().flatMap(jvm -> jvm.process().descendants())
            .filter(process -> process.info().commandLine().orElse("").contains("launch.cli.Launcher"))
            .filter(process -> !launchers.contains(process)).toList();
        launchers.addAll(found);
        return found.stream().filter(process -> process.info().commandLine().orElse("").contains(word)).findFirst()
            .orElseThrow();
    }

    @Thorough
    @Test
    void jvmsJoinAgainAndHearOfADeath() {
        List<Oshrun> all = startAll(4, "sum", "sum", "wait");
        running("pid ", 1, "--agent");
        long killed = all.get(3).pids("pid").getFirst();
        Oshrun.signal(killed, "KILL");
        for (Oshrun jvm : all.subList(0, 3)) {
            assertEquals(List.of(RIGHT, RIGHT, "failed: job far: PE 3 (process " + killed + ") has died: its JVM was "
                + "killed, or ended without finish or close"), lines(jvm));
        }
        awaitNothingLeft();
    }

    /** Also where somebody has interrupted a thread of the library, which would not rest any more. */
    @Thorough
    @Test
    void aDeadlockEndsTheJobOnAllMachines() {
        for (Oshrun jvm : startAll(4, "forever", "sum")) {
            List<String> lines = lines(jvm);
            assertEquals("failed: job far: deadlock: every PE waits and none can go on", lines.getFirst());
            assertEquals(4, lines.stream().filter(line -> line.matches(" +[0-3] +\\d+ +waiting .*\"?values.*"))
                .count(), lines::toString);
            assertEquals(RIGHT, lines.getLast());
        }
        awaitNothingLeft();
    }

    /** A job after the first two takes no memory that the JVM does not give back. */
    @Thorough
    @Test
    void jvmsThatJoinAgainKeepNoMemory() {
        for (Oshrun jvm : startAll(2, "sum", "sum", "memory", "sum", "sum", "sum", "memory")) {
            List<Long> bytes = jvm.awaitEnd().expect(0).out().lines().filter(line -> line.startsWith("memory "))
                .map(line -> Long.valueOf(line.substring("memory ".length()))).toList();
            assertEquals(2, bytes.size());
            assertTrue(bytes.get(1) - bytes.get(0) < MOST_LEFT, bytes::toString);
        }
        awaitNothingLeft();
    }

    @Thorough
    @Test
    void jvmsHearOfAnAgentThatDiesOrAHead() {
        List<Oshrun> all = startAll(2, "put", "put", "exit", "sum");
        running("pid ", 1, "--agent").destroyForcibly();
        running("pid ", 2, "--head").destroyForcibly();
        for (Oshrun jvm : all) {
            List<String> lines = lines(jvm);
            assertTrue(lines.get(0).matches("failed: job far: (the agent of node [01] \\(process \\d+\\) has died"
                + "|node [01] \\([ab]\\): its agent has gone)"), lines::toString);
            assertEquals("failed: job far: the head of its nodes has gone", lines.get(1));
            assertTrue(lines.get(2).matches("(refused: PE [01] has ended job far with status 3)|(failed: job far: "
                + "PE [01] \\(process \\d+\\) has ended the job with status 3)"), lines::toString);
            assertEquals(RIGHT, lines.get(3));
        }
        awaitNothingLeft();
    }

    /** Slurm runs a command on a node; here the node is this machine. Other starters take its nodes. */
    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"srun", "exec"})
    void tasksOfAStepJoin(String kind) throws IOException {
        Path commands = Files.createDirectory(folder.resolve(kind));
        command(commands.resolve("scontrol"), "[ \"$*\" = 'show hostnames n[7-8]' ] && printf 'n7\\nn8\\n'");
        command(commands.resolve("srun"), "[ -z \"$SLURM_LABELIO\" ] || exit 1; while [ \"$1\" != -w ]; do shift; done;"
            + " [ \"$2\" = n7 ] || [ \"$2\" = n8 ] || exit 1; shift; shift; exec \"$@\"");
        String agentsBy = kind.equals("srun") ? kind : "exec:" + starter;
        List<Oshrun> tasks = new ArrayList<>();
        for (int task = 0; task < 2; task++) {
            tasks.add(start(environment("PATH", commands + ":" + System.getenv("PATH"), "SLURM_NNODES", "2",
                "SLURM_STEP_NODELIST", "n[7-8]", "SLURM_STEP_TASKS_PER_NODE", "1(x2)", "SLURM_NTASKS", "2",
                "SLURM_PROCID", Integer.toString(task), "SLURM_NODEID", Integer.toString(task), "SLURM_LOCALID", "0",
                "SLURM_LABELIO", "1", "SHMEM_STARTER", agentsBy), "sum"));
        }
        assertEquals(Collections.nCopies(2, List.of(RIGHT)), tasks.stream().map(JoinedNodesIT::lines).toList());
        awaitNothingLeft();
    }

    private static void command(Path script, String text) throws IOException {
        Files.writeString(Files.createFile(script,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))),
            "#!/bin/sh\n" + text + "\n");
    }

    @Thorough
    @Test
    void unlikeMachinesAreToldOnAll() {
        Map<String, String> other = pe(1, "a:1,b:1", 2);
        other.put("SHMEM_SYMMETRIC_SIZE", "128k");
        List<Oshrun> both = List.of(start(pe(0, "a:1,b:1", 2), "sum"), start(other, "sum"));
        for (Oshrun jvm : both) {
            assertTrue(lines(jvm).getFirst().matches("failed: job far: node 1 \\(.+\\) has joined with heaps of 131072 "
                + "bytes, but node 0 with heaps of 65536 bytes"), () -> jvm.outSoFar());
        }
        awaitNothingLeft();
    }

    @Thorough
    @Test
    void machinesThatDoNotComeAreNamed() {
        Map<String, String> first = pe(0, "a:1,b:2", 3);
        first.put("SHMEM_JOIN_TIMEOUT", "20");
        assertEquals(List.of("failed: job far: not all nodes are there in time, node 1 (b) with PEs 1 to 2 is missing"),
            lines(start(first, "sum")));
        awaitNothingLeft();
    }

    @Thorough
    @Test
    void machinesThatCannotBeReachedAreNamed() throws IOException {
        Path closed = folder.resolve("closed");
        command(closed, "[ \"$1\" = typo ] && exit 255; shift; exec \"$@\"");
        Map<String, String> first = pe(0, "a:1,typo:1", 2);
        first.put("SHMEM_STARTER", "exec:" + closed);
        Oshrun jvm = start(first, "sum");
        assertEquals(List.of("failed: job far: node 1 (typo): its agent has not started"), lines(jvm));
        assertTrue(jvm.awaitEnd().err().contains("oshrun: node 1 (typo): its agent has not started"));
        awaitNothingLeft();
    }

    /** The environment of a JVM has one number only. */
    @Thorough
    @Test
    void aSecondThreadOfAJvmIsRefusedAtOnce() {
        Oshrun jvm = start(pe(0, "a:2,b:2", 4), "twice");
        String pid = Long.toString(jvm.process().pid());
        assertEquals(Collections.nCopies(2, "failed: job far: process " + pid + " joins as PE 0, which process " + pid
            + " is already"), lines(jvm));
        awaitNothingLeft();
    }

    @Thorough
    @Test
    void withoutItsJarAJvmIsRefused() {
        Oshrun jvm = start(Oshrun.classPath(JoinedProgram.class, Shmem.class, ShmJob.class), pe(0, "a:1,b:1", 2),
            "sum");
        assertEquals(List.of("refused: job far: the class path has no jar of shmem-ucx, which jobs on several machines "
            + "need"), lines(jvm));
        awaitNothingLeft();
    }
}
