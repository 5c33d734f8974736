// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shmem4j.testing.Oshrun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Python and C see the objects of a running job, and store into them where they ask for it. */
class OtherLanguagesIT {
    private static final String LOOK = """
        import shmem4j, sys
        %s
        names = shmem4j.running()
        with shmem4j.Job.attach(names[0][:5], writable=True) as job:
            grid = job["grid"]
            print(len(names), job.n_pes, job.objects(), grid.type, "TalkingProgram.java" in grid.site)
            for pe in range(job.n_pes):
                print(" ".join("%%g" %% value for value in grid.pe(pe)))
            grid.pe(1)[3] = 99.5
            read = shmem4j.Job.attach()
            array = read["grid"].pe(1)
            try:
                array[0] = 1
                print("written")
            except (TypeError, ValueError):
                print("read-only", array[3], grid.lives, job.runs)
            try:
                read["gird"]
            except KeyError as error:
                print(error.args[0].replace(read.name, "J"))
            sys.stdout.flush()
            sys.stdin.readline()
            print(grid.lives, job.runs)
            sys.stdout.flush()
            sys.stdin.readline()
            print(grid.lives, job.runs, shmem4j.running())
            try:
                shmem4j.Job.attach("nobody")
            except shmem4j.Error as error:
                print(str(error).split(" is called ")[1])
        """;

    private static final String PROGRAM = """
        #include "shmem4j.h"
        int main(int count, char **words) {
            struct shmem4j_job job;
            struct shmem4j_object grid;
            if (shmem4j_attach(&job, words[1], "", 1) != 0 || shmem4j_find(&job, "grid", &grid) != 0) {
                perror("no grid");
                return 1;
            }
            for (int pe = 0; pe < job.n_pes; pe++) {
                double *copy = shmem4j_pe(&job, &grid, pe);
                printf("%g %g %s %lld\\n", copy[0], copy[5], grid.type, (long long) grid.bytes);
            }
            ((double *) shmem4j_pe(&job, &grid, 2))[1] = -7;
            printf("%d %d", shmem4j_lives(&job, &grid), shmem4j_find(&job, "gird", &grid));
            printf(" %d %s\\n", shmem4j_pe(&job, &grid, 3) == NULL, strerror(errno));
            shmem4j_detach(&job);
            printf("%d\\n", count > 1 && shmem4j_attach(&job, words[1], "nobody", 0));
            return 0;
        }
        """;

    @TempDir
    private Path folder;

    private static boolean there(String command) {
        try {
            return new ProcessBuilder(command, "--version").redirectOutput(ProcessBuilder.Redirect.DISCARD).start()
                .waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Oshrun job() {
        Oshrun run = Oshrun.start(Oshrun.words(3, Oshrun.program(TalkingProgram.class)));
        run.awaitOutput("ready", 1);
        return run;
    }

    private static void tell(Oshrun run, String word, int told) throws IOException {
        run.process().getOutputStream().write((word + "\n").getBytes(StandardCharsets.UTF_8));
        run.process().getOutputStream().flush();
        run.awaitOutput("done", told);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "shmem4j.numpy = None"})
    void pythonSeesAndStores(String numpy) throws Exception {
        assumeTrue(there("python3"), "there is no python3");
        try (Oshrun run = job()) {
            ProcessBuilder builder = new ProcessBuilder("python3", "-W", "error", "-c", LOOK.formatted(numpy));
            builder.redirectErrorStream(true);
            builder.environment().put("PYTHONPATH", Oshrun.home().resolve("python").toString());
            builder.environment().put("SHMEM_SHM_DIR", run.shm().toString());
            builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
            Process python = builder.start();
            var lines = python.inputReader();
            assertEquals("1 3 [word[1], grid[6]] SymmetricDoubles True", lines.readLine());
            assertEquals("0 1 2 3 4 5", lines.readLine());
            assertEquals("10 11 12 13 14 15", lines.readLine());
            assertEquals("20 21 22 23 24 25", lines.readLine());
            assertEquals("read-only 99.5 True True", lines.readLine());
            assertEquals("job J has no symmetric object 'gird' now; it has word, grid", lines.readLine());
            try (Job job = Job.attach("", run.shm())) {
                assertEquals(99.5, job.object("grid").doubles(1)[3]);
            }
            tell(run, "free", 1);
            python.outputWriter().write("\n");
            python.outputWriter().flush();
            assertEquals("False True", lines.readLine());
            run.write("");
            run.await().expect(0);
            python.outputWriter().write("\n");
            python.outputWriter().flush();
            assertEquals("False False []", lines.readLine());
            assertEquals("'nobody'", lines.readLine());
            assertTrue(python.waitFor(1, TimeUnit.MINUTES));
            assertEquals(0, python.exitValue());
        }
    }

    @Test
    void programInCSeesAndStores() throws Exception {
        assumeTrue(there("gcc"), "there is no gcc");
        Path source = Files.writeString(folder.resolve("look.c"), PROGRAM);
        Path program = folder.resolve("look");
        for (String standard : List.of("gnu11", "c17", "c99")) {
            assertEquals("", run(List.of("gcc", "-std=" + standard, "-pedantic", "-Wall", "-Wextra", "-Werror", "-I"
                + Oshrun.home().resolve("include"), "-o", program.toString(), source.toString())));
        }
        try (Oshrun run = job()) {
            assertEquals("""
                0 5 SymmetricDoubles 48
                10 15 SymmetricDoubles 48
                20 25 SymmetricDoubles 48
                1 -1 1 No such file or directory
                1
                """, run(List.of(program.toString(), run.shm().toString())));
            try (Job job = Job.attach("", run.shm())) {
                assertEquals(-7, job.object("grid").doubles(2)[1]);
            }
            run.write("");
            run.await().expect(0);
        }
    }

    private static String run(List<String> words) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said;
    }
}
