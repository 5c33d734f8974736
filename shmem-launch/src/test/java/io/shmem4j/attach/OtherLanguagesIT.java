// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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
                print("read-only", array[3], grid.lives, job.runs, [job.lives(pe) for pe in (-1, 0, 2, 3)])
            try:
                read["gird"]
            except KeyError as error:
                print(error.args[0].replace(read.name, "J"))
            sys.stdout.flush()
            sys.stdin.readline()
            print(grid.lives, job.runs)
            sys.stdout.flush()
            sys.stdin.readline()
            print(grid.lives, job.runs, job.lives(0), shmem4j.running())
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
            printf("%d %d %d ", shmem4j_pe_lives(&job, 0), shmem4j_pe_lives(&job, 2), shmem4j_pe_lives(&job, 3));
            printf("%d %d", shmem4j_lives(&job, &grid), shmem4j_find(&job, "gird", &grid));
            printf(" %d %s\\n", shmem4j_pe(&job, &grid, 3) == NULL, strerror(errno));
            shmem4j_detach(&job);
            int other = open("/dev/null", O_RDONLY);
            shmem4j_detach(&job);
            printf("%d %d ", fcntl(other, F_GETFD) >= 0, shmem4j_pe(&job, &grid, 0) == NULL);
            printf("%d", count > 1 && shmem4j_attach(&job, words[1], "nobody", 0));
            shmem4j_detach(&job);
            printf(" %d\\n", fcntl(other, F_GETFD) >= 0);
            return 0;
        }
        """;

    private static final String ATTACH_ALL = """
        import shmem4j
        for name in shmem4j.running():
            try:
                shmem4j.Job.attach(name).objects()
                print(name, "is attached")
            except shmem4j.Error as error:
                print(error)
        """;

    private static final String ATTACH = """
        #include "shmem4j.h"
        int main(int count, char **words) {
            for (int i = 2; i < count; i++) {
                struct shmem4j_job job;
                struct shmem4j_object object;
                int attached = shmem4j_attach(&job, words[1], words[i], 0);
                printf("%s: %s\\n", words[i], attached == 0 ? "attached" : strerror(errno));
                if (attached == 0) {
                    int found = shmem4j_read(&job, -1, &object) + shmem4j_read(&job, 4096, &object)
                        + shmem4j_find(&job, "x", &object);
                    printf("%d %d\\n", found, shmem4j_runs(job.folder));
                    shmem4j_detach(&job);
                }
            }
            return 0;
        }
        """;

    /** Damages of a whole control file: where, and 8 bytes. A later minor format is no damage. */
    private static final Map<String, long[]> DAMAGES = new TreeMap<>(Map.of(
        "a-whole-one", new long[] {ControlLayout.FORMAT_AT, ControlLayout.FORMAT + (1 << Short.SIZE)
            | 2L << Integer.SIZE},
        "heap", new long[] {ControlLayout.HEAP, Long.MAX_VALUE - 8},
        "heap-bytes", new long[] {ControlLayout.HEAP_BYTES, Long.MAX_VALUE},
        "magic", new long[] {ControlLayout.MAGIC_AT, 1},
        "no-pes", new long[] {ControlLayout.FORMAT_AT, ControlLayout.FORMAT},
        "pes", new long[] {ControlLayout.FORMAT_AT, ControlLayout.FORMAT | -2L << Integer.SIZE},
        "stride", new long[] {ControlLayout.STRIDE, Long.MAX_VALUE / 2},
        "stride-0", new long[] {ControlLayout.STRIDE, 0},
        "table", new long[] {ControlLayout.OBJECTS, 1L << 50},
        "table-0", new long[] {ControlLayout.OBJECTS, -256}));

    @TempDir
    private Path folder;

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
        try (Oshrun run = job()) {
            Process python = VisitorsIT.python(run.shm(), "", "-c", LOOK.formatted(numpy));
            var lines = python.inputReader();
            assertEquals("1 3 [word[1], grid[6]] SymmetricDoubles True", lines.readLine());
            assertEquals("0 1 2 3 4 5", lines.readLine());
            assertEquals("10 11 12 13 14 15", lines.readLine());
            assertEquals("20 21 22 23 24 25", lines.readLine());
            assertEquals("read-only 99.5 True True [False, True, True, False]", lines.readLine());
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
            assertEquals("False False False []", lines.readLine());
            assertEquals("'nobody'", lines.readLine());
            assertTrue(python.waitFor(1, TimeUnit.MINUTES));
            assertEquals(0, python.exitValue());
        }
    }

    @Thorough
    @Test
    void programInCSeesAndStores() throws Exception {
        assumeTrue(VisitorsIT.there("gcc"), "there is no gcc");
        Path source = Files.writeString(folder.resolve("look.c"), PROGRAM);
        Path program = folder.resolve("look");
        for (String standard : List.of("gnu11", "c17", "c99")) {
            assertEquals("", run(List.of("gcc", "-std=" + standard, "-O2", "-pedantic", "-Wall", "-Wextra", "-Werror",
                "-I" + Oshrun.home().resolve("include"), "-o", program.toString(), source.toString())));
        }
        try (Oshrun run = job()) {
            assertEquals("""
                0 5 SymmetricDoubles 48
                10 15 SymmetricDoubles 48
                20 25 SymmetricDoubles 48
                1 1 0 1 -1 1 No such file or directory
                1 1 1 1
                """, run(List.of(program.toString(), run.shm().toString())));
            try (Job job = Job.attach("", run.shm())) {
                assertEquals(-7, job.object("grid").doubles(2)[1]);
            }
            run.write("");
            run.await().expect(0);
        }
    }

    @Thorough
    @Test
    void damagedFilesAndOtherNodesAreRefusedBySentences() throws Exception {
        Path jobs = Files.createDirectory(folder.resolve("long-name-".repeat(24)));
        jobs = Files.createDirectory(jobs.resolve("long-name-".repeat(24)));
        jobs = Files.createDirectory(jobs.resolve("long-name-".repeat(6)));
        List<String> names = new ArrayList<>(DAMAGES.keySet());
        names.addAll(List.of("empty", "node"));
        Collections.sort(names);
        try (Closing locks = new Closing()) {
            for (String name : names) {
                JobFiles files = JobFiles.create(jobs, name, 2, 1 << 20);
                long[] damage = DAMAGES.get(name);
                try (FileChannel control = files.open(JobFiles.CONTROL)) {
                    if (damage != null) {
                        control.write(ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder())
                            .putLong(damage[1]).flip(), damage[0]);
                    } else if (name.equals("empty")) {
                        control.truncate(0);
                    } else if (name.equals("node")) {
                        files.write("node", "half a li");
                    }
                }
                FileChannel lock = files.open(JobFiles.LOCK);
                locks.channels.add(lock);
                lock.lock();
            }
            pythonRefuses(jobs);
            programInCRefuses(jobs, names);
        }
    }

    private static void pythonRefuses(Path jobs) throws Exception {
        String damaged = "the control file of job %s is damaged: its sizes lead outside of the memory\n";
        assertEquals("a-whole-one is attached\njob empty has no control file of shmem4j\n"
            + damaged.formatted("heap") + damaged.formatted("heap-bytes")
            + "job magic has no control file of shmem4j\n"
            + damaged.formatted("no-pes")
            + "job node runs on several nodes, each of which has the memory of its own PEs\n"
            + damaged.formatted("pes") + "the heap of job stride is shorter than its control file says\n"
            + damaged.formatted("stride-0") + damaged.formatted("table") + damaged.formatted("table-0"),
            VisitorsIT.text(VisitorsIT.python(jobs, "", "-c", ATTACH_ALL)));
    }

    private void programInCRefuses(Path jobs, List<String> names) throws Exception {
        assumeTrue(VisitorsIT.there("gcc"), "there is no gcc");
        Path program = folder.resolve("attach");
        Path source = Files.writeString(folder.resolve("attach.c"), ATTACH);
        assertEquals("", run(List.of("gcc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-I",
            Oshrun.home().resolve("include").toString(), "-o", program.toString(), source.toString())));
        List<String> words = new ArrayList<>(List.of(program.toString(), jobs.toString()));
        words.addAll(names);
        assertEquals(names.stream().map(name -> name + ": " + (name.equals("a-whole-one") ? "attached\n-3 1\n"
            : name.equals("node") ? "Operation not supported\n" : "Protocol error\n")).collect(Collectors.joining()),
            run(words));
    }

    /** Locks of files that end with their channels. */
    private record Closing(List<FileChannel> channels) implements AutoCloseable {
        Closing() {
            this(new ArrayList<>());
        }

        @Override
        public void close() throws IOException {
            for (FileChannel channel : channels) {
                channel.close();
            }
        }
    }

    private static String run(List<String> words) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        return VisitorsIT.text(builder.start());
    }
}
