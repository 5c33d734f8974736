// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.StartUpCaches;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive, unpacked somewhere, as somebody uses it who can't write it. */
class ArchiveIT {
    private static final String VERSION = System.getProperty("shmem4j.version", "0.1.0");
    /** A number that no user has. */
    private static final String STRANGER = "64321";

    @TempDir
    private static Path folder;
    private static Path root;

    @BeforeAll
    static void unpack() throws Exception {
        Path archive = Oshrun.sources().resolve("target/shmem4j-" + VERSION + ".tar.gz");
        assertEquals(0, new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", folder.toString()).inheritIO()
            .start().waitFor());
        root = folder.resolve("shmem4j-" + VERSION);
        assertEquals(0, new ProcessBuilder("chmod", "-R", "a-w,a+rX", folder.toString()).start().waitFor());
        for (Path up = folder; !up.equals(up.getRoot()) && Files.getOwner(up).equals(Files.getOwner(folder));
            up = up.getParent()) {
            new ProcessBuilder("chmod", "a+x", up.toString()).start().waitFor();
        }
    }

    /** The command, run by root as a user who owns nothing. */
    private static String run(Path home, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("setpriv", "--reuid", STRANGER, "--regid", STRANGER, "--clear-groups"));
        }
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).directory(Path.of("/").toFile()).redirectErrorStream(true);
        builder.environment().remove("XDG_CACHE_HOME");
        builder.environment().put("HOME", home.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().keySet().removeIf(name -> name.startsWith("SHMEM_"));
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), said);
        return said;
    }

    @Test
    void runsForAnybodyFromAnywhere() throws Exception {
        asStranger(home -> {
            assertEquals(2, run(home, root + "/bin/oshrun", "-np", "2", "hello").lines()
                .filter(line -> line.contains(" of 2")).count());
            assertTrue(run(home, root + "/bin/shmemrun", "--version").contains("shmem4j"));
            assertTrue(run(home, root + "/bin/oshstat", "--help").contains("oshstat [options]"));
        });
        assertFalse(Files.exists(root.resolve("target")));
    }

    @Thorough
    @Test
    void keepsItsCachesInTheHomeOfItsUser() throws Exception {
        asStranger(home -> {
            Path caches = home.resolve(".cache/shmem4j/aot");
            assertTrue(run(home, root + "/bin/oshrun", "doctor").contains("start-up cache  " + caches));
            StartUpCaches.awaitTrainers(root.toRealPath(), TimeUnit.MINUTES.toSeconds(5));
            String info = run(home, root + "/bin/oshrun", "--info");
            assertTrue(info.contains("start-up cache  " + caches), info);
        });
    }

    private interface HomeTest {
        void run(Path home) throws Exception;
    }

    private static void asStranger(HomeTest test) throws Exception {
        Path home = Files.createTempDirectory(Path.of("/tmp"), "stranger");
        assertEquals(0, new ProcessBuilder("chmod", "0777", home.toString()).start().waitFor());
        try {
            test.run(home);
        } finally {
            StartUpCaches.trainers(root.toRealPath()).forEach(ProcessHandle::destroyForcibly);
            try (Stream<Path> files = Files.walk(home)) {
                files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
            }
        }
    }

    /** The words of makefiles for Open MPI. */
    @Test
    void compilesAndRunsJavaMpiPrograms(@TempDir Path sources) throws Exception {
        Path source = Files.writeString(sources.resolve("Ring.java"), """
            import mpi.*;
            public class Ring {
                public static void main(String[] args) throws MPIException {
                    args = MPI.Init(args);
                    int rank = MPI.COMM_WORLD.getRank();
                    int[] sum = {rank + args.length};
                    MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
                    System.out.println(rank + " " + sum[0]);
                    MPI.Finalize();
                }
            }
            """);
        assertEquals(0, new ProcessBuilder("chmod", "a+rwx", sources.toString()).start().waitFor());
        String commands = root + "/share/mpi/";
        assertEquals("", run(sources, commands + "mpijavac", "-d", sources.toString(), source.toString()));
        assertEquals("", run(sources, commands + "mpijavac", "-cp", sources.toString(), "-d", sources.toString(),
            source.toString()));
        assertEquals(List.of("0 5", "1 5"), run(sources, commands + "mpirun", "--mca", "shmem", "posix",
            "--oversubscribe", "-np", "2", "java", "-cp", sources.toString(), "Ring", "--mca", "a").lines().sorted()
            .toList());
    }

    @Thorough
    @Test
    void hasPagesAndCompletions() throws IOException {
        for (String file : List.of("README.md", "LICENSE", "Dockerfile", "share/man/man1/oshrun.1",
            "share/man/man1/oshstat.1", "share/bash-completion/completions/oshrun", "docs/index.md", "jvm/pe.args",
            "docs/api/index.html", "docs/api/io.shmem4j/io/shmem4j/Team.html")) {
            assertTrue(Files.isRegularFile(root.resolve(file)), file);
        }
    }
}
