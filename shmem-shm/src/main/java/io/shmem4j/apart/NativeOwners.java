// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The PE that owns each native library of this JVM. A library has one state a process: file locks, caches and global
 * variables of several PEs would mix, even where each PE has loaded a copy of its own. A second PE therefore ends the
 * job before it loads the same content.
 */
public final class NativeOwners {
    private static final int BUFFER = 1 << 16;
    /** The stubs by which jnr-ffi calls functions, for chronicle too: each copy keeps only what its PE sets. */
    private static final Pattern STUBS = Pattern.compile("(lib)?jffi[-\\d.]*\\.so");
    private static final ConcurrentHashMap<String, Integer> OWNERS = new ConcurrentHashMap<>();

    private NativeOwners() {
    }

    /** Claims the library in a file, or the one that the dynamic linker finds by a name without a folder. */
    public static void claimFile(String file) {
        ThreadPe pe = CurrentPe.find();
        if (pe != null) {
            claim(pe, Path.of(file));
        }
    }

    /** Claims the library that the JDK finds by its short name. */
    public static void claimLibrary(String name) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            return;
        }
        String file = System.mapLibraryName(name);
        String folders = System.getProperty("java.library.path");
        for (String folder : folders == null ? new String[0] : folders.split(":")) {
            Path found = Path.of(folder, file);
            if (Files.isRegularFile(found)) {
                claim(pe, found);
                return;
            }
        }
        // The JDK's own libraries serve all PEs. A library that only a class loader finds counts by its name.
        if (!Files.isRegularFile(Path.of(System.getProperty("java.home"), "lib", file))) {
            claim(pe, Path.of(file));
        }
    }

    private static void claim(ThreadPe pe, Path file) {
        if (STUBS.matcher(file.getFileName().toString()).matches()) {
            return;
        }
        Integer owner = OWNERS.putIfAbsent(content(file), pe.number());
        if (owner != null && owner != pe.number()) {
            pe.refuse("PE " + pe.number() + " loads the native library " + file.getFileName() + ", whose state in this"
                + " JVM is PE " + owner + "'s");
        }
    }

    /** {@return what two copies of a library have in common} A file that can't be read counts by its name. */
    private static String content(Path file) {
        CRC32C sum = new CRC32C();
        long length = 0;
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                sum.update(buffer, 0, read);
                length += read;
            }
            return length + " " + sum.getValue();
        } catch (IOException e) {
            return file.getFileName().toString();
        }
    }
}
