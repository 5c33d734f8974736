// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.conformance.Conformance;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What a JVM does where the system is not Linux: with the switch for that, in a name space without {@code /proc} and
 * {@code /dev/shm}. Its log of classes shows that the library links no system call.
 */
@Execution(ExecutionMode.CONCURRENT)
class PortableIT {
    private static final String WITHOUT = "mount -t tmpfs -o ro none /proc && mount -t tmpfs -o ro none /dev/shm && "
        + "exec \"$@\"";
    private static final String NEEDS_LINUX = " needs Linux; on other systems PEs run in one JVM, by Shmem.run, "
        + "@ShmemTest, Explore and the simulator's main class (docs/how-to/run-in-one-jvm.md)\n";
    private static final List<String> LINKING = List.of("Syscalls$Linked", "DowncallLinker");

    @TempDir
    Path folder;

    @BeforeAll
    static void requireNameSpaces() throws Exception {
        StringBuilder why = new StringBuilder();
        Assumptions.assumeTrue(run(Map.of(), List.of("true"), why) == 0, () -> "no mounts here: " + why);
    }

    private static int run(Map<String, String> environment, List<String> command, StringBuilder said)
        throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", WITHOUT, "sh"));
        words.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().putAll(environment);
        // A JDK's program finds its own libraries by /proc.
        Path libraries = Path.of(System.getProperty("java.home"), "lib");
        builder.environment().put("LD_LIBRARY_PATH", libraries + ":" + libraries.resolve("server"));
        Process process = builder.start();
        process.getOutputStream().close();
        said.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        return process.waitFor();
    }

    /** Runs a main class, and {@return its output} */
    private String java(int status, Map<String, String> environment, String... words) throws Exception {
        List<String> path = new ArrayList<>(List.of(Oshrun.classPath(PortableProgram.class, Conformance.class)));
        try (Stream<Path> jars = Files.list(Oshrun.home().resolve("target/lib"))) {
            jars.filter(jar -> jar.toString().endsWith(".jar")).forEach(jar -> path.add(jar.toString()));
        }
        Path classes = folder.resolve("classes");
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString(), "-XX:TieredStopAtLevel=1", "-Xlog:class+load:file=" + classes + "::filecount=0",
            "-XX:-UsePerfData", "-Dshmem4j.portable=true", "-Djava.io.tmpdir=" + temporary, "-cp",
            String.join(File.pathSeparator, path)));
        command.addAll(List.of(words));
        StringBuilder said = new StringBuilder();
        assertEquals(status, run(environment, command, said), said::toString);
        String loaded = Files.readString(classes);
        LINKING.forEach(name -> assertTrue(!loaded.contains(name), () -> name + " is loaded\n" + said));
        assertEquals(List.of(), Oshrun.names(temporary));
        return said.toString();
    }

    private String program(Map<String, String> environment, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of(PortableProgram.class.getName()));
        all.addAll(List.of(words));
        return java(0, environment, all.toArray(String[]::new));
    }

    @Test
    void conformance() throws Exception {
        String said = program(Map.of(), "conformance", "SetupCases", "BarrierCases", "LockCases", "SignalCases");
        assertTrue(said.contains(" 0 failed,"), said);
    }

    @Thorough
    @Test
    void conformanceOfMoreGroups() throws Exception {
        String said = program(Map.of(), "conformance", "MemoryCases", "OrderingCases", "ThreadCases",
            "LongsAtomicCases", "LongsWaitCases", "TeamCases", "IntsCollectiveCases", "NonBlockingCases");
        assertTrue(said.contains(" 0 failed,"), said);
    }

    @Weekly
    @Test
    void conformanceOfEverything() throws Exception {
        String said = program(Map.of(), "conformance");
        assertTrue(said.contains(" 0 failed,"), said);
    }

    @Test
    void jobsOfSeveralSizesFindZeros() throws Exception {
        assertEquals("sum of 8 PEs: 28\nsum of 2 PEs: 1\nsum of 16 PEs: 120\nsum of 3 PEs: 3\nsum of 8 PEs: 28\n",
            program(Map.of(), "sizes"));
        assertEquals("sum of 1 PEs: 0\n", program(Map.of(), "alone"));
    }

    @Test
    void deadlockIsReported() throws Exception {
        String said = program(Map.of(), "deadlock");
        assertTrue(said.startsWith("deadlock: every PE waits and none can go on\n")
            && said.contains("\nPE 1 has not entered barrierAll (round 2); it waits in Signal.waitUntil"), said);
    }

    @Thorough
    @Test
    void raceIsFoundInOneJvm() throws Exception {
        String said = program(Map.of("SHMEM_CHECK", "3"), "race");
        assertTrue(said.matches("(?s).*data race: PE [01] (p|get) at PortableProgram.java:.*"), said);
    }

    @Thorough
    @Test
    void schedulesAreExplored() throws Exception {
        String said = program(Map.of(), "schedules");
        assertTrue(said.contains("PE 0 lacks a fence()"), said);
    }

    @Thorough
    @Test
    void simulatedChip() throws Exception {
        assertEquals("sum of 4 PEs: 6\n", java(0, Map.of("SHMEM_NPES", "4"), "io.shmem4j.sim.SimMain",
            PortableProgram.class.getName(), "simulated"));
    }

    @Test
    void processesAreRefusedInASentence() throws Exception {
        String said = java(1, Map.of(), PortableProgram.class.getName(), "join");
        assertTrue(said.contains("Shmem.join" + NEEDS_LINUX), said);
        assertEquals("oshrun: a job of processes" + NEEDS_LINUX, java(125, Map.of(),
            "io.shmem4j.launch.cli.Launcher", "-np", "2", "ring"));
        // The script asks the shell for the system.
        StringBuilder script = new StringBuilder();
        assertEquals(125, run(Map.of("OSTYPE", "darwin24"), List.of("bash", Oshrun.home()
            .resolve("oshrun").toString(), "-np", "2", "ring"), script), script::toString);
        assertEquals("oshrun: a job of processes" + NEEDS_LINUX, script.toString());
    }
}
