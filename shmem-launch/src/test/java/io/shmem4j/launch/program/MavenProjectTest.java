// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.launch.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The class path of a project, from a build that Maven has already made. */
class MavenProjectTest {
    @TempDir
    private Path folder;

    @Test
    void dependenciesNamedLikeTheLibraryStay() throws IOException {
        Files.writeString(folder.resolve("pom.xml"), "<project/>");
        Path target = Files.createDirectory(folder.resolve("target"));
        Files.writeString(target.resolve("shmem4j.class-path"),
            "/r/shmem-api-2.jar:/r/shmem-foo-1.0.jar:/r/shmem-agrona-2.jar:/r/gson-2.jar\n");
        Installation installation = new Installation(null, List.of("/lib/shmem-api-1.jar", "/lib/gson-2.jar"),
            Path.of("/jdk"));
        assertEquals(List.of(target.resolve("classes").toString(), "/r/shmem-foo-1.0.jar", "/r/shmem-agrona-2.jar",
            "/r/gson-2.jar"), new MavenProject(folder, installation).classPath());
    }

    /** As the plugin does, a build leaves the file alone that is there and says the same. */
    private MavenProject built() throws IOException {
        Files.writeString(folder.resolve("pom.xml"), "<project/>");
        Files.createDirectories(folder.resolve("src/main/java"));
        Path maven = Files.writeString(folder.resolve("mvnw"), "#!/bin/sh\necho >> builds\nmkdir -p target\n"
            + "[ -f target/shmem4j.class-path ] || : > target/shmem4j.class-path\n");
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwx------"));
        return new MavenProject(folder, new Installation(null, List.of(), Path.of("/jdk")));
    }

    private int builds() throws IOException {
        return Files.readAllLines(folder.resolve("builds")).size();
    }

    @Test
    void changedSourcesAreBuiltOnce() throws IOException {
        MavenProject project = built();
        project.classPath();
        project.classPath();
        assertEquals(1, builds());
        Path source = Files.writeString(folder.resolve("src/main/java/Main.java"), "class Main { }");
        Files.setLastModifiedTime(source, FileTime.fromMillis(System.currentTimeMillis() + 5000));
        project.classPath();
        project.classPath();
        assertEquals(2, builds());
    }

    @Test
    void aFileThatAnEditorHasOpenIsNoHindrance() throws IOException {
        MavenProject project = built();
        Files.createSymbolicLink(folder.resolve("src/main/java/.#Main.java"), Path.of("me@host.4711:1"));
        assertEquals(List.of(folder.resolve("target/classes").toString()), project.classPath());
    }
}
