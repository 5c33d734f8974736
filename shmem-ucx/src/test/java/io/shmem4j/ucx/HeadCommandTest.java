// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The oshrun that a JVM starts: that of its library, else the user's. */
class HeadCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "file:FOLDER/lib/a.jar | bin/oshrun | rwxr-xr-x | true",
        "file:FOLDER/target/lib/a.jar | oshrun | rwxrwxr-x | true",
        "file:FOLDER/module/target/classes/ | oshrun | rwx------ | true",
        "file:FOLDER/lib/a.jar | bin/oshrun | rwxrwxrwx | false",
        "file:FOLDER/lib/a.jar | bin/oshrun | rw-r--r-- | false",
        "file:FOLDER/lib/a.jar | oshrun | rwxr-xr-x | false",
        "file:FOLDER/lib/more/a.jar | oshrun | rwxr-xr-x | false",
        "jar:nested:FOLDER/lib/a.jar/!BOOT-INF/lib/b.jar!/ | bin/oshrun | rwxr-xr-x | false",
        "'' | bin/oshrun | rwxr-xr-x | false"})
    void scriptLiesBesideItsLibrary(String library, String script, String mode, boolean found) throws IOException {
        String place = library.replace("FOLDER", folder.toRealPath().toString());
        if (place.startsWith("file:")) {
            Path file = Path.of(place.substring("file:".length()));
            Files.createDirectories(file.getParent());
            Files.createFile(file);
        }
        Path expected = folder.toRealPath().resolve(script);
        Files.createDirectories(expected.getParent());
        Files.createFile(expected);
        Files.setPosixFilePermissions(expected, PosixFilePermissions.fromString(mode));
        assertEquals(null, HeadCommand.script(place, expected.getParent().toString()), "another library's");
        Files.createFile(Files.createDirectory(folder.resolve("jvm")).resolve("launcher.args"));
        assertEquals(found ? expected : null, HeadCommand.script(place, "/none"));
        if (Files.isExecutable(expected)) {
            assertEquals(expected, HeadCommand.script(place, "/none:" + expected.getParent()));
        }
    }
}
