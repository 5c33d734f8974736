// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shmem4j.launch.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Start-up caches: the jars that one holds for, and when one is to be made. */
class AotCacheTest {
    @TempDir
    private Path root;

    private final List<String> jars = new ArrayList<>();

    @BeforeEach
    void theLibrary() throws IOException {
        Files.createDirectories(root.resolve("target/aot"));
        for (String name : List.of("shmem-launch-1.jar", "shmem-api-1.jar", "shmem-shm-1.jar", "parser-1.jar")) {
            add(name);
        }
    }

    private Path add(String name) throws IOException {
        Path jar = Files.createFile(root.resolve(name));
        // Opening one that is no jar fails, so it has no programs.
        jars.add(jar.toString());
        return jar;
    }

    private static void age(Path file, Duration age) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
    }

    /** As the next process of this installation sees it. */
    private AotCache cache() {
        return AotCache.of(new Installation(root, List.copyOf(jars), Path.of(System.getProperty("java.home"))),
            List.of());
    }

    private Path make() throws IOException {
        return Files.createFile(cache().forPes());
    }

    @Test
    void oneIsDueWhereThereIsNone() {
        assertNull(cache().ready());
        assertTrue(cache().isDue());
    }

    @Test
    void oneOfATrainingThatFailedIsDueAgainAfterAnHour() throws IOException {
        Path made = make();
        Path mark = Files.createFile(cache().failure());
        assertEquals(made, cache().ready());
        assertFalse(cache().isDue());
        assertNull(cache().obstacle());
        age(mark, Duration.ofMinutes(61));
        assertEquals(made, cache().ready());
        assertTrue(cache().isDue());
        Files.delete(mark);
        assertFalse(cache().isDue());
    }

    @Test
    void theOneOfTheLibraryHoldsWhileABuildAddsJars() throws IOException {
        Path made = make();
        assertFalse(cache().isDue());
        add("another-1.jar");
        assertEquals(made, cache().forPes());
        Path backend = add("shmem-backend-1.jar");
        assertEquals(made, cache().ready());
        assertFalse(cache().isDue());
        Path again = make();
        assertEquals(again, cache().ready());
        Files.delete(backend);
        jars.remove(backend.toString());
        assertEquals(made, cache().ready());
    }

    @Test
    void oneOfAllJarsIsDueWhenNoneHasBeenAddedForAWhile() throws IOException {
        Path backend = add("shmem-backend-1.jar");
        for (String jar : jars) {
            age(Path.of(jar), Duration.ofHours(1));
        }
        jars.remove(backend.toString());
        Path made = make();
        jars.add(backend.toString());
        assertEquals(made, cache().ready());
        assertTrue(cache().isDue());
        age(backend, Duration.ofMinutes(1));
        assertEquals(made, cache().ready());
        assertFalse(cache().isDue());
        age(backend, Duration.ofHours(1));
        Path whole = make();
        assertEquals(whole, cache().ready());
        assertFalse(cache().isDue());
    }

    @Test
    void aJarOfTheLibraryThatChangesVoidsAll() throws IOException {
        for (String name : List.of("shmem-api-1.jar", "shmem-shm-1.jar", "shmem-launch-1.jar")) {
            make();
            assertFalse(cache().isDue());
            Files.writeString(root.resolve(name), "more");
            assertNull(cache().ready());
            assertTrue(cache().isDue());
        }
    }

    /** As a newer archive of the same version does, whose files all have the time of the older ones. */
    @Test
    void aJarThatIsUnpackedAgainVoidsAll() throws IOException {
        Path jar = root.resolve("shmem-shm-1.jar");
        age(jar, Duration.ofDays(1));
        FileTime made = Files.getLastModifiedTime(jar);
        assumeTrue(creationTime(jar).compareTo(made) > 0, "the file system has no times of creation");
        make();
        Path fresh = root.resolve("fresh");
        do {
            Files.deleteIfExists(fresh);
            Files.createFile(fresh);
        } while (creationTime(fresh).equals(creationTime(jar)));
        Files.setLastModifiedTime(fresh, made);
        Files.move(fresh, jar, StandardCopyOption.REPLACE_EXISTING);
        assertNull(cache().ready());
    }

    private static FileTime creationTime(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).creationTime();
    }

    @Test
    void whatKilledTrainersLeftGoesAfterAnHour() throws IOException {
        Path folder = make().getParent();
        List<Path> files = new ArrayList<>();
        for (String name : List.of("pe-1.aot", "pe-1.failed", "pe-2.aot.12", "oshrun-nodes-25.0.3.aot.7.config")) {
            files.add(Files.createFile(folder.resolve(name)));
            age(files.getLast(), Duration.ofMinutes(61));
        }
        files.add(Files.createFile(folder.resolve("pe-2.aot.13")));
        AotCache.removeLeftovers(folder);
        assertEquals(List.of(true, true, false, false, true),
            files.stream().map(Files::exists).toList());
    }
}
