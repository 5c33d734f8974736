// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Visitors in Java, Python and C give the results and errors of one table, and store nothing after an error. */
class VisitorCasesIT {
    private static final int LEAST = 300;

    @TempDir
    private Path folder;
    private Path table;

    /** A job with some options, whose last word is no PE's. */
    private static Oshrun job(String options) {
        Oshrun run = Oshrun.start(Oshrun.words(2, Oshrun.program(VisitedProgram.class, "external"),
            options.split(" ")));
        run.write("");
        run.awaitOutput("ready", 1);
        return run;
    }

    @BeforeEach
    void copied() throws Exception {
        table = folder.resolve("cases.txt");
        try (InputStream in = VisitorCasesIT.class.getResourceAsStream("/visitor-cases.txt")) {
            Files.copy(in, table);
        }
    }

    private static void requireAll(Oshrun run, String said) {
        assertTrue(said.matches("\\d+ cases\n"), said);
        assertTrue(Integer.parseInt(said.substring(0, said.indexOf(' '))) >= LEAST, said);
        assertEquals(0, run.await().status());
    }

    private void inJava(String options) throws Exception {
        try (Oshrun run = job(options); Stream<String> lines = Files.lines(table)) {
            requireAll(run, VisitorCases.run(run.shm(), lines));
        }
    }

    private void inPython(String options, String withoutNumpy) throws Exception {
        try (Oshrun run = job(options)) {
            requireAll(run, VisitorsIT.text(VisitorsIT.python(run.shm(), withoutNumpy,
                Oshrun.home().resolve("python/tests/cases.py").toString(), table.toString())));
        }
    }

    private void inC(String options) throws Exception {
        assumeTrue(VisitorsIT.there("gcc"), "there is no gcc");
        Path source = folder.resolve("cases.c");
        try (InputStream in = VisitorCasesIT.class.getResourceAsStream("/visitor-cases.c")) {
            Files.copy(in, source);
        }
        Path program = folder.resolve("cases");
        VisitorsIT.text(new ProcessBuilder("gcc", "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror",
            "-I" + Oshrun.home().resolve("include"), "-o", program.toString(), source.toString())
            .redirectErrorStream(true).start());
        try (Oshrun run = job(options)) {
            requireAll(run, VisitorsIT.text(new ProcessBuilder(program.toString(), run.shm().toString(),
                table.toString()).redirectErrorStream(true).start()));
        }
    }

    @Test
    void inJava() throws Exception {
        inJava("--pes-per-jvm 2");
    }

    @Test
    void inPython() throws Exception {
        inPython("--pes-per-jvm 2", "");
    }

    @Test
    void inC() throws Exception {
        inC("--pes-per-jvm 2");
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"--pes-per-jvm 1", "--respawn 1"})
    void inOtherJobs(String options) throws Exception {
        inJava(options);
        inPython(options, "yes");
        inC(options);
    }
}
