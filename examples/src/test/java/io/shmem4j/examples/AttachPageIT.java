// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.Shmem;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page about running jobs: a JVM with two jars of the library and nothing else shows what the page says. */
@Thorough
class AttachPageIT {
    private static Path file(PageProgram program, Path folder) throws IOException {
        return Files.writeString(folder.resolve(program.name() + ".java"), program.source());
    }

    @Test
    void anotherJvmReadsTheJob(@TempDir Path folder) throws Exception {
        List<PageProgram> programs = PageProgram.of("docs/how-to/work-beside-a-job.md");
        Path cells = file(programs.getFirst(), folder);
        Path watch = file(programs.getLast(), folder);
        try (Oshrun run = Oshrun.start(Oshrun.words(4, List.of(cells.toString())))) {
            run.awaitOutput("press Enter to end", 1);
            ProcessBuilder reader = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java")
                .toString(), "-cp", Oshrun.classPath(Shmem.class, ShmJob.class), watch.toString())
                .redirectErrorStream(true);
            reader.environment().put("SHMEM_SHM_DIR", run.shm().toString());
            Process process = reader.start();
            assertEquals(programs.getLast().output(),
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            assertEquals(0, process.waitFor());
            run.write("\n");
            run.await().expect(0);
        }
    }
}
