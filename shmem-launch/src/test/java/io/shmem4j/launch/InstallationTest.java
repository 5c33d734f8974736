// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names by which an installation knows copies of its jars on a user's class path. */
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
}
