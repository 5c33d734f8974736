// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The size of a PE's symmetric heap: the user's, or one that fits. */
public final class HeapSize {
    static final long STANDARD = 64L << 20;
    private static final long PAGE = 4096;

    private HeapSize() {
    }

    /**
     * {@return the heap of each PE in bytes}
     *
     * @param fileSystem the memory file system
     * @param nPes       number of PEs
     * @throws IOException if the file system can't be asked
     */
    public static long chosen(Path fileSystem, int nPes) throws IOException {
        return Setting.SYMMETRIC_SIZE.isSet() ? Setting.SYMMETRIC_SIZE.bytes() : standard(fileSystem, nPes);
    }

    /**
     * {@return the heap of each PE when the user has not said}
     *
     * @param fileSystem the memory file system
     * @param nPes       number of PEs
     * @throws IOException if the file system can't be asked
     */
    public static long standard(Path fileSystem, int nPes) throws IOException {
        long share = Files.getFileStore(fileSystem).getUsableSpace() / 2 / nPes;
        return Math.min(STANDARD, share & -PAGE);
    }
}
