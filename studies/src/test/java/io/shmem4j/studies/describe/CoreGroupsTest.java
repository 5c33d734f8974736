// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.describe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoreGroupsTest {
    @TempDir
    private Path cpu;

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        0-7,96-103  | 0-47,96-143 | 192 | 16  | 96
        0-7         | 0-7         | 8   | 8   | 8
        0-4         | 0-7         | 8   | 8   | 8
        -           | 0-31        | 64  | 32  | 32
        -           | -           | 4   | 4   | 4
        0-300       | 0-300       | 2   | 2   | 2
        words       | words       | 6   | 6   | 6
        """)
    void groupsAreThoseOfTheSystem(String group, String socket, int cores, int ofGroup, int ofSocket)
            throws IOException {
        write("cache/index3/shared_cpu_list", group);
        write("topology/package_cpus_list", socket);
        assertEquals(new CoreGroups(ofGroup, ofSocket, cores), CoreGroups.of(cpu, cores));
    }

    private void write(String name, String text) throws IOException {
        if (text != null) {
            Path file = cpu.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text + "\n");
        }
    }
}
