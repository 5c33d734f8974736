// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** PEs in JVMs that users start themselves, with the two jars of the library and no launcher. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@ResourceLock("jobs of this JVM")
class OwnJvmIT {
    private static final String FLAG = "--enable-native-access=ALL-UNNAMED";
    private static final String LIBRARY = Oshrun.classPath(Shmem.class, ShmJob.class);

    private static String run(Path folder, int status, List<String> words) throws Exception {
        List<String> command = new ArrayList<>(words);
        command.set(0, Path.of(System.getProperty("java.home"), "bin", words.getFirst()).toString());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        Path shm = Files.createDirectory(folder.resolve("shm"));
        builder.environment().put("SHMEM_SHM_DIR", shm.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(status, process.waitFor(), said);
        try (var left = Files.list(shm)) {
            assertEquals(List.of(), left.toList(), "left behind");
        }
        return said;
    }

    private static PageProgram program(Path folder) throws Exception {
        return PageProgram.of("docs/how-to/run-in-one-jvm.md").getFirst().compile(folder);
    }

    @Test
    void plainJavaRunsTheProgramOfThePage(@TempDir Path folder) throws Exception {
        PageProgram squares = program(folder);
        assertEquals(squares.output(), run(folder, 0,
            List.of("java", FLAG, "-cp", LIBRARY + File.pathSeparator + folder, squares.name())));
    }

    @Test
    void jvmsJoinByTheProgramOfThePage(@TempDir Path folder) throws Exception {
        PageProgram sum = PageProgram.of("docs/how-to/share-memory-between-jvms.md").getFirst().compile(folder);
        Path shm = Files.createDirectory(folder.resolve("shm"));
        List<Process> processes = new ArrayList<>();
        for (String number : List.of("0", "1")) {
            String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
            ProcessBuilder builder = new ProcessBuilder(java, FLAG, "-cp", LIBRARY + File.pathSeparator + folder,
                sum.name(), number, "2").redirectErrorStream(true);
            builder.environment().put("SHMEM_SHM_DIR", shm.toString());
            processes.add(builder.start());
        }
        for (int pe = 0; pe < 2; pe++) {
            assertEquals("PE " + pe + " sees 3\n", new String(processes.get(pe).getInputStream().readAllBytes(),
                StandardCharsets.UTF_8));
            assertEquals(0, processes.get(pe).waitFor());
        }
        try (var left = Files.list(shm)) {
            assertEquals(List.of(), left.toList(), "left behind");
        }
    }

    @Thorough
    @Test
    void promptRunsPesToo(@TempDir Path folder) throws Exception {
        Path script = Files.writeString(folder.resolve("prompt.jsh"), """
            import io.shmem4j.*;
            int[] seen = new int[4];
            Shmem.Program each = () -> { try (Shmem s = Shmem.init()) { seen[s.myPe()] = s.nPes(); } };
            Shmem.run(4, each);
            Shmem.run(3, each);
            System.out.println(java.util.Arrays.toString(seen));
            /exit
            """);
        String said = run(folder, 0, List.of("jshell", "-J-Djava.util.prefs.userRoot=" + folder, "--class-path",
            LIBRARY, "-R" + FLAG, script.toString()));
        // The JDK may say before that it has made a folder for the user's preferences.
        assertTrue(said.endsWith("[3, 3, 3, 4]\n"), said);
    }

    @Thorough
    @Test
    void failureEndsTheJvmWithTheNameOfThePe(@TempDir Path folder) throws Exception {
        Path source = Files.writeString(folder.resolve("Fails.java"), """
            import io.shmem4j.Shmem;
            void main() {
                Shmem.run(3, () -> {
                    try (Shmem shmem = Shmem.init()) {
                        if (shmem.myPe() == 1) {
                            throw new IllegalStateException("too cold");
                        }
                        shmem.barrierAll();
                    }
                });
            }
            """);
        String said = run(folder, 1, List.of("java", FLAG, "-cp", LIBRARY, source.toString()));
        assertTrue(said.contains("JobFailedException: PE 1 of 3: java.lang.IllegalStateException: too cold\n"), said);
    }

    @Thorough
    @Test
    void launcherRefusesItInItsPes(@TempDir Path folder) throws Exception {
        PageProgram squares = program(folder);
        for (String perJvm : new String[] {"1", "2"}) {
            String said = Oshrun.run(Oshrun.words(2, List.of("-cp", folder.toString(), squares.name()),
                "--pes-per-jvm", perJvm)).expect(1).err();
            assertTrue(said.contains("Shmem.run: this JVM runs PEs of a job already, which can't start others"), said);
        }
    }
}
