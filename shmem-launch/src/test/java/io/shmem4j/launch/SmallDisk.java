// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;

/** A file system in memory that can become full, where the user may mount one. */
public final class SmallDisk implements AutoCloseable {
    private final Path folder;
    private final boolean mounted;

    private SmallDisk(Path folder, boolean mounted) {
        this.folder = folder;
        this.mounted = mounted;
    }

    /** {@return the file system} */
    public static SmallDisk at(Path folder, int bytes) throws IOException {
        return new SmallDisk(folder, run("mount", "-t", "tmpfs", "-o", "size=" + bytes, "tmpfs", folder.toString()));
    }

    /** Skips the test that needs it where it could not be mounted. */
    public void assume() {
        assumeTrue(mounted, "this user may not mount a file system");
    }

    @Override
    public void close() throws IOException {
        if (mounted) {
            assertTrue(run("umount", folder.toString()), "can't unmount " + folder);
        }
    }

    private static boolean run(String... command) throws IOException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (InterruptedException e) {
            throw new IOException(String.join(" ", command), e);
        }
    }
}
