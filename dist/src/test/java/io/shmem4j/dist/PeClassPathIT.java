// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.Oshrun;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PEs' class path beside the library: nothing, or what the program or the backend names. */
class PeClassPathIT {
    private static final String[] OF_THE_LAUNCHER = {"picocli.CommandLine", "com.google.gson.Gson",
        "io.shmem4j.report.CommandLines", "io.shmem4j.launch.cli.Launcher"};

    /**
     * Class path of all PEs: the library, and the jars of bundled programs, which some builds name after their folders.
     */
    private static final String LIBRARY = "shmem-(api|shm|sim|explore|ucx|channel|irregular)|"
        + "(shmem4j-)?(examples|microbench|nas-kernels|studies)";

    private static List<String> found(String... options) {
        return Oshrun.run(Oshrun.words(1, Oshrun.program(LoadProgram.class, OF_THE_LAUNCHER), options)).expect(0)
            .outLines().stream().filter(line -> line.endsWith(" true")).map(line -> line.split(" ")[0]).toList();
    }

    @Test
    void aUsersPeFindsNoLibraryOfTheLauncher() {
        assertEquals(List.of(), found());
        assertEquals(List.of(), found("--backend", "local"));
        assertEquals(List.of(), found("--backend", "sim"));
    }

    @ParameterizedTest
    @CsvSource({"hello, ''", "heat, ''", "nas, 'shmem-report gson picocli'",
        "bench, 'shmem-report gson picocli'"})
    void aBundledProgramHasWhatItsTableNames(String program, String expected) {
        String line = Oshrun.run(List.of("-np", "2", "--do-not-launch", program)).expect(0).out();
        String path = line.substring(line.indexOf(" -cp ") + " -cp ".length()).split(" io\\.shmem4j\\.")[0];
        List<String> others = Stream.of(path.split(File.pathSeparator)).map(jar -> Path.of(jar).getFileName().toString()
            .replaceFirst("-[0-9].*", "")).filter(jar -> !jar.matches(LIBRARY)).toList();
        assertEquals(expected, String.join(" ", others), line);
    }
}
