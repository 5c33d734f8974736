// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.launch.Installation;
import io.shmem4j.launch.SpellsProgram;
import io.shmem4j.launch.option.CommandLineReader;
import io.shmem4j.launch.plan.Planner;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Start-up caches of programs: when one is due, and which ones go. */
class ProgramCacheTest {
    private static final long MIB = 1 << 20;
    private static final String MAIN = SpellsProgram.class.getName().replace('.', '/');

    @TempDir
    private Path root;

    private Installation installation() throws IOException {
        Files.createDirectories(root.resolve("target/aot"));
        return new Installation(root, List.of(), root);
    }

    private AotCache library() throws IOException {
        return AotCache.of(installation(), List.of());
    }

    private ProgramCache cache(String key) throws IOException {
        return ProgramCache.of(library(), List.of(key, "a.Main", "--add-modules=a.b", "/lib/a.jar"));
    }

    /** {@return the cache of a job with a class path; null where it can have none} */
    private ProgramCache ofJob(Path... path) throws IOException {
        List<String> words = new ArrayList<>(List.of("-np", "1", "-cp", Arrays.stream(path).map(Path::toString)
            .collect(Collectors.joining(":")), MAIN.replace('/', '.')));
        return ProgramCache.of(new Planner(installation(), null).plan(List.of(CommandLineReader.read(words, true))),
            library());
    }

    /** Makes a jar of a program and a text with another name, always at the same time. */
    private Path pack(String name, String entry, String text) throws IOException {
        Path jar = root.resolve(name);
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar));
            InputStream program = SpellsProgram.class.getResourceAsStream("SpellsProgram.class")) {
            for (String each : List.of(MAIN + ".class", entry)) {
                ZipEntry next = new ZipEntry(each);
                next.setTime(0);
                out.putNextEntry(next);
                out.write(each.equals(entry) ? text.getBytes(StandardCharsets.UTF_8) : program.readAllBytes());
            }
        }
        Files.setLastModifiedTime(jar, FileTime.fromMillis(1_700_000_000_000L));
        return jar;
    }

    private static void age(Path file, Duration age) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
    }

    /** Makes a file without contents, which takes no place on the disk. */
    private static Path sized(Path file, long bytes) throws IOException {
        try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
            made.setLength(bytes);
        }
        return file;
    }

    @Test
    void oneIsDueWhenARunHasToldOfItsClasses() throws IOException {
        ProgramCache cache = cache("1");
        assertTrue(cache.isWanted());
        assertFalse(cache.isDue());
        Files.writeString(cache.names(0), "a.B\na.C\n");
        Files.writeString(cache.names(3), "a.B\na.D\n");
        assertTrue(cache.isDue());
        assertEquals(Set.of("a.B", "a.C", "a.D"), cache.classes());
        assertEquals(List.of("/lib/a.jar"), cache.jars());
        assertEquals(List.of("--add-modules=a.b"), cache.flags());
        assertFalse(cache("2").isDue());
        Files.createFile(cache.file());
        assertFalse(cache.isDue());
    }

    /** A trainer begins when the job has ended, and a jar may have other contents of the same size by then. */
    @Test
    void noneIsMadeOfAJarThatHasChangedMeanwhile() throws IOException {
        Path jar = pack("program.jar", "text", "a");
        ProgramCache cache = ProgramCache.of(library(), ofJob(jar).words());
        assertTrue(cache.stillFits());
        pack("program.jar", "text", "b");
        assertFalse(cache.stillFits());
        pack("program.jar", "text", "a");
        assertTrue(cache.stillFits());
        Files.writeString(jar, "no jar");
        assertFalse(cache.stillFits());
    }

    @Test
    void aFolderMayHideAFileThatAJarHasForItsJdk() throws IOException {
        Path classes = Files.createDirectories(root.resolve("classes"));
        Path jar = pack("program.jar", "META-INF/versions/9/text", "a");
        assertNotNull(ofJob(classes, jar));
        Files.createFile(classes.resolve("text"));
        assertNull(ofJob(classes, jar));
        assertNotNull(ofJob(jar, classes));
    }

    @Test
    void afterAFailureAnHourPasses() throws IOException {
        ProgramCache cache = cache("1");
        Files.writeString(cache.names(0), "a.B\n");
        Files.createFile(cache.failure());
        assertFalse(cache.isDue());
        age(cache.failure(), Duration.ofMinutes(61));
        assertTrue(cache.isDue());
        age(cache.failure(), Duration.ofDays(-1));
        assertTrue(cache.isDue(), "the clock has gone back");
        age(cache.failure(), Duration.ofMinutes(1));
        assertFalse(cache.isDue());
        cache.retry();
        assertTrue(cache.isDue());
    }

    @Test
    void namesCountWhenTheyAreWhole() throws IOException {
        ProgramCache cache = cache("1");
        Path names = cache.names(0);
        Files.writeString(names.resolveSibling(names.getFileName() + ".4711"), "a.B\na.");
        assertFalse(cache.isDue());
        Files.writeString(names, "a.B\n");
        assertEquals(Set.of("a.B"), cache.classes());
    }

    @Test
    void oneOfATrainingThatFailedIsMadeAgainAfterAnHour() throws IOException {
        ProgramCache cache = cache("1");
        Files.createDirectories(cache.file().getParent());
        Files.createFile(cache.file());
        Files.createFile(cache.failure());
        assertTrue(cache.isReady());
        assertFalse(cache.isWanted());
        age(cache.failure(), Duration.ofMinutes(61));
        assertFalse(cache.isReady(), "the next run lists its classes");
        assertFalse(cache.isDue());
        Files.writeString(cache.names(0), "a.B\n");
        assertTrue(cache.isReady(), "until a better one is made");
        assertTrue(cache.isDue());
        cache.tidy();
        assertTrue(cache.isWanted());
        Files.delete(cache.failure());
        assertTrue(cache.isReady());
    }

    @Test
    void anOldMarkGoesWhereNoCacheIs() throws IOException {
        ProgramCache cache = cache("1");
        cache.names(0);
        Files.createFile(cache.failure());
        age(cache.failure(), Duration.ofMinutes(61));
        cache.tidy();
        assertFalse(Files.exists(cache.failure()));
    }

    @Test
    void oneThatWasTooLargeIsNotMadeAgain() throws IOException {
        ProgramCache cache = cache("1");
        Files.writeString(cache.names(0), "a.B\n");
        Files.createFile(cache.large());
        age(cache.large(), Duration.ofDays(30));
        cache.tidy();
        assertFalse(cache.isWanted());
    }

    @Test
    void theOldestCachesGo() throws IOException {
        ProgramCache newest = cache("0");
        newest.names(0);
        for (int i = 0; i < 15; i++) {
            age(sized(cache(Integer.toString(i)).file(), 40 * MIB), Duration.ofMinutes(i));
        }
        Path left = sized(newest.file().resolveSibling("0.aot.4711"), 1);
        age(left, Duration.ofMinutes(61));
        Path made = sized(newest.file().resolveSibling("0.aot.4712"), 1);
        assertTrue(cache("14").isReady());
        newest.tidy();
        assertFalse(Files.exists(left));
        assertTrue(Files.exists(made));
        for (int i = 0; i < 15; i++) {
            assertEquals(i < 11 || i == 14, Files.exists(cache(Integer.toString(i)).file()), "cache " + i);
        }
        assertEquals(12, ProgramCache.clean(List.of(root.resolve("target/aot"), root)));
        assertFalse(cache("14").isReady());
    }
}
