// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.config;

import java.nio.file.FileSystems;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The operating system. Linux has every kind of job; elsewhere PEs are threads of one JVM, which use no system call, no
 * {@code /proc} and no {@code /dev/shm}.
 */
public final class Platform {
    /** Property that makes this JVM do on Linux what it would do elsewhere, for tests. */
    public static final String PORTABLE = "shmem4j.portable";
    public static final boolean LINUX = System.getProperty("os.name").equals("Linux") && !Boolean.getBoolean(PORTABLE);
    /** Follows the name of what other systems don't have. */
    public static final String NEEDS_LINUX = " needs Linux; on other systems PEs run in one JVM, by Shmem.run, "
        + "@ShmemTest, Explore and the simulator's main class (docs/how-to/run-in-one-jvm.md)";

    private Platform() {
    }

    /** {@return attributes of a new file that only its owner may open, none where the folder decides about that} */
    public static FileAttribute<?>[] ownersOnly() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))}
            : new FileAttribute<?>[0];
    }
}
