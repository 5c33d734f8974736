// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shmem4j.Shmem;
import io.shmem4j.observe.Trace;
import io.shmem4j.observe.TraceLayout;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs of JVMs as frameworks and starters run them, by stand-ins: a service, a step of srun, containers. */
class StartedByOthersIT {
    private final Shells shells = new Shells();

    @AfterEach
    void end() {
        shells.close();
    }

    private static String http(String port, String path, String put) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
            if (put != null) {
                request.PUT(HttpRequest.BodyPublishers.ofString(put));
            }
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    @Thorough
    @Test
    void instancesOfAServiceShareATable() throws Exception {
        List<Shells.Shell> instances = new ArrayList<>();
        for (int instance = 0; instance < 3; instance++) {
            instances.add(shells.begin(Map.of(), ServiceProgram.class, Integer.toString(instance), "3"));
        }
        List<String> ports = instances.stream().map(instance -> instance.line().replace("port ", "")).toList();
        http(ports.get(1), "/7", "19.5");
        for (String port : ports) {
            assertEquals("19.5", http(port, "/1/7", null));
            assertEquals("0.0", http(port, "/2/7", null));
        }
        Oshrun.signal(instances.get(1).pid(), "TERM");
        assertEquals(143, instances.get(1).await());
        assertEquals("19.5", http(ports.get(2), "/1/7", null), "what it has left is there");
        Oshrun.signal(instances.get(0).pid(), "TERM");
        Oshrun.signal(instances.get(2).pid(), "TERM");
        assertEquals(143, instances.get(0).await());
        assertEquals(143, instances.get(2).await());
        shells.expectNothing();
    }

    @Test
    void tasksOfAStepJoin() {
        List<Shells.Shell> tasks = new ArrayList<>();
        for (int task = 0; task < 3; task++) {
            tasks.add(shells.begin(Map.of("SHMEM_JOIN", "job17", "SLURM_PROCID", Integer.toString(task), "SLURM_NTASKS",
                "3", "SLURM_NNODES", "1"), StepProgram.class));
        }
        for (int task = 0; task < 3; task++) {
            assertEquals("task " + task + " sum 6", tasks.get(task).line());
            assertEquals(0, tasks.get(task).await());
        }
        shells.expectNothing();
    }

    @Thorough
    @Test
    void tasksAreTraced() throws IOException {
        Path parts = Files.createDirectory(shells.shm().resolve("steps.parts"));
        List<Shells.Shell> tasks = new ArrayList<>();
        for (int task = 0; task < 2; task++) {
            tasks.add(shells.begin(Map.of("SHMEM_JOIN", "traced", "SHMEM_NPES", "2", "SHMEM_PROFILE",
                Trace.class.getName(), "SHMEM_TRACE_DIR", parts.toString()), StepProgram.class));
        }
        tasks.forEach(task -> assertEquals(0, task.await()));
        String said = Oshrun.run(List.of("trace", parts.toString())).expect(0).err();
        assertTrue(said.matches("(?s).*: \\d+ calls in .*steps.json.*"), said);
        assertTrue(Files.readString(shells.shm().resolve("steps.json")).contains("barrierAll"));
    }

    @Thorough
    @Test
    void aTraceGoesOnInALargerJob() throws IOException {
        Path parts = Files.createDirectory(shells.shm().resolve("jobs.parts"));
        Shells.Shell traced = shells.start(Map.of("SHMEM_PROFILE", Trace.class.getName(), "SHMEM_TRACE_DIR",
            parts.toString()));
        Shells.Shell other = shells.start(Map.of());
        traced.does("join small 0 1", "PE 0 of 1");
        traced.does("finish", "finish");
        traced.say("join large 1 2");
        other.does("join large 0 2", "PE 0 of 2");
        traced.hears("PE 1 of 2");
        traced.say("finish");
        other.does("finish", "finish");
        traced.hears("finish");
        assertTrue(Files.exists(parts.resolve(TraceLayout.fileName(0))));
        assertTrue(Files.exists(parts.resolve(TraceLayout.fileName(1))));
    }

    /** Each JShell runs what is typed in another JVM, which has its environment. */
    @Thorough
    @Test
    void jshellsShareMemory() throws IOException {
        Path lines = shells.shm().resolve("lines.jsh");
        Files.writeString(lines, """
            import io.shmem4j.*
            var shmem = Shmem.init()
            var x = shmem.allocateLongs(1).named("x")
            shmem.p(x, 0, 40 + shmem.myPe(), 1 - shmem.myPe())
            shmem.barrierAll()
            System.out.println("PE " + shmem.myPe() + " got " + x.get(0))
            shmem.finish()
            /exit
            """);
        Map<String, String> environment = Map.of("SHMEM_JOIN", "shells", "SHMEM_NPES", "2", "SHMEM_SHM_DIR",
            shells.shm().toString());
        List<String> words = List.of("--class-path", Oshrun.classPath(Shmem.class, ShmJob.class),
            "-R--enable-native-access=ALL-UNNAMED", "-R-XX:TieredStopAtLevel=1", "-J-XX:TieredStopAtLevel=1", "-s",
            lines.toString());
        Path jshell = Path.of(System.getProperty("java.home"), "bin", "jshell");
        try (Oshrun first = Oshrun.start(jshell, shells.shm(), environment, words);
            Oshrun second = Oshrun.start(jshell, shells.shm(), environment, words)) {
            assertEquals(Set.of("PE 0 got 41", "PE 1 got 40"), Set.of(first.awaitEnd().expect(0).out().strip(),
                second.awaitEnd().expect(0).out().strip()));
        }
        Files.delete(lines);
        shells.expectNothing();
    }

    /** Processes in other namespaces, as containers have them, with the same memory file system. */
    @Thorough
    @Test
    void containersJoin() throws Exception {
        List<String> unshare = List.of("unshare", "--pid", "--mount", "--ipc", "--fork", "--mount-proc",
            "--kill-child");
        assumeTrue(succeeds(unshare), "this user may not make namespaces");
        List<Shells.Shell> containers = new ArrayList<>();
        for (int pe = 0; pe < 2; pe++) {
            containers.add(shells.beginIn(unshare, Map.of("SHMEM_JOIN", "boxes", "SHMEM_NPES", "2"),
                ShellProgram.class));
        }
        for (Shells.Shell container : containers) {
            assertTrue(container.line().matches("ready \\d{1,2}"), "it has numbers of its own");
            container.say("init");
        }
        List<String> pes = containers.stream().map(Shells.Shell::line).sorted().toList();
        assertEquals(List.of("main PE 0 of 2", "main PE 1 of 2"), pes);
        containers.forEach(container -> container.say("sum"));
        containers.forEach(container -> container.hears("sum 101"));
        containers.get(0).say("barrier");
        // Processes can't be found by their numbers from outside, where others have these.
        String table = Oshrun.run(List.of("stat", "--once", "boxes", "--shm-dir", shells.shm().toString())).expect(0)
            .out();
        assertTrue(table.matches("(?s).* [01] +0 +waiting +barrierAll .*") && table.matches(
            "(?s).* [01] +0 +running +- .*"), table);
        String stacks = Oshrun.run(List.of("stacks", "boxes", "--shm-dir", shells.shm().toString())).expect(0).out();
        assertTrue(stacks.contains("waiting      barrierAll")
            && stacks.contains("PEs 0, 1 do not answer with a stack"), stacks);
        containers.get(1).kill();
        String died = containers.get(0).line();
        assertTrue(died.matches("main JobFailedException: job boxes: PE [01] \\(process \\d+\\) has died: .*"), died);
        shells.expectNothing();
    }

    private static boolean succeeds(List<String> prefix) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(prefix);
        words.add("true");
        Process process;
        try {
            process = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        } catch (IOException e) {
            return false;
        }
        return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
    }
}
