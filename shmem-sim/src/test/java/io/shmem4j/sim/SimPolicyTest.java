// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.config.Variable;
import io.shmem4j.launch.BackendPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimPolicyTest {
    @Test
    void everyVariableHasAnOptionAndARowInThePage() throws IOException {
        List<BackendPolicy.Option> options = new SimPolicy().options();
        assertEquals(List.<Variable>of(SimSetting.values()),
            options.stream().map(BackendPolicy.Option::variable).toList());
        List<String> page = Files.readAllLines(Path.of("..", "docs", "simulation.md"));
        for (BackendPolicy.Option option : options) {
            assertTrue(page.stream().anyMatch(line -> line.startsWith("| `" + option.name())
                && line.contains("| `" + option.variable().variable() + "` |")), option::name);
        }
    }

    @Test
    void aFileIsThatOfTheFolderInWhichTheJobRuns(@TempDir Path folder) throws IOException {
        Files.createFile(folder.resolve("mine.json"));
        Map<String, String> variables = Map.of(SimSetting.MACHINE.variable(), "mine.json");
        new SimPolicy().check(variables, folder);
        assertThrows(IllegalArgumentException.class, () -> new SimPolicy().check(variables, Path.of("")));
    }
}
