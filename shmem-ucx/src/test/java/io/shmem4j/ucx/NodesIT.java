// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.attach.Job;
import io.shmem4j.error.ShmemException;
import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs on two nodes, from their start to good and bad ends; {@link Oshrun} looks whether files are left. */
@Execution(ExecutionMode.CONCURRENT)
@TakesLong
class NodesIT {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    /** More than PEs write before their output, and no more than the pipes from them hold. */
    private static final long PIPE_BYTES = 64 << 10;

    @TempDir
    private Path folder;

    @BeforeAll
    static void needUcx() {
        SeveralMachines.assume();
    }

    private static List<String> job(String what, String... options) {
        return job(4, what, options);
    }

    /** {@return a job of one PE on each node, where PEs of one node are no part of what is tried} */
    private static List<String> pair(String what, String... options) {
        return job(2, what, options);
    }

    private static List<String> job(int np, String what, String... options) {
        return Oshrun.words(np, Oshrun.program(NodesProgram.class, what),
            Stream.concat(Stream.of("--split", "2", "--heap-size", "1m"), Stream.of(options)).toArray(String[]::new));
    }

    @Thorough
    @Test
    void atomicsOfBothKindsLoseNothing() {
        Oshrun.Result result = Oshrun.run(job("atomics")).expect(0);
        assertEquals(Collections.nCopies(4, "sums truetruetrue"), result.outLines(), result::err);
    }

    @Test
    void barriersPublishWhatOtherNodesHavePut() {
        assertEquals(Collections.nCopies(4, "relayed"), Oshrun.run(job("relay")).expect(0).outLines());
    }

    @Thorough
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        ">/dev/full | 1   | can't write standard output (/dev/full): No space left on device",
        "'| head -1' | 141 | the output was closed by its reader",
    })
    void outputThatCannotBeWrittenEndsTheJob(String where, int status, String message) throws IOException {
        Path script = Files.writeString(folder.resolve("redirected"), "#!/bin/bash\nset -o pipefail\n'"
            + Oshrun.home().resolve("oshrun") + "' \"$@\" " + where + "\n");
        assertTrue(script.toFile().setExecutable(true));
        try (Oshrun run = Oshrun.start(script, folder, Map.of(), pair("lines"))) {
            assertEquals("oshrun: " + message + "\n", run.await().expect(status).err());
        }
    }

    /** The head has no memory for what nobody reads. */
    @Thorough
    @Test
    void pausedReadersHoldUpThePes() throws Exception {
        Path fifo = folder.resolve("go");
        assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
        Path script = Files.writeString(folder.resolve("paused"), "set -o pipefail\n'"
            + Oshrun.home().resolve("oshrun") + "' \"$@\" | { read -r _ <'" + fifo + "'; head -1; }\n");
        try (Oshrun run = Oshrun.start(script, folder, Map.of(), pair("lines", "--hang-detect", "0"))) {
            long start = System.nanoTime();
            long last = 0;
            for (int same = 0; same < 20;) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
                assertTrue(System.nanoTime() - start < LIMIT_NANOS, "PEs print on, or none has begun");
                long now = writtenByPes(run);
                same = now > PIPE_BYTES && now == last ? same + 1 : 0;
                last = now;
            }
            Files.writeString(fifo, "\n");
            Oshrun.Result result = run.awaitEnd().expect(141);
            assertEquals(1, result.outLines().size());
            assertEquals("oshrun: the output was closed by its reader\n", result.err());
            awaitNothingLeft(run);
        }
    }

    /** {@return number of bytes that the PEs of a run have written} */
    private static long writtenByPes(Oshrun run) {
        return run.process().descendants().filter(process -> {
            String line = process.info().commandLine().orElse("");
            return line.contains(NodesProgram.class.getName()) && !line.contains("launch.cli.Launcher");
        }).mapToLong(pe -> {
            try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pe.pid()), "io"))) {
                return lines.filter(line -> line.startsWith("wchar: ")).mapToLong(line ->
                    Long.parseLong(line.substring("wchar: ".length()))).sum();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }).sum();
    }

    /** The heaps of the other node's PEs are holes where PE 0 is. */
    @Thorough
    @Test
    void noSnapshotIsWrittenOfOneNodeAlone() {
        Path file = folder.resolve("snapshot");
        Oshrun.Result result = Oshrun.run(pair("checkpoint", "-x", "SHMEM_CHECKPOINT=" + file)).expect(1);
        assertTrue(result.err().contains("the snapshot " + file + " can't be written: java.io.IOException: the job "
            + "runs on several nodes, and PE 0 sees only the memory of its own node"), result::err);
        assertFalse(Files.exists(file));
    }

    @Thorough
    @Test
    void nonBlockingRoutinesCompleteAtQuiet() {
        assertEquals(Collections.nCopies(2, "right"), Oshrun.run(Oshrun.words(2, Oshrun.program(LaterProgram.class),
            "--split", "2", "-J-Dshmem4j.guard=true")).expect(0).outLines());
    }

    /** UCX carries them, or the library's own connections do. */
    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"--split 2", "--split 2 --respawn 0"})
    void smallPutsTravelTogetherAndInOrder(String options) {
        assertEquals(Collections.nCopies(4, "right"), Oshrun.run(Oshrun.words(4,
            Oshrun.program(GatheredPutsProgram.class), (options + " --heap-size 1m -J-Dshmem4j.guard=true").split(" ")))
            .expect(0).outLines());
    }

    /** Simulates a forgotten check of the node of a PE. */
    @Thorough
    @Test
    void guardedHeapsOfOtherNodesCantBeRead() {
        Oshrun.Result result = Oshrun.run(pair("foreign", "-J-Dshmem4j.guard=true", "-J-XX:-CreateCoredumpOnCrash",
            "-J-XX:ErrorFile=" + folder.resolve("crash.log")));
        assertTrue(result.status() != 0 && !result.out().contains("read"), result::err);
    }

    @Thorough
    @Test
    void scriptStartsAgents() throws IOException {
        Oshrun.Result result = Oshrun.run(Oshrun.words(3, Oshrun.program(NodesProgram.class, "atomics"), "--hosts",
            "a:2,b:1", "--starter", "exec:" + HereScript.in(folder))).expect(0);
        assertEquals(3, result.out().split("sums truetruetrue", -1).length - 1, result::err);
        assertEquals("", result.err());
    }

    /** Command lines are readable by every user of both machines. */
    @Thorough
    @Test
    void variablesOfAnyNameAndValueStandOnNoCommandLine() throws IOException {
        Path words = folder.resolve("words");
        Path script = folder.resolve("noting");
        command(script, "printf '%s\\n' \"$@\" >>" + words + "; shift; exec \"$@\"");
        String secret = "it's a \"$HOME\" \\n `secret`\n\nand + more ";
        Oshrun.Result result;
        try (Oshrun run = Oshrun.start(Oshrun.home().resolve("oshrun"), Oshrun.home(),
            Map.of("PASSWORD", secret, "SHMEM_PASSWORD", secret, "SHMEM_ODD.NAME", secret, "n", secret, "v", secret),
            Oshrun.words(2, Oshrun.program(NodesProgram.class, "variables", "PASSWORD", "SHMEM_PASSWORD", "n", "v"),
                "--hosts", "a,b", "--starter", "exec:" + script, "-x", "PASSWORD", "-x", "n", "-x", "v"))) {
            result = run.await().expect(0);
        }
        String all = (secret + "|").repeat(4);
        assertEquals(2, result.out().split(Pattern.quote(all), -1).length - 1, result::toString);
        assertFalse(Files.readString(words).contains("secret"), () -> words.toString());
    }

    @Thorough
    @Test
    void classPathOfTheEnvironmentReachesAllHosts() throws IOException {
        Path script = folder.resolve("elsewhere");
        command(script, "shift; exec env -u CLASSPATH \"$@\"");
        Oshrun.Result result = Oshrun.run(Map.of("CLASSPATH", Oshrun.classPath(NodesProgram.class)), List.of("-np", "2",
            "--hosts", "a,b", "--starter", "exec:" + script, NodesProgram.class.getName(), "maps")).expect(0);
        assertEquals(List.of("UCX true", "UCX true"), result.outLines(), result::err);
    }

    /** Slurm runs a command on a node; here the node is this machine. */
    @Test
    void allocationTellsHosts() throws IOException {
        Path commands = Files.createDirectory(folder.resolve("slurm"));
        command(commands.resolve("scontrol"), "[ \"$*\" = 'show hostnames n[7-8]' ] && printf 'n7\\nn8\\n'");
        command(commands.resolve("srun"), "while [ \"$1\" != /bin/sh ]; do shift; done; exec \"$@\"");
        Map<String, String> allocation = Map.of("PATH", commands + ":" + System.getenv("PATH"), "SLURM_JOB_NUM_NODES",
            "2", "SLURM_JOB_NODELIST", "n[7-8]", "SLURM_TASKS_PER_NODE", "1(x2)");
        List<String> words = Oshrun.words(2, Oshrun.program(NodesProgram.class, "maps"));
        assertEquals(List.of("UCX true", "UCX true"), Oshrun.run(allocation, words).expect(0).outLines());
        Map<String, String> step = new HashMap<>(allocation);
        step.put("SLURM_STEP_ID", "0");
        assertEquals(List.of("UCX false", "UCX false"), Oshrun.run(step, words).expect(0).outLines());
    }

    private static void command(Path script, String text) throws IOException {
        Files.writeString(Files.createFile(script,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))),
            "#!/bin/sh\n" + text + "\n");
    }

    @Thorough
    @Test
    void nodesNameWhatTheyLack() {
        Oshrun.Result device = Oshrun.run(Map.of("UCX_NET_DEVICES", "nosuch0"), job("hang")).expect(125);
        assertTrue(device.err().matches("(?s).*oshrun: node \\d \\(.+\\): UCX_NET_DEVICES=nosuch0 names no device"
            + " that is up; there are .*"), device::err);
        Oshrun.Result transport = Oshrun.run(job("hang", "--ucx-tls", "nosuch")).expect(125);
        assertTrue(transport.err().matches("(?s).*oshrun: node \\d \\(.+\\): UCX: can't begin: No such device.*"),
            transport::err);
    }

    @Thorough
    @Test
    void onlyJobsOnSeveralNodesMapUcx() {
        assertEquals(Collections.nCopies(2, "UCX true"), Oshrun.run(pair("maps")).expect(0).outLines());
        Oshrun.Result alone = Oshrun.run(Oshrun.words(2, Oshrun.program(NodesProgram.class, "maps"),
            "-J-Xlog:class+load:file=" + folder.resolve("classes.%p"))).expect(0);
        assertEquals(List.of("UCX false", "UCX false"), alone.outLines());
        assertEquals(List.of(), classesOf("io.shmem4j.ucx."));
    }

    private List<String> classesOf(String name) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("classes.")).flatMap(file -> {
                try {
                    return Files.readAllLines(file).stream();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }).filter(line -> line.contains(" " + name) && !line.contains(NodesProgram.class.getName())).toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void failingPeEndsAllNodes() {
        Oshrun.Result result = Oshrun.run(job("exit")).expect(7);
        assertTrue(result.err().matches("(?s).*oshrun: node 1 \\(.*\\): PE 3 \\(pid \\d+\\) exited with status 7.*"),
            result::err);
    }

    @Thorough
    @Test
    void teamsWhoseMembersCallTheSameEndInSilence() {
        assertEquals("", Oshrun.run(job("teams")).expect(0).err());
    }

    @Thorough
    @Test
    void globalExitEndsAllNodes() {
        Oshrun.Result result = Oshrun.run(job("abort", "--bind-to", "hwthread:overload-allowed", "--report-bindings"))
            .expect(5);
        assertTrue(result.err().contains(" called global_exit(5)"), result::err);
        for (int pe = 0; pe < 4; pe++) {
            assertTrue(result.err().matches("(?s).*oshrun: PE " + pe + " \\(pid \\d+\\) bound to package.*"),
                result::err);
        }
    }

    /** The PEs of the other node hear of the state of the one that has left. */
    @Thorough
    @Test
    void waitForPeThatHasLeftEnds() {
        Oshrun.Result result = Oshrun.run(job("leave")).expect(1);
        assertTrue(result.err().contains("PE 3 has ended its use of the library"), result::err);
    }

    @Thorough
    @Test
    void timeLimitNamesTheHostThatDoesNotAnswer() throws IOException {
        Path script = folder.resolve("silent");
        command(script, "[ $1 != b ] || exec sleep 100\nshift\nexec \"$@\"");
        Oshrun.Result result = Oshrun.run(List.of("--timeout", "1", "--hosts", "a:1,b:1", "--starter", "exec:" + script,
            "ring")).expect(124);
        assertTrue(result.err().contains("PE 1 runs on node 1 (b), whose agent has not started\n"
            + "oshrun: time limit of 1 s reached\n"), result::err);
    }

    @Thorough
    @Test
    void hostsThatDoNotAnswerAreNamedWithoutALimitToo() throws IOException {
        Path script = folder.resolve("silent");
        command(script, "[ $1 != b ] || exec sleep 1000\nshift\nexec \"$@\"");
        try (Oshrun run = Oshrun.start(List.of("--hosts", "a:1,b:1", "--starter", "exec:" + script, "ring"))) {
            run.awaitError("\n", 1);
            run.signal("TERM");
            String said = run.await().expect(143).err();
            assertTrue(said.startsWith("oshrun: still waits for the agents of node 1 (b); try: " + script
                + " b true\n"), said);
        }
    }

    /** The limit may end while PEs still start on a busy machine: other tests check the report of waiting PEs. */
    @Thorough
    @Test
    void timeLimitEndsAllNodes() {
        Oshrun.Result result = Oshrun.run(job("hang", "--timeout", "2", "--hang-detect", "0")).expect(124);
        assertTrue(result.err().endsWith("oshrun: time limit of 2 s reached\n"), result::err);
        assertTrue(result.err().matches("(?s).*PEs 2 to 3 run on node 1 \\(.*"), result::err);
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = "stream")
    void killedPeEndsAllNodes(String what) {
        try (Oshrun run = Oshrun.start(job(what, "--hang-detect", "0"))) {
            run.awaitOutput("pid ", 4);
            Oshrun.signal(run.pids("pid").getFirst(), "KILL");
            run.await().expect(137);
        }
    }

    /** The dead agent's PEs end by themselves and remove their node's files. */
    @Thorough
    @ParameterizedTest
    @ValueSource(strings = "puts")
    void killedAgentEndsAllNodes(String what) {
        try (Oshrun run = Oshrun.start(pair(what, "--hang-detect", "0"))) {
            run.awaitOutput("pid ", 2);
            long pe = run.pids("pid").getFirst();
            Oshrun.signal(ProcessHandle.of(pe).orElseThrow().parent().orElseThrow().pid(), "KILL");
            Oshrun.Result result = run.awaitEnd().expect(1);
            assertTrue(result.err().contains("its agent has gone"), result::err);
            awaitNothingLeft(run);
        }
    }

    /** A late answer would find no PE, and UCX would abort the agent. */
    @Thorough
    @Test
    void pesThatEndAwaitTheAnswersOfAgents() throws IOException {
        Path file = folder.resolve("end");
        try (Oshrun run = Oshrun.start(Oshrun.words(2, Oshrun.program(NodesProgram.class, "end", file.toString()),
            "--split", "2", "--heap-size", "1m", "-x", "SHMEM_CHECK=0"))) {
            run.awaitOutput("pe0 ", 1);
            run.awaitOutput("pe1 ", 1);
            assertTrue(ends(run.pids("pe1").getFirst(), LIMIT_NANOS), "PE 1 goes on");
            long agent = run.pids("agent1").getFirst();
            Oshrun.signal(agent, "STOP");
            Files.createFile(file);
            assertFalse(ends(run.pids("pe0").getFirst(), TimeUnit.SECONDS.toNanos(1)), "PE 0 has ended");
            Oshrun.signal(agent, "CONT");
            assertEquals("", run.await().expect(0).err());
        }
    }

    @Thorough
    @Test
    void agentsThatDieAfterTheirPesLeaveNoFiles() throws IOException {
        Path jobs = Files.createDirectory(folder.resolve("jobs"));
        agentsDieAfterTheirPes("-x", "SHMEM_SHM_DIR=" + jobs);
        assertEquals(List.of(), Oshrun.names(jobs));
    }

    /** UCX aborts the first agent when it goes on, because it has answers for PEs that have died. */
    private static void agentsDieAfterTheirPes(String... options) {
        try (Oshrun run = Oshrun.start(pair("puts", Stream.concat(Stream.of("--hang-detect", "0"), Stream.of(options))
            .toArray(String[]::new)))) {
            run.awaitOutput("pid ", 2);
            List<ProcessHandle> pes = run.pids("pid").stream().map(pe -> ProcessHandle.of(pe).orElseThrow()).toList();
            List<ProcessHandle> agents = pes.stream().map(pe -> pe.parent().orElseThrow()).distinct().toList();
            Oshrun.signal(run.process().pid(), "STOP");
            Oshrun.signal(agents.getFirst().pid(), "STOP");
            Oshrun.signal(agents.getLast().pid(), "KILL");
            pes.forEach(pe -> assertTrue(ends(pe.pid(), LIMIT_NANOS), "a PE goes on"));
            Oshrun.signal(agents.getFirst().pid(), "CONT");
            Oshrun.signal(run.process().pid(), "CONT");
            Oshrun.Result result = run.await().expect(1);
            assertTrue(result.err().contains("its agent has gone"), result::err);
        }
    }

    /** {@return whether a process ends in so long}; those of a stopped agent stay as zombies. */
    private static boolean ends(long pid, long nanos) {
        Path state = Path.of("/proc", Long.toString(pid), "stat");
        long start = System.nanoTime();
        try {
            while (Files.exists(state) && !Files.readString(state).contains(") Z ")) {
                if (System.nanoTime() - start > nanos) {
                    return false;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        } catch (IOException e) {
            // It has gone in between.
            return true;
        }
        return true;
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = "puts")
    void killedHeadEndsAllNodes(String what) {
        try (Oshrun run = Oshrun.start(pair(what, "--hang-detect", "0"))) {
            run.awaitOutput("pid ", 2);
            Oshrun.signal(run.process().pid(), "KILL");
            awaitNothingLeft(run);
            for (long pe : run.pids("pid")) {
                ProcessHandle.of(pe).ifPresent(process -> process.onExit().join());
            }
            assertEquals("", run.awaitEnd().err(), "agents say nothing of a head that has gone");
        }
    }

    @Weekly
    @ParameterizedTest
    @ValueSource(strings = {"hang", "puts", "sums", "stream"})
    void deathsInOtherWorkEndAllNodes(String what) {
        killedPeEndsAllNodes(what);
        killedAgentEndsAllNodes(what);
        killedHeadEndsAllNodes(what);
    }

    private static void awaitNothingLeft(Oshrun run) {
        long start = System.nanoTime();
        while (!run.leftovers().isEmpty()) {
            assertTrue(System.nanoTime() - start < LIMIT_NANOS, () -> "left: " + left(run));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    /** {@return what is left in which folder, by which processes, and what the job has said} */
    private static String left(Oshrun run) {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(run.shm())) {
            files.map(Path::toString).forEach(found::add);
        } catch (IOException e) {
            found.add(e.toString());
        }
        ProcessHandle.allProcesses().filter(process -> process.info().commandLine().orElse("")
            .contains(NodesProgram.class.getName())).forEach(process -> found.add("process " + process.pid()));
        return String.join("\n", found) + "\n" + run.pids("pid") + "\n" + String.join("\n", run.errorLines());
    }

    @Thorough
    @Test
    void memoryOfOneNodeIsNotRead() {
        try (Oshrun run = Oshrun.start(pair("hang", "--hang-detect", "0"))) {
            run.awaitOutput("pid ", 2);
            List<String> running = Job.running(run.shm());
            assertFalse(running.isEmpty());
            for (String id : running) {
                String message = assertThrows(ShmemException.class, () -> Job.attach(id, run.shm())).getMessage();
                assertTrue(message.startsWith("job " + id + " runs on 2 nodes; "), message);
            }
            run.signal("TERM");
            run.await().expect(143);
        }
    }

    @Thorough
    @Test
    void missingProgramIsTold() {
        Oshrun.Result result = Oshrun.run(List.of("--split", "2", "-np", "2", "no.such.Program")).expect(127);
        assertTrue(result.err().contains("no.such.Program"), result::err);
    }
}
