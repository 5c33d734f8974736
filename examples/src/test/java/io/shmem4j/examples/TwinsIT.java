// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Weekly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Examples and their twins in C give the same results. */
@Weekly
class TwinsIT {
    private static final Path FOLDER = Oshrun.home().resolve("examples/c");

    @ParameterizedTest
    @ValueSource(strings = {"2", "3"})
    void resultsAreTheSame(String np) throws IOException {
        try (Oshrun run = Oshrun.start(FOLDER.resolve("compare"), Oshrun.home(), Map.of(),
            List.of("--check", "--np", np))) {
            Oshrun.Result result = run.await();
            assumeFalse(result.err().contains("no oshcc on PATH"), result::err);
            result.expect(0);
            try (Stream<Path> files = Files.list(FOLDER)) {
                assertEquals(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".c"))
                    .map(name -> name.replace(".c", "")).sorted().toList(), result.outLines().stream()
                    .map(line -> line.substring(0, line.indexOf(':'))).sorted().toList(), result::out);
            }
        }
    }
}
