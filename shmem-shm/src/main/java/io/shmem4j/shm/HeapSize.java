// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Setting;
import java.nio.file.Path;

/** The size of a PE's symmetric heap: the user's, or one that fits. */
public final class HeapSize {
    static final long STANDARD = 64L << 20;
    private static final long PAGE = 4096;

    private HeapSize() {
    }

    public static long chosen(Path fileSystem, int nPes) {
        return Setting.SYMMETRIC_SIZE.isSet() ? Setting.SYMMETRIC_SIZE.bytes() : standard(fileSystem, nPes);
    }

    /** {@return the heap of each PE when the user has not said} */
    public static long standard(Path fileSystem, int nPes) {
        // A file store has to be in the table of mounts; a folder made a root is not.
        long share = fileSystem.toFile().getUsableSpace() / 2 / nPes;
        return Math.min(STANDARD, share & -PAGE);
    }
}
