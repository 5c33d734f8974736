// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Facts about the jars are looked up once, and again when a jar or the file has changed. */
class KeptTextsTest {
    @TempDir
    private Path root;

    private final List<String> lookedUp = new ArrayList<>();
    private Path facts;
    private Path jar;

    @BeforeEach
    void anInstallation() throws IOException {
        facts = Files.createDirectories(root.resolve("target/aot")).resolve("facts");
        jar = Files.createFile(root.resolve("shmem-some.jar"));
    }

    private Installation installation(String... parts) {
        return new Installation(root, List.of(parts), Path.of(System.getProperty("java.home")));
    }

    /** As the next process of the same installation does. */
    private String get(String name, String part) {
        return KeptTexts.of(installation(part)).get(name, () -> {
            lookedUp.add(name);
            return "lines of\n" + name + "\nü";
        });
    }

    private String get(String name) {
        return get(name, jar.toString());
    }

    @Test
    void aTextIsLookedUpOnce() {
        for (int process = 0; process < 3; process++) {
            assertEquals("lines of\none\nü", get("one"));
            assertEquals("lines of\nthe other\nü", get("the other"));
        }
        assertEquals(List.of("one", "the other"), lookedUp);
    }

    @Test
    void itIsLookedUpAgainWhenAJarChanges() throws IOException {
        get("one");
        Files.setLastModifiedTime(jar, FileTime.fromMillis(1_700_000_000_000L));
        get("one");
        Files.writeString(jar, "more");
        get("one");
        get("one");
        assertEquals(List.of("one", "one", "one"), lookedUp);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 20, 30})
    void itIsLookedUpAgainWhenTheFileIsCutOff(int left) throws IOException {
        get("one");
        String all = Files.readString(facts);
        Files.writeString(facts, all.substring(0, Math.min(left, all.length() - 1)));
        assertEquals("lines of\none\nü", get("one"));
        assertEquals(List.of("one", "one"), lookedUp);
    }

    @Test
    void aFolderOfClassesTellsNoChanges() {
        String folder = root.resolve("classes").toString();
        get("one", folder);
        get("one", folder);
        assertEquals(List.of("one", "one"), lookedUp);
        assertFalse(Files.exists(facts));
    }

    @Test
    void jarsOfPesAreTheLibrarysAndThoseWithPrograms() throws IOException {
        Path programs = root.resolve("programs.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(programs))) {
            zip.putNextEntry(new ZipEntry(BundledPrograms.TABLE));
        }
        String none = Files.createFile(root.resolve("none.jar")).toString();
        for (int process = 0; process < 2; process++) {
            assertEquals(List.of(jar.toString(), programs.toString()),
                installation(jar.toString(), none, programs.toString()).peJars());
        }
    }
}
