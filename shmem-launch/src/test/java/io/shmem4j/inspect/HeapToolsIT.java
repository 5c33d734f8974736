// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.shm.JobFiles;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dumps of heaps that live, that died, and that were saved; jobs that go on from what was saved. */
@Execution(ExecutionMode.CONCURRENT)
class HeapToolsIT {
    private static final String MISTAKES = """
        dump JOB nothing               | 2 | there is no object 'nothing'; there are counter
        dump JOB counter --pe 2        | 2 | there is no PE 2; they go from 0 to 1
        dump JOB counter --from 1001   | 2 | "counter" has 1000 elements
        dump JOB counter --from -1     | 2 | take numbers from 0 on
        dump JOB --raw --from 99999999 | 1 | a heap has 1048576 bytes
        dump ffff                      | 1 | there is no job ffff of yours in
        dump                           | 2 | is missing after dump (oshrun heap dump --help
        polish JOB                     | 2 | there is no polish; there are dump, snapshot
        snapshot JOB FILE --timeout 0.1| 1 | the job has not called checkpoint() within 0.1 s
        """;

    @TempDir
    private Path folder;

    private static Oshrun.Result heap(Path shm, String... words) {
        List<String> line = new ArrayList<>(List.of("heap"));
        line.addAll(List.of(words));
        return Oshrun.inThisJvm(Map.of("SHMEM_SHM_DIR", shm.toString()), line);
    }

    private static List<String> counting(String... arguments) {
        return Oshrun.program(CheckpointProgram.class, arguments);
    }

    private static List<String> sorted(Oshrun.Result result) {
        return result.outLines().stream().sorted().toList();
    }

    @Test
    void aRunningJobIsDumped() {
        try (Oshrun run = Oshrun.start(Oshrun.words(2, Oshrun.program(BusyProgram.class)))) {
            run.awaitOutput("ready", 2);
            String job = run.job();
            String list = heap(run.shm(), "dump", job).expect(0).out();
            assertTrue(list.matches("(?s)job " + job + ": 2 PEs, heap .* each\n.*\n +0 +7\\.8 KiB +SymmetricLongs +1000"
                + "  counter +io\\.shmem4j\\.inspect\\.BusyProgram\\.main\\(BusyProgram\\.java:\\d+\\)\n"), list);
            List<String> values = heap(run.shm(), "dump", job.substring(0, 6), "counter", "--from", "6", "--count", "3")
                .expect(0).outLines();
            assertTrue(values.get(1).startsWith("\"counter\" of PE 0, SymmetricLongs[1000] allocated at "),
                values.get(1));
            assertTrue(values.get(1).endsWith(", elements 6 to 8"), values.get(1));
            assertEquals("         6  0 -42 0", values.get(2));
            assertEquals("         6  0 -43 0", values.get(4));
            List<String> one = heap(run.shm(), "dump", "--pe", "1", job, "counter").expect(0).outLines();
            assertEquals("       992  0 0 0 0 0 0 0 0", one.getLast());
            assertTrue(one.contains("       ...  the same up to the next index"), one::toString);
            String raw = heap(run.shm(), "dump", job, "--raw", "--pe", "0", "--from", "56", "--count", "8").expect(0)
                .out();
            assertTrue(raw.endsWith("        56  d6 ff ff ff ff ff ff ff                          |........|\n"), raw);
            run.write("");
            run.await().expect(0);
        }
    }

    @Thorough
    @Test
    void mistakesAreExplained() {
        try (Oshrun run = Oshrun.start(Oshrun.words(2, Oshrun.program(BusyProgram.class), "--heap-size", "1m"))) {
            run.awaitOutput("ready", 2);
            for (String mistake : MISTAKES.split("\n")) {
                String[] row = mistake.split(" *\\| *");
                String words = row[0].replace("JOB", run.job()).replace("FILE", folder.resolve("x").toString());
                String said = heap(run.shm(), words.split(" ")).expect(Integer.parseInt(row[1])).err();
                assertTrue(said.startsWith("oshrun heap") && said.contains(row[2]), said);
                assertEquals(1, said.lines().count(), said);
            }
            String end = heap(run.shm(), "dump", run.job(), "--raw", "--pe", "0", "--from", "1048570").expect(0).out();
            assertTrue(end.matches("(?s).*\nheap of PE 0\n   1048570  (00 ){6} +\\|\\.{6}\\|\n"), end);
            run.write("");
            run.await().expect(0);
        }
    }

    @Thorough
    @Test
    void aFailedJobKeepsItsFilesWhereAsked() throws IOException {
        try (Oshrun run = Oshrun.start(Oshrun.words(2, Oshrun.program(BusyProgram.class, "fail"), "--keep-files"))) {
            run.awaitOutput("ready", 2);
            String job = run.job();
            run.write("");
            String said = run.awaitEnd().expect(1).err();
            assertTrue(said.contains("oshrun heap dump " + job + " reads them, oshrun --clean removes them"), said);
            String values = heap(run.shm(), "dump", job, "counter", "--pe", "1", "--from", "7", "--count", "1")
                .expect(0).out();
            assertTrue(values.endsWith("         7  -43\n"), values);
            assertTrue(heap(run.shm(), "snapshot", job, folder.resolve("x").toString()).expect(1).err()
                .contains("does not run any more"));
            JobFiles files = new JobFiles(run.shm().resolve(run.leftovers().getFirst()));
            damage(run, job, files);
            Files.setLastModifiedTime(files.folder(), FileTime.fromMillis(0));
            Oshrun.run(Map.of("SHMEM_SHM_DIR", run.shm().toString()), List.of("--clean")).expect(0);
            assertEquals(List.of(), run.leftovers());
        }
    }

    private static void damage(Oshrun run, String job, JobFiles files) throws IOException {
        try (FileChannel heap = FileChannel.open(files.file(JobFiles.HEAP), StandardOpenOption.WRITE)) {
            heap.truncate(heap.size() - 1);
        }
        assertTrue(heap(run.shm(), "dump", job).expect(1).err().contains("is not what the control file says"));
        Files.write(files.file(JobFiles.CONTROL), new byte[3000]);
        assertTrue(heap(run.shm(), "dump", job).expect(1).err().contains("this is not a control file of shmem4j"));
        Files.delete(files.file(JobFiles.CONTROL));
        assertTrue(heap(run.shm(), "dump", job).expect(1).err().startsWith("oshrun heap: "));
    }

    /** A snapshot knows nothing of JVMs: what PEs save that share one goes on in processes, and the other way round. */
    @Thorough
    @ParameterizedTest
    @CsvSource({"1, 3", "3, 1"})
    void aSnapshotGoesOnInAnotherShape(String saved, String restarted) {
        Path file = folder.resolve("saved");
        Oshrun.run(Oshrun.words(3, counting("50", "die", "13"), "--checkpoint", file.toString(), "--pes-per-jvm",
            saved)).expect(137);
        List<String> all = sorted(Oshrun.run(Oshrun.words(3, counting("50"), "--restart", file.toString(),
            "--pes-per-jvm", restarted)).expect(0));
        assertEquals(3, all.stream().filter(line -> line.matches("on PE \\d from round 13")).count(), all::toString);
    }

    @Thorough
    @Test
    void aKilledJobGoesOnFromItsSnapshot() {
        Path file = folder.resolve("saved");
        List<String> undisturbed = sorted(Oshrun.run(Oshrun.words(3, counting("50"))).expect(0));
        Oshrun.run(Oshrun.words(3, counting("50", "die", "13"), "--checkpoint", file.toString())).expect(137);
        List<String> restart = new ArrayList<>(List.of("heap", "restore", file.toString()));
        restart.addAll(counting("50"));
        List<String> all = new ArrayList<>(sorted(Oshrun.run(restart).expect(0)));
        assertEquals(3, all.stream().filter(line -> line.matches("on PE \\d from round 13")).count(), all::toString);
        all.removeIf(line -> line.startsWith("on PE"));
        assertEquals(undisturbed, all);
        assertTrue(heap(folder, "dump", file.toString(), "round", "--pe", "0").expect(0).out().endsWith("  13\n"));
        for (String[] wrong : new String[][] {{"-np", "2", "50", "2", "is of 3 PEs, this job has 2"},
            {"-np", "3", "51", "1", "where the snapshot has SymmetricLongs[50]"}}) {
            List<String> other = new ArrayList<>(List.of("--restart", file.toString(), wrong[0], wrong[1]));
            other.addAll(counting(wrong[2]));
            String said = Oshrun.run(other).expect(Integer.parseInt(wrong[3])).err();
            assertTrue(said.contains(wrong[4]), said);
            assertEquals(1, said.split("\tat io.shmem4j.inspect.CheckpointProgram.main").length
                - (wrong[3].equals("1") ? 1 : 0), said);
        }
        List<String> another = new ArrayList<>(List.of("--restart", file.toString()));
        another.addAll(Oshrun.program(BusyProgram.class));
        assertTrue(Oshrun.run(another).expect(2).err()
            .contains("is of io.shmem4j.inspect.CheckpointProgram, this job"));
    }

    @Test
    void aJobThatFailsIsStartedAgain() throws IOException {
        Path file = folder.resolve("saved");
        String[] options = {"--checkpoint", file.toString(), "--max-restarts", "2"};
        List<String> undisturbed = sorted(Oshrun.run(Oshrun.words(3, counting("50"))).expect(0));
        Oshrun.Result good = Oshrun.run(Oshrun.words(3, counting("50", "once", "13"), options)).expect(0);
        List<String> all = new ArrayList<>(sorted(good));
        assertEquals(3, all.stream().filter(line -> line.matches("on PE \\d from round 13")).count(), all::toString);
        all.removeIf(line -> line.startsWith("on PE"));
        assertEquals(undisturbed, all);
        assertTrue(good.err().contains("was killed by SIGKILL")
            && good.err().endsWith("oshrun: restart 1 of 2, from " + file + "\n"), good::err);

        Oshrun.Result bad = Oshrun.run(Oshrun.words(3, counting("50", "die", "13"), "--checkpoint",
            file.toString(), "--max-restarts", "1")).expect(137);
        assertEquals(3, sorted(bad).stream().filter(line -> line.endsWith(" from round 13")).count(), bad::out);
        assertTrue(bad.err().contains("restart 1 of 1") && !bad.err().contains("restart 2"), bad::err);
        assertTrue(bad.err().endsWith("oshrun: no restart of 1 is left; --restart " + file
            + " goes on from the last checkpoint\n"), bad::err);

        Oshrun.Result early = Oshrun.run(Oshrun.words(2, Oshrun.program(BusyProgram.class, "fail"), "--stdin", "none",
            "--checkpoint", file.toString(), "--max-restarts", "1"));
        assertTrue(early.status() != 0, early::err);
        assertTrue(early.err().contains("restart 1 of 1, from the beginning, because there is no checkpoint")
            && early.err().endsWith("oshrun: no restart of 1 is left; there is no checkpoint\n"), early::err);
    }

    @Thorough
    @Test
    void filesHaveTheOutputOfAllRunsOfAJobAndNoOther() throws IOException {
        Path name = folder.resolve("run");
        Files.writeString(folder.resolve("run.0.out"), "of another job");
        Oshrun.run(Oshrun.words(2, counting("50", "die", "13"), "--checkpoint", folder.resolve("saved").toString(),
            "--max-restarts", "2", "--output-filename", name.toString())).expect(137);
        for (int pe = 0; pe < 2; pe++) {
            assertEquals(("on PE " + pe + " from round 13\n").repeat(2), Files.readString(Path.of(name + "." + pe
                + ".out")));
        }
    }

    @Thorough
    @Test
    void whatAKilledWriterHasLeftGoesWithTheJob() throws IOException {
        Path part = Files.writeString(folder.resolve("saved.1-1.part"), "of a PE that was killed");
        Oshrun.run(Oshrun.words(1, Oshrun.program(BusyProgram.class), "--checkpoint",
            folder.resolve("saved").toString())).expect(0);
        assertFalse(Files.exists(part));
    }

    @Test
    void aSnapshotIsTakenOnRequest() {
        Path file = folder.resolve("asked");
        try (Oshrun run = Oshrun.start(Oshrun.words(2, counting("9", "wait")))) {
            run.awaitOutput("ready", 2);
            String said = heap(run.shm(), "snapshot", run.job(), file.toString()).expect(0).out();
            assertTrue(said.startsWith("wrote " + file), said);
            assertTrue(heap(run.shm(), "dump", file.toString()).expect(0).out().contains(" values "));
            String failed = heap(run.shm(), "snapshot", run.job(), "/proc/self/none").expect(1).err();
            assertTrue(failed.contains("the job can't write /proc/self/none"), failed);
            run.signal("TERM");
            run.await().expect(143);
        }
        assertFalse(Files.exists(folder.resolve("asked.part")));
    }

    @ParameterizedTest
    @CsvSource({"--restart, /no/such/file, 125, there is no file /no/such/file",
        "--restart, /dev/null, 125, it is not a snapshot", "--checkpoint, /no/such/folder/x, 2, is not a file that can",
        "--checkpoint-interval, 5, 2, together with --checkpoint",
        "--max-restarts, -1, 2, takes a number from 0 on"})
    void badOptionsAreRefused(String option, String value, int status, String message) {
        String said = Oshrun.inThisJvm(Oshrun.words(1, counting("5"), option, value)).expect(status).err();
        assertTrue(said.contains(message), said);
        assertEquals(1, said.lines().count(), said);
    }
}
