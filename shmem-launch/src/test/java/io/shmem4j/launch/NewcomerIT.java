// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The commands for those who begin: what this machine is like, and a project to start from. */
@Execution(ExecutionMode.CONCURRENT)
class NewcomerIT {
    @TempDir
    private Path folder;

    @Thorough
    @Test
    void theDoctorFindsThisMachineFit() {
        String said = Oshrun.run(List.of("doctor")).expect(0).out();
        for (String topic : List.of("JDK", "shmem4j", "heaps", "cores", "open files", "huge pages", "UCX")) {
            assertTrue(said.lines().anyMatch(line -> line.matches("(ok   |note ) " + topic + " .*")), topic + said);
        }
        assertTrue(said.lines().anyMatch(line -> line.startsWith("ok    a job           of 2 PEs ran in ")), said);
        assertTrue(said.contains("\nJobs run here"), said);
    }

    @Test
    void theDoctorSaysWhatToDo() {
        Path none = folder.resolve("none");
        String said = Oshrun.inThisJvm(List.of("--shm-dir", none.toString(), "doctor")).expect(1).out();
        assertTrue(said.contains("BAD   heaps           " + none + " is no folder\n" + " ".repeat(22)
            + "-> name a writable memory file system with --shm-dir"), said);
        assertTrue(said.endsWith("Jobs do not run here: see the 1 line marked BAD.\n"), said);
        assertTrue(said.lines().noneMatch(line -> line.matches("\\w+ +a job .*")), said);
    }

    @Test
    void aNewProjectHasItsName() throws IOException {
        Path project = folder.resolve("my-app");
        String said = Oshrun.inThisJvm(List.of("new", project.toString())).expect(0).out();
        assertTrue(said.contains("cd " + project) && said.contains("oshrun -np 4 target/my-app.jar"), said);
        assertTrue(Files.readString(project.resolve("pom.xml")).contains("<mainClass>myapp.Main</mainClass>"));
        for (String file : List.of("pom.xml", "README.md", "src/test/java/myapp/MainTest.java")) {
            assertFalse(Files.readString(project.resolve(file)).matches("(?s).*@[a-z]+@.*"), file);
        }
    }

    @Test
    void aFolderWithFilesIsLeftAlone() throws IOException {
        Path mine = Files.writeString(Files.createDirectory(folder.resolve("mine")).resolve("pom.xml"), "mine");
        assertTrue(Oshrun.inThisJvm(List.of("new", mine.getParent().toString())).expect(2).err()
            .contains("nothing is written"));
        assertEquals("mine", Files.readString(mine));
    }
}
