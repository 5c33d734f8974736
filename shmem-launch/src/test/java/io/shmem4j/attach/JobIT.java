// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.attach;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.ShmemException;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The view of a JVM that is no PE: objects by name as they are, and a sentence for what it can't see. */
@Thorough
class JobIT {
    @TempDir
    private Path folder;
    private int told;

    private static Oshrun start(String... options) {
        Oshrun run = Oshrun.start(Oshrun.words(3, Oshrun.program(TalkingProgram.class), options));
        run.awaitOutput("ready", 1);
        return run;
    }

    /** Lets the job do something, and waits until it is done. */
    private void tell(Oshrun run, String word) {
        try {
            OutputStream input = run.process().getOutputStream();
            input.write((word + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        run.awaitOutput("done", ++told);
    }

    private static void says(Class<? extends Exception> kind, String text, Executable call) {
        String message = assertThrows(kind, call).getMessage();
        assertTrue(message.contains(text), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void objectsOfAllPesAreRead(String pesPerJvm) {
        try (Oshrun run = start("--pes-per-jvm", pesPerJvm)) {
            List<String> running = Job.running(run.shm());
            assertEquals(1, running.size(), running::toString);
            try (Job job = Job.attach(running.getFirst().substring(0, 7), run.shm())) {
                assertEquals("job " + running.getFirst() + " of 3: true", job + " of " + job.nPes() + ": "
                    + job.runs());
                assertEquals("[word[1], grid[6]]", job.objects().toString());
                JobObject grid = job.object("grid");
                assertEquals(double.class, grid.type());
                assertTrue(grid.site().contains("TalkingProgram.allocate(TalkingProgram.java:"), grid.site());
                MemorySegment first = grid.segment(0);
                for (int pe = 0; pe < 3; pe++) {
                    assertArrayEquals(new double[] {10 * pe, 10 * pe + 1, 10 * pe + 2, 10 * pe + 3, 10 * pe + 4,
                        10 * pe + 5}, grid.doubles(pe));
                }
                tell(run, "change");
                assertEquals(-1, first.get(ValueLayout.JAVA_DOUBLE, 0), "a segment shows what the PE has stored since");
                assertEquals(-1, grid.doubles(2)[0]);
                assertTrue(first.isReadOnly() && first.byteSize() == 48);
                says(ShmemException.class, "\"grid\" of job " + job.id() + " has elements of type double, not long",
                    () -> grid.longs(0));
                says(InvalidPeException.class, "no PE 3 in job " + job.id() + "; they go from 0 to 2",
                    () -> grid.doubles(3));
                says(ShmemException.class, "no symmetric object \"gird\" now; it has word, grid",
                    () -> job.object("gird"));
            }
            run.write("");
            run.await().expect(0);
        }
    }

    @Test
    void whatIsFreedIsTold() {
        try (Oshrun run = start(); Job job = Job.attach("", run.shm())) {
            JobObject grid = job.object("grid");
            tell(run, "free");
            assertFalse(grid.lives());
            says(FreedObjectException.class, "\"grid\" of job " + job.id() + " (allocated at ", () -> grid.doubles(0));
            assertEquals("[word[1]]", job.objects().toString());
            tell(run, "allocate");
            says(FreedObjectException.class, "has been freed by the program", () -> grid.segment(0));
            assertEquals(15, job.object("grid").doubles(1)[5], "another one of the same name in the same place");
            run.write("");
            run.await().expect(0);
        }
    }

    @Test
    void endIsTold() {
        try (Oshrun run = start()) {
            Job job = Job.attach("", run.shm());
            JobObject grid = job.object("grid");
            MemorySegment kept = grid.segment(2);
            run.write("");
            run.await().expect(0);
            assertFalse(job.runs());
            assertFalse(grid.lives());
            says(ShmemException.class, "job " + job.id() + " has ended, and \"grid\" with it", () -> grid.doubles(0));
            assertEquals(25, kept.getAtIndex(ValueLayout.JAVA_DOUBLE, 5), "what is mapped stays");
            says(ShmemException.class, "no job of yours in " + run.shm() + " is called " + job.id()
                + "; none is running", () -> Job.attach(job.id(), run.shm()));
            job.close();
            job.close();
            assertThrows(IllegalStateException.class, () -> kept.get(ValueLayout.JAVA_DOUBLE, 0));
            says(IllegalStateException.class, "this view of job " + job.id() + " has been closed", job::objects);
        }
    }

    @Test
    void jobsAreToldApart() throws IOException {
        JobFiles first = JobFiles.create(folder, "ab01", 2, 4096);
        JobFiles.create(folder, "ab02", 2, 4096);
        says(ShmemException.class, "no job of yours in " + folder + " is called cd; running are ab0",
            () -> Job.attach("cd", folder));
        says(ShmemException.class, "2 jobs have names that begin with ab: ab0", () -> Job.attach("ab", folder));
        try (Job job = Job.attach("ab02", folder)) {
            says(ShmemException.class, "no symmetric object \"grid\" now; it has none", () -> job.object("grid"));
        }
        Files.setLastModifiedTime(first.folder(), FileTime.fromMillis(0));
        says(ShmemException.class, "job ab01 has ended and left its files; oshrun heap dump ab01 reads them",
            () -> Job.attach("ab01", folder));
        assertEquals(List.of("ab02"), Job.running(folder));
        says(ShmemException.class, "nowhere can't be read", () -> Job.attach("ab", folder.resolve("nowhere")));
    }

    @Test
    void whatIsNotInSharedMemoryIsRefused() throws IOException {
        JobFiles.create(folder, "simulated", 2, 0);
        says(ShmemException.class, "job simulated has its memory inside of one JVM", () -> Job.attach("sim", folder));
        JobFiles.create(folder, "nodes", 4, 4096, new NodePart(0, 2, 0, 2, 4, "nodes"));
        says(ShmemException.class, "job nodes runs on 2 nodes", () -> Job.attach("nodes", folder));
        JobFiles broken = JobFiles.create(folder, "broken", 2, 4096);
        Files.write(broken.file(JobFiles.CONTROL), new byte[10]);
        says(ShmemException.class, "job broken can't be read: ", () -> Job.attach("broken", folder));
    }

    @Test
    void jobsOfOtherUsersAreTheirs() throws IOException {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "only root can be another user");
        Files.setAttribute(Files.createDirectory(folder.resolve("shmem4j-65534-cafe")), "unix:uid", 65534);
        says(ShmemException.class, "job cafe is another user's", () -> Job.attach("cafe", folder));
        assertEquals(List.of(), Job.running(folder));
    }
}
