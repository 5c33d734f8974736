// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A simulated PE sees of the JDK what a process sees: the program is the launcher's test of shared JVMs. */
@Execution(ExecutionMode.CONCURRENT)
class SimulatedApartIT {
    private static final String PROGRAM = "io.shmem4j.launch.ApartProgram";
    private static final Path TESTS = Path.of("..", "shmem-launch", "target", "test-classes").toAbsolutePath()
        .normalize();

    @TempDir
    private Path folder;

    private List<String> words(String shape, String classPath, String name) throws IOException {
        Path services = Files.createDirectories(folder.resolve("services").resolve("META-INF").resolve("services"));
        Files.writeString(services.resolve("java.sql.Driver"), PROGRAM + "$OwnDriver");
        Files.writeString(services.resolve("java.nio.file.spi.FileSystemProvider"),
            "io.shmem4j.launch.OwnFileSystems");
        Path locked = folder.resolve("locked");
        Files.deleteIfExists(locked);
        Files.createFile(locked);
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(folder.resolve("archive.zip")))) {
            out.putNextEntry(new ZipEntry("some text"));
            out.write('x');
        }
        List<String> words = new ArrayList<>(List.of("-np", "4"));
        words.addAll(List.of(shape.split(" ")));
        words.addAll(List.of("-cp", classPath + File.pathSeparator + folder.resolve("services"), PROGRAM,
            locked.toString(), name));
        return words;
    }

    private static List<String> sorted(Oshrun.Result result) {
        return result.outLines().stream().sorted().toList();
    }

    /** Also where the class path has a copy of the library, as those of build tools have. */
    @Test
    void jdkIsEachPesOwn() throws IOException {
        Oshrun.Result processes = Oshrun.run(words("--pes-per-jvm 1", TESTS.toString(), "cases")).expect(0);
        assertTrue(processes.out().contains("3 drivers: of 3 true\n"), processes::out);
        String library = Path.of("..", "shmem-api", "target", "classes").toAbsolutePath().normalize().toString();
        Oshrun.Result simulated = Oshrun.run(words("--backend sim", TESTS + File.pathSeparator + library, "cases"))
            .expect(0);
        assertEquals(sorted(processes), sorted(simulated), simulated::err);
        assertEquals("", simulated.err());
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"plug-in-exit", "timeout-exit"})
    void exitsOfOthersClassesAndThreadsAreThoseOfThePe(String name) throws IOException {
        Oshrun.Result result = Oshrun.run(words("--backend sim", TESTS.toString(), name)).expect(7);
        assertTrue(result.err().endsWith("oshrun: PE 2 ended the job: it exited with status 7\n"), result::err);
    }

    @Thorough
    @Test
    void linesOfInputAreReadByEachPe() throws IOException {
        List<String> words = words("--backend sim --stdin all", TESTS.toString(), "readln");
        assertEquals(List.of("0 asks 0 read first, second", "1 asks 1 read first, second",
            "2 asks 2 read first, second", "3 asks 3 read first, second"),
            sorted(Oshrun.run("first\nsecond\n", words).expect(0)));
    }

    @Thorough
    @Test
    void inputGoesToThePeThatTheOptionNames() throws IOException {
        List<String> words = words("--backend sim --stdin 2", TESTS.toString(), "readln");
        assertEquals(List.of("0 asks 0 read null, null", "1 asks 1 read null, null", "2 asks 2 read first, second",
            "3 asks 3 read null, null"), sorted(Oshrun.run("first\nsecond\n", words).expect(0)));
    }
}
