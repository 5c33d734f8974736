// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.inspect.BusyProgram;
import io.shmem4j.inspect.CheckpointProgram;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A memory file system that becomes full while a job runs, or is full before; needs the right to mount one. */
class FullMemoryIT {
    private static final int SIZE = 24 << 20;
    private static final int FREE = 6 << 20;
    private static final int PAGE = 4096;

    @TempDir
    private static Path folder;

    @TempDir
    private static Path snapshots;

    private static SmallDisk disk;

    @BeforeAll
    static void mount() throws IOException {
        disk = SmallDisk.at(folder, SIZE);
    }

    @AfterAll
    static void unmount() throws IOException {
        disk.close();
    }

    private static Oshrun.Result job(List<String> program, int free) throws IOException {
        disk.assume();
        Files.write(folder.resolve("filler"), new byte[SIZE - free]);
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, program, "--shm-dir", folder.toString(), "--heap-size",
            "10m", "--grace", "0.5", "--checkpoint", snapshots.resolve("saved").toString()));
        assertEquals(List.of("filler"), Oshrun.names(folder));
        assertEquals(List.of(), Oshrun.names(snapshots));
        return result;
    }

    @Thorough
    @ParameterizedTest
    @EnumSource(FullMemoryProgram.Way.class)
    void aPageThatCannotBeHadEndsTheJobWithTheReason(FullMemoryProgram.Way way) throws IOException {
        Oshrun.Result result = job(Oshrun.program(FullMemoryProgram.class, way.name()), FREE).expect(1);
        String reason = "a page of symmetric memory can't be had: " + folder + " has \\S+ \\S+ of 24 MiB free; use less"
            + " of the heap, or name a larger memory file system with --shm-dir";
        assertTrue(result.err().matches("(?s).*\\[PE [01]\\] " + reason + "\n.*"), result.err());
        String last = result.err().lines().toList().getLast();
        assertTrue(last.matches("oshrun: PE [01] \\(pid \\d+\\) ended the job after \\d+\\.\\d s: " + reason + ".*"),
            result.err());
    }

    @Test
    void aFileSystemThatIsFullAlreadyIsReportedBeforeTheStart() throws IOException {
        Oshrun.Result result = job(TestProgram.program("hello"), 8192).expect(125);
        assertTrue(result.err().contains("can't make the job's files in " + folder + ": No space left on device"),
            result.err());
        assertEquals("", result.out());
    }

    /** Takes the last page. */
    private static void fill() throws IOException {
        disk.assume();
        try (OutputStream filler = Files.newOutputStream(folder.resolve("filler"))) {
            assertThrows(IOException.class, () -> {
                for (int i = 0; i <= SIZE / PAGE; i++) {
                    filler.write(new byte[PAGE]);
                }
            });
        }
    }

    private static Oshrun.Result heap(Oshrun run, Path jobs, String command) {
        String job = Oshrun.names(jobs).stream().filter(name -> name.startsWith("shmem4j-")).findFirst().orElseThrow();
        Map<String, String> here = Map.of("SHMEM_SHM_DIR", jobs.toString());
        String words = "heap " + command.replace("JOB", job.substring(job.lastIndexOf('-') + 1));
        Oshrun.Result result = words.contains(">") ? Oshrun.run(Path.of("/bin/bash"), Oshrun.home(), here,
            List.of("-c", "./oshrun " + words)) : Oshrun.inThisJvm(here, List.of(words.split(" ")));
        assertTrue(run.process().isAlive());
        return result;
    }

    /** Pages that no PE has touched are dumped as zeros. */
    @Test
    void aDumpTakesNoPageOfTheJob() throws IOException {
        disk.assume();
        Files.deleteIfExists(folder.resolve("filler"));
        try (Oshrun run = Oshrun.start(Oshrun.words(2, Oshrun.program(BusyProgram.class), "--shm-dir",
            folder.toString(), "--heap-size", "4m"))) {
            run.awaitOutput("ready", 2);
            fill();
            String values = heap(run, folder, "dump JOB counter --pe 1").expect(0).out();
            assertTrue(values.endsWith("\n       992  0 0 0 0 0 0 0 0\n"), values);
            String raw = heap(run, folder, "dump JOB --raw --from 4000000 --count 16").expect(0).out();
            assertTrue(raw.endsWith("\nheap of PE 1\n   4000000  " + "00 ".repeat(16) + " |................|\n"), raw);
            String refused = heap(run, folder, "snapshot JOB " + snapshots.resolve("asked")).expect(1).err();
            assertEquals("oshrun heap: No space left on device\n", refused);
            run.write("");
            run.await().expect(0);
        }
    }

    @Thorough
    @Test
    void aDumpWithoutSpaceIsRefusedAndTheJobContinues() throws IOException {
        fill();
        try (Oshrun run = Oshrun.start(Oshrun.words(2, Oshrun.program(CheckpointProgram.class, "9", "wait")))) {
            run.awaitOutput("ready", 2);
            Path file = folder.resolve("asked");
            String said = heap(run, run.shm(), "snapshot JOB " + file).expect(1).err();
            assertTrue(said.startsWith("oshrun heap: the job can't write " + file + ": ")
                && said.endsWith("No space left on device\n"), said);
            said = heap(run, run.shm(), "dump JOB values >" + file).expect(1).err();
            assertTrue(said.startsWith("oshrun: can't write standard output (" + file + ")"), said);
            assertEquals(0, Files.size(file));
            Files.delete(file);
            assertEquals(List.of("filler"), Oshrun.names(folder));
            Path free = snapshots.resolve("asked");
            heap(run, run.shm(), "snapshot JOB " + free).expect(0);
            Files.delete(free);
            run.signal("TERM");
            run.await().expect(143);
        }
    }
}
