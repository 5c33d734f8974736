// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Setting;
import java.nio.file.Path;

/** Size of a PE's symmetric heap: set by the user, or chosen to fit. */
public final class HeapSize {
    static final long STANDARD = 64L << 20;
    private static final long PAGE = 4096;

    private HeapSize() {
    }

    public static long chosen(Path fileSystem, int nPes) {
        return Setting.SYMMETRIC_SIZE.isSet() ? Setting.SYMMETRIC_SIZE.bytes() : standard(fileSystem, nPes);
    }

    /** {@return the default heap size per PE} */
    public static long standard(Path fileSystem, int nPes) {
        // A FileStore requires an entry in the mount table, which a chroot lacks.
        long share = fileSystem.toFile().getUsableSpace() / 2 / nPes;
        return Math.min(STANDARD, share & -PAGE);
    }
}
