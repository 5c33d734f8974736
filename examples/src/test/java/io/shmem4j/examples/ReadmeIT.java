// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's program compiles and runs. */
class ReadmeIT {
    @Test
    void programRuns(@TempDir Path folder) throws Exception {
        PageProgram program = PageProgram.of("README.md").getFirst().compile(folder);
        for (int np : new int[] {1, 4, 8}) {
            assertEquals("the squares below " + np + " add up to " + (np - 1) * np * (2 * np - 1) / 6 + "\n",
                program.run(folder, np));
        }
    }
}
