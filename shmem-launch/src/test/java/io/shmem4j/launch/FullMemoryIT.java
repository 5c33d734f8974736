// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of("filler"), left.map(file -> file.getFileName().toString()).toList());
        }
        try (Stream<Path> left = Files.list(snapshots)) {
            assertEquals(List.of(), left.toList());
        }
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
}
