// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits of nested control groups, as the kernel's two versions of them show these. */
class ControlGroupsTest {
    private static final String NONE = Long.toString(Long.MAX_VALUE);

    @TempDir
    private Path mount;

    private ControlGroups groups(String lines, String limits) throws IOException {
        Path file = Files.writeString(mount.resolve("self"), lines == null ? "" : lines.replace(' ', '\n') + "\n");
        for (String limit : limits == null ? new String[0] : limits.split(" ")) {
            Path written = mount.resolve(limit.substring(0, limit.indexOf('=')));
            Files.createDirectories(written.getParent());
            Files.writeString(written, limit.substring(limit.indexOf('=') + 1) + "\n");
        }
        return new ControlGroups(file, mount);
    }

    @Test
    void noMoreIsAvailableThanTheyAllow() {
        assertTrue(Machine.availableMemory() <= Machine.memory());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        "0::/          | memory.max=70                                           | 70",
        "0::/          | memory.max=max                                          | -",
        "0::/a/b       | a/memory.max=50 a/b/memory.max=max                      | 50",
        "0::/a/b       | a/memory.max=50 a/b/memory.max=30                       | 30",
        "0::/a/b       | memory.max=20 a/memory.max=50 a/b/memory.max=30         | 20",
        "0::/a         | a/memory.max=50 a/b/memory.max=30 c/memory.max=1        | 50",
        "0::/not/here  | memory.max=60                                           | 60",
        "0::/a         | a/memory.max=many                                       | -",
        "7:memory:/a 0::/ | memory/memory.limit_in_bytes=9000 memory/a/memory.limit_in_bytes=40 memory.max=1 | 40",
        "7:memory:/a 0::/ | memory/memory.limit_in_bytes=80 memory/a/memory.limit_in_bytes=9000 | 80",
        "7:pids:/a 0::/b  | b/memory.max=35 pids/a/memory.max=1                  | 35",
        "-             | memory.max=1                                            | -",
        "nonsense      | memory.max=1                                            | -"})
    void memoryIsThatOfTheNarrowestGroupAround(String lines, String limits, String least) throws IOException {
        assertEquals(Long.parseLong(least == null ? NONE : least), groups(lines, limits).memory());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "0::/a/b                   | a/b a ''",
        "8:pids:/ 4:memory:/a 0::/b | pids ''",
        "4:memory:/a 0::/b/c       | b/c b ''"})
    void foldersAreThoseOfTheController(String lines, String folders) throws IOException {
        assertEquals(folders, String.join(" ", groups(lines, null).of("pids").stream().map(mount::relativize)
            .map(path -> path.toString().isEmpty() ? "''" : path.toString()).toList()));
    }
}
