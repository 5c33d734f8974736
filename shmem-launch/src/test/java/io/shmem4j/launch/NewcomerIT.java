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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
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

    @Thorough
    @Test
    void theDoctorSaysWhatToDo() {
        Path none = folder.resolve("none");
        String said = Oshrun.run(List.of("--shm-dir", none.toString(), "doctor")).expect(1).out();
        assertTrue(said.contains("BAD   heaps           " + none + " is no folder\n" + " ".repeat(22)
            + "-> name a writable memory file system with --shm-dir"), said);
        assertTrue(said.endsWith("Jobs do not run here: see the 1 line marked BAD.\n"), said);
        assertTrue(said.lines().noneMatch(line -> line.matches("\\w+ +a job .*")), said);
    }

    @Thorough
    @Test
    void aNewProjectCompilesAndRuns() throws IOException {
        Path project = folder.resolve("my-app");
        String said = Oshrun.run(List.of("new", project.toString())).expect(0).out();
        assertTrue(said.contains("cd " + project) && said.contains("oshrun -np 4 target/my-app.jar"), said);
        assertTrue(Files.readString(project.resolve("pom.xml")).contains("<mainClass>myapp.Main</mainClass>"));
        Path classes = compile(project);
        Oshrun.Result result = Oshrun.run(List.of("-np", "3", "-cp", classes.toString(), "myapp.Main", "3000"));
        assertTrue(result.expect(0).out().matches("pi is 3\\.14159\\d*, by 3 PEs\n"), result::out);
        for (String file : List.of("pom.xml", "README.md", "src/test/java/myapp/MainTest.java")) {
            assertFalse(Files.readString(project.resolve(file)).matches("(?s).*@[a-z]+@.*"), file);
        }
    }

    @Thorough
    @Test
    void aFolderWithFilesIsLeftAlone() throws IOException {
        Path mine = Files.writeString(Files.createDirectory(folder.resolve("mine")).resolve("pom.xml"), "mine");
        assertTrue(Oshrun.run(List.of("new", mine.getParent().toString())).expect(2).err()
            .contains("nothing is written"));
        assertEquals("mine", Files.readString(mine));
    }

    /** The test class too: it has to compile against the same jars. */
    private Path compile(Path project) throws IOException {
        Path classes = folder.resolve("classes");
        List<String> words = new ArrayList<>(List.of("-cp", System.getProperty("java.class.path"), "-d",
            classes.toString()));
        try (Stream<Path> files = Files.walk(project.resolve("src"))) {
            files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(words::add);
        }
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(new String[0])));
        return classes;
    }
}
