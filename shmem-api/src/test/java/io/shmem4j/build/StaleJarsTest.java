// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars that a build removes before it begins, because a pull has brought newer sources. */
final class StaleJarsTest {
    private static final FileTime BEFORE = FileTime.fromMillis(1_700_000_000_000L);
    private static final FileTime BUILT = FileTime.fromMillis(1_700_000_001_000L);
    @TempDir
    private Path folder;

    @Test
    void onlyJarsThatAreOlderThanTheirSourcesGo() throws Exception {
        for (String jar : List.of("shmem-sim", "shmem-ucx", "shmem4j-examples", "shmem4j-studies", "picocli-4",
            "with/agrona/shmem-agrona", "with/chronicle/shmem-chronicle")) {
            Path file = folder.resolve("target/lib/" + jar + "-0.1.0.jar");
            Files.createDirectories(file.getParent());
            Files.setLastModifiedTime(Files.createFile(file), BUILT);
        }
        for (String module : List.of("shmem-ucx", "studies", "shmem-chronicle")) {
            source(module, BEFORE);
        }
        for (String module : List.of("shmem-sim", "examples", "shmem-agrona")) {
            source(module, FileTime.fromMillis(System.currentTimeMillis()));
        }
        Path script = Path.of("..", ".config", "remove-stale-jars").toRealPath();
        assertEquals(0, new ProcessBuilder("bash", script.toString(), "0.1.0").directory(folder.toFile()).inheritIO()
            .start().waitFor());
        try (Stream<Path> left = Files.walk(folder.resolve("target/lib"))) {
            assertEquals(List.of("picocli-4-0.1.0.jar", "shmem-chronicle-0.1.0.jar", "shmem-ucx-0.1.0.jar",
                "shmem4j-studies-0.1.0.jar"), left.filter(Files::isRegularFile)
                .map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    /** Makes a source, and gives it and its folders their time. */
    private void source(String module, FileTime time) throws IOException {
        Path file = folder.resolve(module + "/src/main/java/Some.java");
        Files.createDirectories(file.getParent());
        Files.createFile(file);
        for (Path each = file; !each.equals(folder); each = each.getParent()) {
            Files.setLastModifiedTime(each, time);
        }
    }
}
