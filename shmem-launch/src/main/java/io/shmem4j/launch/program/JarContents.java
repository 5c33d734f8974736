// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.launch.Place;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipException;

/** Lists the jars of a class path and of their manifests, with checksums. */
public final class JarContents {
    private JarContents() {
    }

    /** {@return a line per jar: its checksum or "missing", a space, its path} */
    public static List<String> lines(List<String> jars) throws IOException {
        Set<Path> all = new LinkedHashSet<>();
        for (String jar : jars) {
            addWithNamed(Path.of(jar), all);
        }
        List<String> lines = new ArrayList<>();
        for (Path jar : all) {
            lines.add(checksum(jar) + " " + jar);
        }
        return lines;
    }

    /** Adds a jar, followed by the jars of its manifest in the JVM's search order. */
    private static void addWithNamed(Path jar, Set<Path> all) throws IOException {
        if (!all.add(jar) || !Files.isRegularFile(jar)) {
            return;
        }
        try (Place.Jar file = new Place.Jar(jar)) {
            for (Path named : file.named()) {
                addWithNamed(named, all);
            }
        } catch (ZipException | EOFException e) {
            // Not a jar, which the JVM ignores, or one that a build is writing, whose checksum will differ.
        }
    }

    private static String checksum(Path jar) throws IOException {
        if (!Files.isRegularFile(jar)) {
            return "missing";
        }
        CRC32C sum = new CRC32C();
        // Not mapped: a build that truncates the jar would end this JVM by SIGBUS.
        try (InputStream in = new CheckedInputStream(Files.newInputStream(jar), sum)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return Long.toHexString(sum.getValue());
    }
}
