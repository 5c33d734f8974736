// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which jars PEs get, and names by which an installation knows copies of its jars on a user's class path. */
class InstallationTest {
    private final Installation installation = new Installation(null, List.of("/lib/shmem-api-1.jar",
        "/ide/shmem-shm/target/classes", "/lib/shmem-sim-0.1-SNAPSHOT.jar", "/lib/gson-2.jar"), Path.of("/jdk"));

    @ParameterizedTest
    @CsvSource({"shmem-api-0.9.jar, true", "/r/shmem-api-2-SNAPSHOT.jar, true", "/r/shmem-api/target/classes, true",
        "/r/shmem-shm-1.jar, true", "/r/shmem-sim-2.jar, true", "/r/shmem-api.jar, false", "/r/shmem-api-1, false",
        "/r/shmem-api/target/test-classes, false", "/r/shmem-apis-1.jar, false", "/r/shmem-utils-1.jar, false",
        "/r/shmem-utils.jar, false", "/home/shmem-demo, false", "/r/gson-2.jar, false", "/, false"})
    void aCopyHasTheNameOfAJarAndAnyVersion(Path part, boolean copy) {
        assertEquals(copy, installation.hasCopy(part));
    }

    @Test
    void jarsOfPesAreTheLibrarysAndThoseWithPrograms(@TempDir Path root) throws IOException {
        String jar = Files.createFile(root.resolve("shmem-some.jar")).toString();
        Path programs = root.resolve("programs.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(programs))) {
            zip.putNextEntry(new ZipEntry(BundledPrograms.TABLE));
            zip.write('\n');
        }
        String none = Files.createFile(root.resolve("none.jar")).toString();
        assertEquals(List.of(jar, programs.toString()),
            new Installation(root, List.of(jar, none, programs.toString()), Path.of("/jdk")).peJars());
    }
}
