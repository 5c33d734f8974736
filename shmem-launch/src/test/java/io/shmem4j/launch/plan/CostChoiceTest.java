// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.launch.Installation;
import io.shmem4j.shm.JobFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job's table of the library's costs is kept for the next one, and is what it would be without. */
class CostChoiceTest {
    @TempDir
    private Path root;

    private Path jar;
    private int jobs;

    @BeforeEach
    void anInstallation() throws IOException {
        Files.createDirectories(root.resolve("target/aot"));
        jar = Files.createFile(root.resolve("shmem-some.jar"));
    }

    /** {@return the table of the next process's job, by an installation whose jars are that file} */
    private String costs(Load load, int pes, Path part) throws IOException {
        JobFiles files = new JobFiles(Files.createDirectory(root.resolve("job" + jobs++)));
        new CostChoice(null, null, null).copy(files, "shm", load, pes,
            new Installation(root, List.of(part.toString()), Path.of(System.getProperty("java.home"))));
        return Files.readString(files.file(JobFiles.COSTS));
    }

    @Test
    void eachJobHasTheTableOfItsOwnSizeAndLoad() throws IOException {
        Path folder = Files.createDirectory(root.resolve("classes"));
        for (int round = 0; round < 2; round++) {
            for (Load load : Load.values()) {
                for (int pes : new int[] {1, 2, 7, 64}) {
                    // Nothing is kept of an installation with folders of classes.
                    assertEquals(costs(load, pes, folder), costs(load, pes, jar));
                }
            }
        }
    }

    @Test
    void fewTablesAreKept() throws IOException {
        for (int pes = 1; pes < 40; pes++) {
            costs(Load.of(pes, 2), pes, jar);
        }
        long kept = Files.size(root.resolve("target/aot/facts"));
        assertTrue(kept > 0 && kept < 100_000, kept + " bytes");
    }
}
