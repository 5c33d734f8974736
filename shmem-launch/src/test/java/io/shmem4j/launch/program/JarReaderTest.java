// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.jar.Attributes;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A jar's entries, as the writer wrote them. */
class JarReaderTest {
    private static final byte[] SCRIPT = "#!/bin/sh\n".repeat(100).getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path folder;

    /** Entries behind each other are larger and smaller than the window; one is stored, one empty. */
    @Test
    void readsAllEntriesInTheirOrder() throws IOException {
        Random random = new Random(1);
        byte[][] contents = new byte[8][];
        Arrays.setAll(contents, i -> new byte[new int[] {10, 1 << 20, 300, 1 << 17, 1 << 17, 0, 70, 1 << 19}[i]]);
        Path file = folder.resolve("x.jar");
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(SCRIPT);
            ZipOutputStream zip = new ZipOutputStream(out);
            zip.setComment("a comment");
            for (int i = 0; i < contents.length; i++) {
                random.nextBytes(contents[i]);
                ZipEntry entry = new ZipEntry("folder/" + i);
                entry.setComment("of the entry");
                entry.setExtra(new byte[] {1, 0x7f, 2, 0, 8, 9});
                if (i == 2) {
                    CRC32 sum = new CRC32();
                    sum.update(contents[i]);
                    entry.setMethod(ZipEntry.STORED);
                    entry.setSize(contents[i].length);
                    entry.setCrc(sum.getValue());
                }
                zip.putNextEntry(entry);
                zip.write(contents[i]);
            }
            zip.finish();
        }
        try (JarReader jar = new JarReader()) {
            for (int again = 0; again < 2; again++) {
                jar.open(file);
                for (int i = 0; i < contents.length; i++) {
                    assertTrue(jar.next());
                    assertEquals("folder/" + i, jar.name());
                    assertArrayEquals(contents[i], jar.bytes());
                }
                assertFalse(jar.next());
            }
        }
    }

    /** More than 65,535 entries have a directory of another kind. */
    @Test
    void readsDirectoriesOfAnyLength() throws IOException {
        Path file = folder.resolve("many.jar");
        int count = 70_000;
        try (ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (int i = 0; i < count; i++) {
                zip.putNextEntry(new ZipEntry(i == count - 1 ? "META-INF/MANIFEST.MF" : "x" + i));
            }
            zip.write("Manifest-Version: 1.0\nAgent-Class: Last\n".getBytes(StandardCharsets.US_ASCII));
        }
        try (JarReader jar = new JarReader()) {
            jar.open(file);
            assertEquals("Last", jar.manifest().getValue("Agent-Class"));
            assertEquals(null, jar.manifest().getValue(Attributes.Name.CLASS_PATH));
        }
    }

    @Test
    void cutJarsAreNone() throws IOException {
        Path file = folder.resolve("cut.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("x"));
            zip.write(SCRIPT);
        }
        byte[] whole = Files.readAllBytes(file);
        for (int cut = 0; cut < whole.length; cut += 7) {
            Files.write(file, Arrays.copyOf(whole, cut));
            try (JarReader jar = new JarReader()) {
                assertThrows(IOException.class, () -> jar.open(file), "after " + cut + " bytes");
            }
        }
    }
}
