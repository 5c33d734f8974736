// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.observe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdk.internal.misc.Unsafe;

/**
 * Names of classes that the application's class loader was asked for. The loader has a lock for each, so they cost a
 * program nothing. Classes that a start-up cache has linked are not among them.
 */
public final class AskedClasses {
    /** System property with the file that the names are written to, a line each. */
    public static final String FILE = "shmem4j.classes.file";
    private static final String LOCKS = "parallelLockMap";

    private AskedClasses() {
    }

    /** Has the names written when this JVM ends, where the launcher asks for them. */
    public static void writeAtExit() {
        String file = System.getProperty(FILE);
        if (file != null) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> write(file), "asked classes"));
        }
    }

    /** Writes the names; a JDK without such locks, a full disk or a full heap keeps none. */
    private static void write(String file) {
        Path part = Path.of(file + "." + ProcessHandle.current().pid());
        try {
            Files.write(part, names());
            Files.move(part, Path.of(file), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException | Error e) {
            part.toFile().delete();
        }
    }

    private static List<String> names() {
        Unsafe unsafe = Unsafe.getUnsafe();
        long offset = unsafe.objectFieldOffset(ClassLoader.class, LOCKS);
        List<String> names = new ArrayList<>();
        if (unsafe.getReference(ClassLoader.getSystemClassLoader(), offset) instanceof Map<?, ?> locks) {
            locks.keySet().forEach(name -> names.add(name.toString()));
        }
        return names;
    }
}
